import { useStore } from 'zustand';
import { report } from '../store/notices.ts';
import { useSay } from '../ui/use.ts';
import { choosePack, packs } from './store.ts';

/** Which pack speaks when another program asks for a model by its name. */
export function Mapping() {
  const t = useSay();
  const models = useStore(packs, (state) => state.models);
  const list = useStore(packs, (state) => state.packs);
  return (
    <section className="settings-part mapping">
      <h3 className="label">{t('models.title')}</h3>
      <p className="hint">{t('models.hint')}</p>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('models.model')}</th>
            <th scope="col">{t('models.pack')}</th>
            <th scope="col">{t('models.price')}</th>
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <tr key={model.name}>
              <th scope="row">
                <code>{model.name}</code>
                <p className="faint">{model.description}</p>
              </th>
              <td>
                <select
                  className="field"
                  aria-label={t('models.packOf', { model: model.name })}
                  value={model.pack}
                  onChange={({ target }) => void choosePack(model.name, target.value).catch(report)}
                >
                  {list
                    .filter(({ loaded, capabilities }) => loaded && (model.kind === 'speech' || capabilities.design))
                    .map((pack) => (
                      <option key={pack.id} value={pack.id}>
                        {pack.name}
                      </option>
                    ))}
                </select>
              </td>
              <td className="figure">
                {model.price === 0 ? t('models.free') : t('models.perByte', { price: model.price })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
