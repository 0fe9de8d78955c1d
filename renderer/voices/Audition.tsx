import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { report } from '../store/notices.ts';
import { useSay } from '../ui/use.ts';
import { auditions, batchOf, goBlind, loadAuditions, stage } from './auditions.ts';
import { AuditionForm } from './AuditionForm.tsx';
import { Blind } from './Blind.tsx';
import { Candidate } from './Candidate.tsx';
import { FamilyTree } from './FamilyTree.tsx';
import { hear, hearOther } from './heard.ts';
import { library } from './library.ts';

const FIELDS = 'input:not([type=range]):not([type=checkbox]), textarea, select';

/** Keys of the stage: 1 to 4 play a candidate, X goes to the other of the last two. */
export function auditionKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (event.target instanceof HTMLElement && event.target.matches(FIELDS)) return;
  const { nodes, batch, blind } = auditions.getState();
  const ids = blind ? (blind.shown ? blind.ranking : blind.order) : batchOf(nodes, batch).map(({ id }) => id);
  const number = /^Digit([1-4])$/.exec(event.code)?.[1];
  const id = number === undefined ? undefined : ids[Number(number) - 1];
  if (id !== undefined) hear(id);
  else if (event.key.toLowerCase() === 'x') hearOther();
  else return;
  event.preventDefault();
}

/** Where no pack designs voices from words, an audition begins with a voice of the library. */
function BeginWith() {
  const t = useSay();
  const models = useStore(library, (state) => state.models);
  return (
    <label className="begin">
      <span className="label">{t('audition.begin')}</span>
      <select
        className="field"
        value=""
        onChange={(event) => {
          const model = models.find((one) => one._id === event.target.value);
          if (model) void stage(model.dramatis.card, { parent: null, how: 'voice', of: [model._id] });
        }}
      >
        <option value="">{t('audition.begin.choose')}</option>
        {models.map((model) => (
          <option key={model._id} value={model._id}>
            {model.title}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Describe a voice, hear candidates, compare them, keep one. */
export function Audition() {
  const t = useSay();
  const { nodes, batch, busy, blind } = useStore(auditions);
  const design = useStore(library, (state) => state.abilities.design);
  useEffect(() => void loadAuditions().catch(report), []);
  const candidates = batchOf(nodes, batch);
  const stageElement = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Who pressed a button of a voice that left the stage goes on at the one that took it.
    if (document.activeElement === document.body)
      stageElement.current?.querySelector<HTMLElement>('.candidate .buttons button')?.focus();
  }, [batch]);
  return (
    <div className="audition">
      <div className="audition-side">
        {design && <AuditionForm />}
        <BeginWith />
      </div>
      <div className="audition-stage" ref={stageElement}>
        <div className="stage-head">
          <h3 className="label">{t('audition.candidates')}</h3>
          <span className="faint">{t('audition.keys')}</span>
          <span className="push" />
          <button className="quiet" disabled={nodes.length < 2} onClick={hearOther}>
            {t('audition.ab')} <kbd>X</kbd>
          </button>
          <button className="quiet" disabled={candidates.length < 2 || blind !== null} onClick={goBlind}>
            {t('audition.blind')}
          </button>
        </div>
        <p role="status" className={busy ? 'hint' : 'unseen'}>
          {busy ? t('audition.busy') : ''}
        </p>
        {blind ? (
          <Blind />
        ) : (
          <ol className="candidates">
            {candidates.map((node, i) => (
              <Candidate key={node.id} node={node} number={i + 1} />
            ))}
          </ol>
        )}
        {candidates.length === 0 && !busy && (
          <p className="hint">{t(design ? 'audition.empty' : 'audition.empty.library')}</p>
        )}
        <FamilyTree />
      </div>
    </div>
  );
}
