import { useStore } from 'zustand';
import { Icon } from '../ui/Icon.tsx';
import { useSay } from '../ui/use.ts';
import { auditions, endBlind, nodeNamed, rank } from './auditions.ts';
import { titleOf } from './Candidate.tsx';
import { hear } from './heard.ts';
import { sounding } from './sound.ts';

/** The candidates without their names, in an order of chance: the ear alone ranks them, then they are shown. */
export function Blind() {
  const t = useSay();
  const blind = useStore(auditions, (state) => state.blind);
  const playing = useStore(sounding, (state) => state.id);
  if (!blind) return null;
  const { order, ranking, shown } = blind;
  const list = shown ? ranking : order;
  return (
    <section className="blind" aria-label={t('blind.title')}>
      <p className="hint" role="status">
        {shown ? t('blind.shown') : t('blind.hint')}
      </p>
      <ol className="candidates">
        {list.map((id, i) => {
          const node = nodeNamed(id);
          const place = ranking.indexOf(id) + 1;
          const letter = String.fromCharCode(65 + order.indexOf(id));
          const name = t('blind.voice', { letter });
          return (
            <li key={id} className="candidate blind-row">
              <kbd>{shown ? place : i + 1}</kbd>
              <button
                className="quiet"
                aria-pressed={playing === id}
                aria-label={t('audition.play', { name })}
                onClick={() => hear(id)}
              >
                <Icon name={playing === id ? 'stop' : 'play'} />
                {name}
              </button>
              {shown && node && <span>{titleOf(node, t)}</span>}
              {shown && node && <span className="faint clip">{node.request.prompt}</span>}
              <span className="push" />
              {place > 0 && <span className="chip">{t('blind.place', { place })}</span>}
              {!shown && (
                <button className="quiet" aria-pressed={place > 0} onClick={() => rank(id)}>
                  {place > 0 ? t('blind.undo') : t('blind.next', { place: ranking.length + 1 })}
                </button>
              )}
            </li>
          );
        })}
      </ol>
      <button className="quiet" onClick={endBlind}>
        {shown ? t('blind.done') : t('blind.leave')}
      </button>
    </section>
  );
}
