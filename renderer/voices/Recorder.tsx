import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { notify } from '../store/notices.ts';
import { settings } from '../store/settings.ts';
import { Icon } from '../ui/Icon.tsx';
import { clock, useSay } from '../ui/use.ts';
import { record, type Recording } from './microphone.ts';
import { SCRIPTS } from './prompts.ts';
import { decode, silence, type Clip } from './sound.ts';

/** A script to read, a meter, and a button. `done` gets the sound and what was to be read. */
export function Recorder({ done }: { readonly done: (clip: Clip, text: string) => void }) {
  const t = useSay();
  const language = useStore(settings, (state) => state.language);
  const [running, setRunning] = useState<Recording | null>(null);
  const [seconds, setSeconds] = useState(0);
  const bar = useRef<HTMLSpanElement>(null);
  const script = SCRIPTS[language];
  useEffect(() => {
    if (!running) return;
    const began = performance.now();
    const meter = bar.current;
    const timer = setInterval(() => {
      setSeconds((performance.now() - began) / 1000);
      if (meter) meter.style.transform = `scaleX(${Math.min(1, running.level())})`;
    }, 60);
    return () => {
      clearInterval(timer);
      if (meter) meter.style.transform = 'scaleX(0)';
      // Whoever leaves the screen is not recorded on.
      running.stop().catch(() => undefined);
    };
  }, [running]);
  const begin = async (): Promise<void> => {
    silence();
    setSeconds(0);
    setRunning(await record());
  };
  const end = async (recording: Recording): Promise<void> => {
    const bytes = await recording.stop();
    setRunning(null);
    done(await decode(bytes), script);
  };
  const failed = (): void => notify({ kind: 'error', key: 'clone.noMicrophone' });
  return (
    <section className="recorder" aria-label={t('clone.record')}>
      <p className="label">{t('clone.read')}</p>
      <blockquote>{script}</blockquote>
      <div className="row">
        {running ? (
          <button className="strong" onClick={() => void end(running).catch(failed)}>
            <Icon name="stop" />
            {t('clone.stop')}
          </button>
        ) : (
          <button className="quiet" onClick={() => void begin().catch(failed)}>
            <Icon name="voice" />
            {t('clone.record')}
          </button>
        )}
        <span className="meter" aria-hidden="true">
          <span className="meter-bar" ref={bar} />
        </span>
        <span className="figure" role="timer">
          {running ? clock(seconds) : ''}
        </span>
      </div>
    </section>
  );
}
