import { useState } from 'react';
import { useStore } from 'zustand';
import type { AuditionNode } from '../../engine/contract/audition.ts';
import type { VoiceCard } from '../../engine/contract/voice-card.ts';
import { report } from '../store/notices.ts';
import { Icon } from '../ui/Icon.tsx';
import { useSay, type Say } from '../ui/use.ts';
import { change, changeWords, discard, moreLike, stage, textFor } from './auditions.ts';
import { CardSliders } from './CardSliders.tsx';
import { ClipWave } from './ClipWave.tsx';
import { hear } from './heard.ts';
import { hearCard } from './hear-card.ts';
import { modelNamed } from './library.ts';
import { PlayCard } from './PlayCard.tsx';
import { SaveVoice } from './SaveVoice.tsx';
import { sounding } from './sound.ts';
import { useClip } from './use-clip.ts';
import type { Origin } from '../api/voices.ts';

/** Where a node's voice would say it comes from, once it is saved. */
export function originOf(node: AuditionNode): Origin {
  if (node.how === 'mix' && node.of.length > 0)
    return {
      kind: 'mixed',
      of: node.of.map((id) => ({ id, title: modelNamed(id)?.title ?? id, weight: 1 / node.of.length })),
    };
  if (node.request.prompt !== '') return { kind: 'designed', prompt: node.request.prompt, seed: node.request.seed };
  return { kind: 'edited', from: node.of[0] ?? null };
}

/** A node in a few words. */
export function titleOf(node: AuditionNode, t: Say): string {
  const of = node.of.map((id) => modelNamed(id)?.title ?? '?').join(' + ');
  return t(`how.${node.how}`, { number: node.index + 1, of });
}

/** Whether chance had a part in it, so that its seed says something. */
export const drawn = ({ how, request }: AuditionNode): boolean => request.prompt !== '' || how === 'like';

interface Props {
  readonly node: AuditionNode;
  /** The key that plays it. */
  readonly number: number;
}

/** One voice on the stage. */
export function Candidate({ node, number }: Props) {
  const t = useSay();
  const clip = useClip(node.id);
  const [open, setOpen] = useState<'save' | 'dials' | null>(null);
  const playing = useStore(sounding, (state) => state.id === node.id);
  const name = titleOf(node, t);
  const toggle = (part: 'save' | 'dials'): void => setOpen(open === part ? null : part);
  return (
    <li className={`candidate hue-${number - 1} ${node.kept ? 'is-kept' : ''}`}>
      <div className="candidate-head">
        <kbd>{number}</kbd>
        <h3>{name}</h3>
        {node.rank !== null && <span className="chip">{t('blind.place', { place: node.rank })}</span>}
        <span className="push" />
        {drawn(node) && <span className="faint figure">{t('audition.seedNumber', { seed: node.request.seed })}</span>}
        <span className="faint figure">{clip ? `${clip.seconds.toFixed(1)} s` : ''}</span>
      </div>
      {clip ? (
        <ClipWave id={node.id} clip={clip} label={t('audition.waveform', { name })} />
      ) : (
        <div className="wave clip-wave" />
      )}
      <div className="buttons">
        <button
          className="quiet"
          aria-pressed={playing}
          aria-label={t('audition.play', { name })}
          onClick={() => hear(node.id)}
        >
          <Icon name={playing ? 'stop' : 'play'} />
          {playing ? t('play.stop') : t('play.play')}
        </button>
        <button className="quiet" aria-pressed={node.kept} onClick={() => change(node, { kept: !node.kept })}>
          {node.kept ? t('audition.kept') : t('audition.keep')}
        </button>
        <button className="quiet" onClick={() => void moreLike(node)}>
          {t('audition.like')}
        </button>
        {node.request.prompt !== '' && (
          <button className="quiet" onClick={() => changeWords(node)}>
            {t('audition.word')}
          </button>
        )}
        <button className="quiet" aria-expanded={open === 'dials'} onClick={() => toggle('dials')}>
          {t('audition.dials')}
        </button>
        <button className="quiet" aria-expanded={open === 'save'} onClick={() => toggle('save')}>
          {t('audition.save')}
        </button>
        <button
          className="quiet square push-left"
          aria-label={t('audition.discard', { name })}
          title={t('audition.discard', { name })}
          onClick={() => void discard(node).catch(report)}
        >
          <Icon name="trash" />
        </button>
      </div>
      {open === 'save' && (
        <SaveVoice
          focus
          of={{ card: node.card, origin: originOf(node) }}
          description={node.request.prompt.slice(0, 400)}
          done={() => {
            setOpen(null);
            change(node, { kept: true });
          }}
        />
      )}
      {open === 'dials' && <Dials node={node} name={name} />}
    </li>
  );
}

/** The numbers of a candidate: each move is heard at once; what is good becomes a voice of its own. */
function Dials({ node, name }: { readonly node: AuditionNode; readonly name: string }) {
  const t = useSay();
  const [card, setCard] = useState<VoiceCard>(node.card);
  const moved = card !== node.card;
  const id = `dials:${node.id}`;
  return (
    <>
      <CardSliders
        card={card}
        of={name}
        change={(next) => {
          setCard(next);
          hearCard(id, next, textFor(node.request));
        }}
      />
      {moved && (
        <div className="buttons">
          <PlayCard id={id} name={t('how.sliders')} card={card} text={textFor(node.request)} />
          <button className="strong" onClick={() => void stage(card, { parent: node.id, how: 'sliders', of: node.of })}>
            {t('dials.stage')}
          </button>
          <button className="quiet" onClick={() => setCard(node.card)}>
            {t('dials.reset')}
          </button>
        </div>
      )}
    </>
  );
}
