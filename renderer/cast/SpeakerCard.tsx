import { useState } from 'react';
import { useStore } from 'zustand';
import type { SceneSpeaker } from '../../engine/contract/scene.ts';
import { changes, useLimitedPack } from '../packs/performs.ts';
import { audition, auditioning } from '../player/audition.ts';
import { output } from '../player/transport.ts';
import { displayName, lineCounts, soundsLike, speakerFor, voiceNamed, voices } from '../store/cast.ts';
import { scene, setSpeaker } from '../store/document.ts';
import { staleLines } from '../store/current.ts';
import { notify } from '../store/notices.ts';
import { settings } from '../store/settings.ts';
import { Icon } from '../ui/Icon.tsx';
import { figure, useSay, useScene } from '../ui/use.ts';
import { Slider } from '../ui/Slider.tsx';
import { Pronunciations } from './Pronunciations.tsx';
import { VoiceList } from './VoiceList.tsx';

/** Changes a speaker, and tells how many lines will sound otherwise. */
export function changeSpeaker(key: string, fields: Partial<SceneSpeaker>): void {
  const before = staleLines(scene.getState()).length;
  setSpeaker(key, { ...speakerFor(key), ...fields });
  const count = staleLines(scene.getState()).length - before;
  if (count <= 0) return;
  notify({
    kind: 'info',
    key: 'cast.touches',
    values: { count },
    action: { key: 'cast.touches.show', run: () => settings.setState({ panel: 'check' }) },
  });
}

const signed = (value: number): string => `${value > 0 ? '+' : ''}${figure(value, value % 1 === 0 ? 0 : 1)}`;

export function SpeakerCard({ id }: { readonly id: string }) {
  const t = useSay();
  const [choosing, setChoosing] = useState(false);
  const speaker = useScene((state) => state.meta.cast[id]) ?? speakerFor(id);
  const count = useScene((state) => lineCounts(state.cues).get(id) ?? 0);
  const cast = useScene((state) => state.meta.cast);
  const speakers = useScene((state) => state.speakers);
  const trying = useStore(auditioning, (state) => state.id);
  useStore(voices, (state) => state.list);
  const name = displayName(id);
  const voice = voiceNamed(speaker.voice);
  const pack = useLimitedPack(voice?.card.pack);
  const pitched = changes(pack, 'pitch');
  const alike = cast[id] ? soundsLike(id, speakers.keys()) : [];
  const listen = (voiceId: string | null, askedBy: string): void => {
    const cue = scene.getState().cues.find((one) => one.speaker === id);
    if (cue) audition(askedBy, cue, { ...speaker, voice: voiceId });
  };
  return (
    <li className={`card hue-${speaker.color}`}>
      <div className="card-head">
        <h2 className="chip">{name}</h2>
        <span className="faint">{t('cast.lines', { count })}</span>
        <span className="push" />
        <button
          className="quiet square"
          aria-label={t('cast.try', { name })}
          title={t('cast.try', { name })}
          aria-pressed={trying === `speaker:${id}`}
          disabled={count === 0}
          onClick={() => listen(speaker.voice, `speaker:${id}`)}
        >
          <Icon name={trying === `speaker:${id}` ? 'stop' : 'play'} />
        </button>
      </div>
      <button
        className="voice"
        aria-expanded={choosing}
        aria-label={t('cast.voice.choose', { name })}
        onClick={() => setChoosing(!choosing)}
      >
        <span className="voice-name">{voice?.name ?? t('cast.voice.none')}</span>
        <span className="faint clip">{voice ? voice.description : ''}</span>
        <Icon name="down" />
      </button>
      {choosing && (
        <VoiceList
          speaker={name}
          chosen={speaker.voice}
          playing={trying}
          listen={(voiceId) => listen(voiceId, `voice:${id}:${voiceId}`)}
          playingId={(voiceId) => `voice:${id}:${voiceId}`}
          choose={(voiceId) => {
            changeSpeaker(id, { voice: voiceId });
            setChoosing(false);
          }}
        />
      )}
      {alike.length > 0 && (
        <p className="warning">
          <Icon name="warn" /> {t('cast.alike', { names: alike.map(displayName).join(', ') })}
        </p>
      )}
      <div className="sliders">
        <Slider
          label={t('cast.level')}
          of={name}
          min={-24}
          max={12}
          step={0.5}
          neutral={0}
          value={speaker.level}
          show={(value) => `${signed(value)} dB`}
          live={(level) => output.setLevel(id, level)}
          change={(level) => changeSpeaker(id, { level })}
        />
        <Slider
          label={t('cast.pace')}
          of={name}
          min={0.5}
          max={2}
          step={0.05}
          neutral={1}
          value={speaker.pace}
          show={(value) => `${value.toFixed(2)} ×`}
          change={(pace) => changeSpeaker(id, { pace })}
        />
        {/* One that was moved for another voice can still be put back. */}
        {(pitched || speaker.pitch !== 0) && (
          <Slider
            label={t('cast.pitch')}
            of={name}
            min={-12}
            max={12}
            step={0.5}
            neutral={0}
            value={speaker.pitch}
            show={(value) => `${signed(value)} st`}
            change={(pitch) => changeSpeaker(id, { pitch })}
          />
        )}
      </div>
      {pack && !pitched && <p className="faint">{t('packs.unchanging', { name: pack.name, list: t('cast.pitch') })}</p>}
      <Pronunciations id={id} speaker={speaker} name={name} change={(notes) => changeSpeaker(id, { notes })} />
    </li>
  );
}
