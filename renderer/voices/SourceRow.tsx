import { useStore } from 'zustand';
import type { RecordingCheck } from '../../engine/contract/recording-check.ts';
import type { NewClone } from '../api/voices.ts';
import { Icon } from '../ui/Icon.tsx';
import { useSay } from '../ui/use.ts';
import { ClipWave } from './ClipWave.tsx';
import { check, findingsOf, type Checked } from './recording.ts';
import { sounding, toggleClip, type Clip } from './sound.ts';
import { writeWav } from './wav.ts';

/** A recording, what is known of it at once, and what the server measured. */
export interface Source {
  readonly id: string;
  readonly name: string;
  readonly clip: Clip;
  readonly checked: Checked;
  /** null: it is being measured. */
  readonly measured: RecordingCheck | 'failed' | null;
  readonly text: string;
}

/** Findings that no voice can be made with. */
const HOPELESS = new Set(['silent', 'short']);

export function sourceOf(name: string, clip: Clip, text: string): Source {
  return { id: crypto.randomUUID(), name, clip, text, checked: check(clip.samples, clip.rate), measured: null };
}

/** As it is sent. */
export const recordingOf = ({ clip, text }: Source): NewClone['recordings'][number] => ({
  audio: new Blob([writeWav(clip.samples, clip.rate)], { type: 'audio/wav' }),
  text: text.trim(),
});

export function PlaySource({ source }: { readonly source: Source }) {
  const t = useSay();
  const playing = useStore(sounding, (state) => state.id === source.id);
  return (
    <button
      type="button"
      className="quiet square"
      aria-label={t('audition.play', { name: source.name })}
      aria-pressed={playing}
      onClick={() => toggleClip(source.id, source.clip)}
    >
      <Icon name={playing ? 'stop' : 'play'} />
    </button>
  );
}

interface Props {
  readonly source: Source;
  /** Whether what is said in it is asked for. */
  readonly transcribed: boolean;
  readonly change: (text: string) => void;
  readonly remove: () => void;
}

/** One recording: heard, seen, judged, with what is said in it. */
export function SourceRow({ source, transcribed, change, remove }: Props) {
  const t = useSay();
  const { checked, clip, name } = source;
  const measured = source.measured === 'failed' ? null : source.measured;
  const findings = findingsOf(checked, measured);
  const room = measured?.reverberationSeconds ?? null;
  return (
    <li className="candidate hue-5">
      <div className="candidate-head">
        <PlaySource source={source} />
        <h3>{name}</h3>
        <span className="faint figure">
          {t('clone.seconds', { seconds: (measured?.speechSeconds ?? checked.speech).toFixed(1) })}
        </span>
        <span className="push" />
        <button className="quiet square" aria-label={t('audition.discard', { name })} onClick={remove}>
          <Icon name="trash" />
        </button>
      </div>
      <ClipWave id={source.id} clip={clip} label={t('audition.waveform', { name })} />
      <div role="status" className="findings">
        {source.measured === null && <p className="faint">{t('clone.measuring')}</p>}
        {measured && (
          <p className="faint figure">
            {t('clone.measured', {
              snr: Math.round(measured.snrDb),
              room: room === null ? t('clone.room.unknown') : t('clone.room', { seconds: room.toFixed(2) }),
              khz: (measured.bandwidthHz / 1000).toFixed(1),
            })}
          </p>
        )}
        {measured && findings.length === 0 && <p className="good">{t('clone.good')}</p>}
        {findings.map((finding) => (
          <p key={finding} className={HOPELESS.has(finding) ? 'warning hopeless' : 'warning'}>
            <Icon name="warn" /> {t(`finding.${finding}`)}
          </p>
        ))}
      </div>
      {transcribed && (
        <label>
          <span className="label">{t('clone.transcript')}</span>
          <textarea className="field" rows={3} value={source.text} onChange={(event) => change(event.target.value)} />
        </label>
      )}
    </li>
  );
}
