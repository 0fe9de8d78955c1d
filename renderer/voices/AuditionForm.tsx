import { useStore } from 'zustand';
import { LIMITS } from '../../engine/contract/limits.ts';
import { Icon } from '../ui/Icon.tsx';
import { shown } from '../ui/commands.ts';
import { useSay } from '../ui/use.ts';
import type { StringKey } from '../ui/strings.ts';
import { freshSeed } from '../store/lines.ts';
import { settings } from '../store/settings.ts';
import { ask, auditions, setDraft, stopMaking, textFor } from './auditions.ts';
import { changedWords } from './card.ts';
import { languageName } from './names.ts';
import { library } from './library.ts';
import { PREVIEWS, PROMPTS } from './prompts.ts';

const { voiceDesign: design, tts } = LIMITS;

/** What a number means, in words. */
const stepsInWords = (steps: number): StringKey =>
  steps < 8
    ? 'audition.steps.sketch'
    : steps <= 24
      ? 'audition.steps.quick'
      : steps <= 64
        ? 'audition.steps.careful'
        : 'audition.steps.slow';
const guidanceInWords = (value: number): StringKey =>
  value < 1
    ? 'audition.guidance.free'
    : value <= 3
      ? 'audition.guidance.follow'
      : value <= 6
        ? 'audition.guidance.close'
        : 'audition.guidance.over';
const extraInWords = (value: number): StringKey =>
  value === 0 ? 'audition.extra.off' : value <= 2 ? 'audition.extra.some' : 'audition.extra.much';

interface NumberProps {
  readonly name: string;
  readonly words: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly change: (value: number) => void;
}

function NumberField({ name, words, value, min, max, step, change }: NumberProps) {
  return (
    <label className="number">
      <span className="label">{name}</span>
      <input
        className="field"
        type="number"
        value={value}
        min={min}
        max={max}
        step={step}
        onChange={(event) => {
          const next = event.target.valueAsNumber;
          if (Number.isFinite(next)) change(Math.max(min, Math.min(max, next)));
        }}
      />
      <span className="faint">{words}</span>
    </label>
  );
}

/** What voice design is asked for. */
export function AuditionForm() {
  const t = useSay();
  const { draft, busy, sameSeed, from } = useStore(auditions);
  const languages = useStore(library, (state) => state.abilities.languages);
  const interfaceLanguage = useStore(settings, (state) => state.language);
  const changed = from && changedWords(from.request.prompt, draft.prompt);
  return (
    <form
      className="audition-form"
      aria-label={t('audition.form')}
      onSubmit={(event) => {
        event.preventDefault();
        if (busy) stopMaking();
        else if (draft.prompt.trim() !== '') void ask();
      }}
    >
      <label>
        <span className="label">{t('audition.prompt')}</span>
        <textarea
          className="field"
          rows={5}
          maxLength={design.instruction.max}
          placeholder={t('audition.prompt.hint')}
          value={draft.prompt}
          onChange={(event) => setDraft({ prompt: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
          }}
        />
      </label>
      {changed && (
        <p className="hint changed">
          {t('audition.changing')}{' '}
          {changed.gone.map((word, i) => (
            <del key={`gone-${i}`}>{word} </del>
          ))}
          {changed.come.map((word, i) => (
            <ins key={`come-${i}`}>{word} </ins>
          ))}
          <button type="button" className="bare" onClick={() => auditions.setState({ from: null, sameSeed: false })}>
            {t('audition.changing.stop')}
          </button>
        </p>
      )}
      <label>
        <span className="label">{t('audition.ready')}</span>
        <select className="field" value="" onChange={(event) => setDraft({ prompt: event.target.value })}>
          <option value="">{t('audition.ready.choose')}</option>
          {PROMPTS.map((prompt) => (
            <option key={prompt}>{prompt}</option>
          ))}
        </select>
      </label>
      <label>
        <span className="label">{t('audition.text')}</span>
        <textarea
          className="field"
          rows={3}
          maxLength={design.referenceText.max}
          placeholder={textFor({ text: '', language: draft.language })}
          value={draft.text}
          onChange={(event) => setDraft({ text: event.target.value })}
        />
      </label>
      <div className="pairs">
        <label>
          <span className="label">{t('audition.language')}</span>
          <select
            className="field"
            value={draft.language ?? ''}
            onChange={(event) => setDraft({ language: event.target.value || null })}
          >
            <option value="">{t('audition.language.any')}</option>
            {languages
              .filter((code) => code in PREVIEWS)
              .map((code) => (
                <option key={code} value={code}>
                  {languageName(code, interfaceLanguage)}
                </option>
              ))}
          </select>
        </label>
        <label>
          <span className="label">{t('audition.count')}</span>
          <select
            className="field"
            value={draft.count}
            onChange={(event) => setDraft({ count: Number(event.target.value) })}
          >
            {Array.from({ length: design.n.max }, (_, i) => (
              <option key={i}>{i + 1}</option>
            ))}
          </select>
        </label>
      </div>
      <details className="more" open={sameSeed}>
        <summary>{t('audition.numbers')}</summary>
        <NumberField
          name={t('audition.steps')}
          words={t(stepsInWords(draft.steps))}
          value={draft.steps}
          min={design.numStep.min}
          max={design.numStep.max}
          step={1}
          change={(value) => setDraft({ steps: Math.round(value) })}
        />
        <NumberField
          name={t('audition.guidance')}
          words={t(guidanceInWords(draft.guidance))}
          value={draft.guidance}
          min={design.guidanceScale.min}
          max={20}
          step={0.5}
          change={(guidance) => setDraft({ guidance })}
        />
        <NumberField
          name={t('audition.extra')}
          words={t(extraInWords(draft.promptGuidance))}
          value={draft.promptGuidance}
          min={design.instructGuidanceScale.min}
          max={20}
          step={0.5}
          change={(promptGuidance) => setDraft({ promptGuidance })}
        />
        <NumberField
          name={t('audition.seed')}
          words={t('audition.seed.words')}
          value={draft.seed}
          min={tts.seed.min}
          max={tts.seed.max}
          step={1}
          change={(value) => {
            setDraft({ seed: Math.round(value) });
            auditions.setState({ sameSeed: true });
          }}
        />
        <label className="check">
          <input
            type="checkbox"
            checked={sameSeed}
            onChange={(event) => {
              auditions.setState({ sameSeed: event.target.checked });
              if (!event.target.checked) setDraft({ seed: freshSeed() });
            }}
          />{' '}
          {t('audition.seed.same')}
        </label>
      </details>
      <button className="strong" disabled={!busy && draft.prompt.trim() === ''}>
        <Icon name={busy ? 'stop' : 'play'} />
        {busy ? t('audition.stop') : t('audition.ask')} <kbd>{shown('Mod+Enter')}</kbd>
      </button>
    </form>
  );
}
