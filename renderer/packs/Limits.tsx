import { useStore } from 'zustand';
import type { LineRequest } from '../api/speech.ts';
import { voices } from '../store/cast.ts';
import { Icon } from '../ui/Icon.tsx';
import { useSay } from '../ui/use.ts';
import { usePack } from './store.ts';
import { requestKey, told } from './told.ts';
import { abilityWords } from './words.ts';

/** Directions in brackets, which only some packs perform. */
const DIRECTION = /\[[^[\]]+\]/;

/** At a line: what its voice's model leaves out of it, as the server told, or as its abilities say beforehand. */
export function LineLimits({ request }: { readonly request: LineRequest }) {
  const t = useSay();
  const notices = useStore(told, (state) => state.notices.get(requestKey(request)));
  const list = useStore(voices, (state) => state.list);
  const pack = usePack(list.find((voice) => voice.id === request.voice?.replace(/@.*$/, ''))?.card.pack);
  const expected =
    pack && !pack.capabilities.expression && DIRECTION.test(request.text)
      ? [t('packs.leavesOut', { name: pack.name })]
      : [];
  const all = notices ?? expected;
  if (all.length === 0) return null;
  return (
    <ul className="limits" aria-label={t('packs.limits')}>
      {all.map((message) => (
        <li key={message} className="warning">
          <Icon name="warn" /> {message}
        </li>
      ))}
    </ul>
  );
}

/** At a voice: its model, and what that can do. */
export function VoiceAbilities({ pack: id }: { readonly pack: string }) {
  const t = useSay();
  const pack = usePack(id);
  if (!pack) return null;
  const { can, cannot } = abilityWords(pack.capabilities, t);
  return (
    <div className="limits">
      <p>{t('packs.ofModel', { name: pack.name })}</p>
      {can.length > 0 && <p className="faint">{t('packs.can', { list: can.join(', ') })}</p>}
      {cannot.length > 0 && <p className="faint">{t('packs.cannot', { list: cannot.join(', ') })}</p>}
    </div>
  );
}
