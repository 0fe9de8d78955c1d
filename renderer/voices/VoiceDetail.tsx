import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { VoiceCard } from '../../engine/contract/voice-card.ts';
import { voiceUses, type VoiceUse } from '../api/studio.ts';
import type { Model } from '../api/voices.ts';
import { changeSpeaker } from '../cast/SpeakerCard.tsx';
import { VoiceAbilities } from '../packs/Limits.tsx';
import { usePack } from '../packs/store.ts';
import { displayName } from '../store/cast.ts';
import { scene, setSpeaker } from '../store/document.ts';
import { report } from '../store/notices.ts';
import { project } from '../store/project.ts';
import { nameIn } from '../ui/form.ts';
import { Icon } from '../ui/Icon.tsx';
import { useSay, useScene } from '../ui/use.ts';
import { auditions, moreLike, stage } from './auditions.ts';
import { CardSliders } from './CardSliders.tsx';
import { ageOf, AGES, sexOf, SEXES, withTag } from './find.ts';
import { hearCard } from './hear-card.ts';
import { changeVoice, duplicateVoice, exportVoice, removeVoice, usedBy } from './library.ts';
import { PlayCard } from './PlayCard.tsx';
import { SaveVoice } from './SaveVoice.tsx';
import { showTab } from './tabs.ts';
import { Choice } from './VoiceFilters.tsx';

interface Props {
  readonly model: Model;
  readonly choose: (id: string | null) => void;
}

/** Speakers who had a voice get it back under its new id. */
function giveBack(from: string, to: string): void {
  for (const [key, speaker] of Object.entries(scene.getState().meta.cast))
    if (speaker.voice === from) setSpeaker(key, { ...speaker, voice: to }, true);
}

/** One voice of the library: what it is, who speaks with it, and its numbers. */
export function VoiceDetail({ model, choose }: Props) {
  const t = useSay();
  const { house, origin } = model.dramatis;
  const pack = usePack(model.dramatis.card.pack);
  const [card, setCard] = useState<VoiceCard>(model.dramatis.card);
  const meta = useScene((state) => state.meta);
  const speakers = useScene((state) => state.speakers);
  const users = usedBy(model._id, { meta, speakers });
  const moved = card !== model.dramatis.card;
  const keep = (change: Parameters<typeof changeVoice>[1]): void => void changeVoice(model._id, change).catch(report);
  return (
    <section className="voice-detail" aria-label={model.title}>
      <div className="card-head">
        <PlayCard id={`detail:${model._id}`} name={model.title} card={card} />
        {house ? (
          <h3 className="voice-name">{model.title}</h3>
        ) : (
          <form
            className="grow"
            onSubmit={(event) => {
              event.preventDefault();
              const title = nameIn(event.currentTarget).trim();
              if (title !== '' && title !== model.title) keep({ title });
            }}
          >
            <input
              className="field"
              name="name"
              aria-label={t('library.rename', { name: model.title })}
              defaultValue={model.title}
              maxLength={80}
              onBlur={(event) => event.target.form?.requestSubmit()}
            />
          </form>
        )}
      </div>
      <p className="faint">{model.description}</p>
      {(!house || pack?.builtIn !== false) && (
        <p className="faint">{house ? t('origin.house') : t(`origin.${origin?.kind ?? 'edited'}`)}</p>
      )}
      <VoiceAbilities pack={model.dramatis.card.pack} />
      {!house && (
        <div className="pairs">
          <Choice
            t={t}
            name={t('library.sex')}
            prefix="sex"
            all={SEXES}
            value={sexOf(model)}
            choose={(sex) => keep({ tags: withTag(model.tags, SEXES, sex) })}
          />
          <Choice
            t={t}
            name={t('library.age')}
            prefix="age"
            all={AGES}
            value={ageOf(model)}
            choose={(age) => keep({ tags: withTag(model.tags, AGES, age) })}
          />
        </div>
      )}
      <p>
        {users.length === 0 ? t('library.unused') : t('library.usedBy', { names: users.map(displayName).join(', ') })}
      </p>
      <Elsewhere id={model._id} />
      {model.task_count > 0 && <p className="faint">{t('library.asked', { count: model.task_count })}</p>}
      <select
        className="field"
        aria-label={t('voice.give')}
        value=""
        onChange={(event) => {
          if (event.target.value !== '') changeSpeaker(event.target.value, { voice: model._id });
        }}
      >
        <option value="">{t('voice.give')}</option>
        {[...speakers].map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
      <div className="buttons">
        {/* Neighbours differ by their numbers, most of which an added model does not have. */}
        {pack?.builtIn !== false && (
          <button
            className="quiet"
            onClick={() => {
              showTab('audition');
              void stage(card, { parent: null, how: 'voice', of: [model._id] }).then(() => {
                const node = auditions.getState().nodes.at(-1);
                return node && moreLike(node);
              });
            }}
          >
            {t('library.design')}
          </button>
        )}
        <button
          className="quiet"
          onClick={() =>
            void duplicateVoice(model, t('library.copyName', { name: model.title })).then(
              (copy) => choose(copy._id),
              report,
            )
          }
        >
          {t('library.duplicate')}
        </button>
        {!house && (
          <button className="quiet" onClick={() => void exportVoice(model).catch(report)}>
            <Icon name="export" />
            {t('library.export')}
          </button>
        )}
        {!house && (
          <button
            className="quiet"
            onClick={() => {
              choose(null);
              removeVoice(model, giveBack).catch(report);
            }}
          >
            <Icon name="trash" />
            {t('library.delete')}
          </button>
        )}
      </div>
      <h4 className="label">{t('library.dials')}</h4>
      <CardSliders
        card={card}
        of={model.title}
        change={(next) => {
          setCard(next);
          hearCard(`detail:${model._id}`, next);
        }}
      />
      {moved && (
        <div className="buttons">
          {!house && (
            <button className="strong" onClick={() => keep({ card })}>
              {t('library.keepDials')}
            </button>
          )}
          <button className="quiet" onClick={() => setCard(model.dramatis.card)}>
            {t('library.resetDials')}
          </button>
        </div>
      )}
      {moved && (
        <SaveVoice
          of={{ card, origin: { kind: 'edited', from: model._id } }}
          description={model.description}
          done={(saved) => choose(saved._id)}
        />
      )}
    </section>
  );
}

/** Other scenes whose speakers have the voice. */
function Elsewhere({ id }: { readonly id: string }) {
  const t = useSay();
  const here = useStore(project, (state) => state.path);
  const [scenes, setScenes] = useState<readonly VoiceUse[]>([]);
  useEffect(() => {
    let gone = false;
    voiceUses(id).then((found) => {
      if (!gone) setScenes(found);
    }, report);
    return () => {
      gone = true;
    };
  }, [id]);
  const others = scenes.filter(({ path }) => path !== here);
  if (others.length === 0) return null;
  const names = others.map(({ title, speakers }) => `${title || t('app.untitled')} (${speakers.join(', ')})`);
  return <p>{t('library.elsewhere', { names: names.join('; ') })}</p>;
}
