import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Model } from '../api/voices.ts';
import { useLimitedPack } from '../packs/performs.ts';
import { report } from '../store/notices.ts';
import { Icon } from '../ui/Icon.tsx';
import { useSay, useScene } from '../ui/use.ts';
import { pitchOf, texturesOf } from './card.ts';
import { ageOf, ANYTHING, houseFavourites, isFavourite, languagesOf, matches, sexOf } from './find.ts';
import { changeVoice, importVoice, library, usedBy } from './library.ts';
import { PlayCard } from './PlayCard.tsx';
import { shownTab } from './tabs.ts';
import { VoiceDetail } from './VoiceDetail.tsx';
import { VoiceFilters } from './VoiceFilters.tsx';

const BUNDLE = '.dramatis-voice';

/** Voice files that are dropped on the window. */
function useDroppedVoices(): void {
  useEffect(() => {
    const drop = (event: DragEvent): void => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      for (const file of files) importVoice(file).catch(report);
    };
    window.addEventListener('drop', drop, true);
    return () => window.removeEventListener('drop', drop, true);
  }, []);
}

/** All voices, those that come with the program and one's own. */
export function LibraryTab() {
  const t = useSay();
  const { models, loaded } = useStore(library);
  const favourites = useStore(houseFavourites, (state) => state.ids);
  const [wanted, setWanted] = useState(() => ({ ...ANYTHING, words: shownTab.getState().words }));
  const [chosen, setChosen] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  useDroppedVoices();
  const found = useMemo(
    () => models.filter((model) => matches(model, wanted, (one) => isFavourite(one, favourites))),
    [models, wanted, favourites],
  );
  const languages = useMemo(() => [...new Set(models.flatMap(languagesOf))].sort(), [models]);
  const detail = models.find((model) => model._id === chosen);
  return (
    <div className="library">
      <div className="library-main">
        <VoiceFilters wanted={wanted} languages={languages} change={setWanted} />
        <div className="stage-head">
          <span className="faint" role="status">
            {t('library.count', { count: found.length })}
          </span>
          <span className="push" />
          <button className="quiet" onClick={() => picker.current?.click()}>
            <Icon name="folder" />
            {t('library.import')}
          </button>
          <input
            ref={picker}
            type="file"
            className="unseen"
            accept={BUNDLE}
            multiple
            tabIndex={-1}
            aria-label={t('library.import')}
            onChange={(event) => {
              for (const file of event.target.files ?? []) importVoice(file).catch(report);
              event.target.value = '';
            }}
          />
        </div>
        {!loaded && <p className="hint">{t('settings.loading')}</p>}
        {loaded && found.length === 0 && <p className="hint">{t('library.noneYet')}</p>}
        <ul className="voices">
          {found.map((model) => (
            <VoiceRow key={model._id} model={model} chosen={model._id === chosen} choose={() => setChosen(model._id)} />
          ))}
        </ul>
      </div>
      <div className="library-side">
        {detail ? (
          <VoiceDetail
            key={`${detail._id} ${JSON.stringify(detail.dramatis.card)}`}
            model={detail}
            choose={setChosen}
          />
        ) : (
          <p className="hint">{t('library.hint')}</p>
        )}
      </div>
    </div>
  );
}

interface RowProps {
  readonly model: Model;
  readonly chosen: boolean;
  readonly choose: () => void;
}

function VoiceRow({ model, chosen, choose }: RowProps) {
  const t = useSay();
  const used = useScene((state) => usedBy(model._id, state).length);
  const favourite = useStore(houseFavourites, (state) => isFavourite(model, state.ids));
  const { card, house } = model.dramatis;
  const pack = useLimitedPack(card.pack);
  const [sex, age] = [sexOf(model), ageOf(model)];
  const traits = [
    sex === '' ? null : t(`sex.${sex}`),
    age === '' ? null : t(`age.${age}`),
    // Where a model cannot be changed, the card's numbers tell nothing of the sound.
    ...(pack
      ? [pack.name]
      : [t(`pitch.${pitchOf(card)}`), ...texturesOf(card).map((texture) => t(`texture.${texture}`))]),
  ].filter((one) => one !== null);
  const mark = (): void => {
    if (!house) changeVoice(model._id, { favourite: !favourite }).catch(report);
    else
      houseFavourites.setState(({ ids }) => ({
        ids: favourite ? ids.filter((id) => id !== model._id) : [...ids, model._id],
      }));
  };
  return (
    <li className={`voice-row ${chosen ? 'is-chosen' : ''}`}>
      <PlayCard id={`voice:${model._id}`} name={model.title} card={card} />
      <button className="voice-choice" aria-pressed={chosen} onClick={choose}>
        <span className="voice-name">{model.title}</span>
        <span className="faint">{traits.join(', ')}</span>
        <span className="faint clip">{model.description}</span>
      </button>
      {used > 0 && <span className="count">{t('library.uses', { count: used })}</span>}
      {!house && <span className="chip own">{t('library.mine')}</span>}
      <button
        className="bare star"
        aria-pressed={favourite}
        aria-label={t('library.favourite', { name: model.title })}
        title={t('library.favourite', { name: model.title })}
        onClick={mark}
      >
        <Icon name="star" />
      </button>
    </li>
  );
}
