import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { AuditionNode } from '../../engine/contract/audition.ts';
import { report } from '../store/notices.ts';
import { Icon } from '../ui/Icon.tsx';
import { useSay } from '../ui/use.ts';
import { auditions, discard } from './auditions.ts';
import { changedWords, DIAL_NAMES, dialOf } from './card.ts';
import { drawn, titleOf } from './Candidate.tsx';
import { hear } from './heard.ts';
import { sounding } from './sound.ts';

type Children = ReadonlyMap<string | null, readonly AuditionNode[]>;

/** What came from what: every voice that was auditioned, with its prompt, seed and card. */
export function FamilyTree() {
  const t = useSay();
  const nodes = useStore(auditions, (state) => state.nodes);
  const [onlyKept, setOnlyKept] = useState(false);
  const children = useMemo((): Children => {
    const known = new Set(nodes.map(({ id }) => id));
    const byParent = new Map<string | null, AuditionNode[]>();
    for (const node of nodes) {
      const parent = node.parent !== null && known.has(node.parent) ? node.parent : null;
      byParent.set(parent, [...(byParent.get(parent) ?? []), node]);
    }
    return byParent;
  }, [nodes]);
  const hasKept = (node: AuditionNode): boolean => node.kept || (children.get(node.id) ?? []).some(hasKept);
  const wanted = (node: AuditionNode): boolean => !onlyKept || hasKept(node);
  if (nodes.length === 0) return null;
  const roots = (children.get(null) ?? []).filter(wanted);
  return (
    <section className="family" aria-labelledby="family-title">
      <div className="family-head">
        <h3 id="family-title" className="label">
          {t('family.title')}
        </h3>
        <span className="push" />
        <label className="check">
          <input type="checkbox" checked={onlyKept} onChange={(event) => setOnlyKept(event.target.checked)} />{' '}
          {t('family.kept')}
        </label>
      </div>
      <ul>
        {roots.toReversed().map((node) => (
          <Node key={node.id} node={node} parent={null} of={children} wanted={wanted} />
        ))}
      </ul>
    </section>
  );
}

interface NodeProps {
  readonly node: AuditionNode;
  readonly parent: AuditionNode | null;
  readonly of: Children;
  readonly wanted: (node: AuditionNode) => boolean;
}

function Node({ node, parent, of, wanted }: NodeProps) {
  const t = useSay();
  const playing = useStore(sounding, (state) => state.id === node.id);
  const onStage = useStore(auditions, (state) => state.batch === node.batch);
  const name = titleOf(node, t);
  const words = parent && node.how === 'words' ? changedWords(parent.request.prompt, node.request.prompt) : null;
  const below = (of.get(node.id) ?? []).filter(wanted);
  return (
    <li>
      <div className="family-row">
        <button
          className="bare"
          aria-pressed={playing}
          aria-label={t('audition.play', { name })}
          onClick={() => hear(node.id)}
        >
          <Icon name={playing ? 'stop' : 'play'} />
        </button>
        <span className={node.kept ? 'voice-name' : ''}>{name}</span>
        {words ? (
          <span className="faint clip">
            <del>{words.gone.join(' ')}</del> <ins>{words.come.join(' ')}</ins>
          </span>
        ) : (
          <span className="faint clip">{node.request.prompt}</span>
        )}
        <span className="push" />
        <button
          className="bare"
          aria-pressed={onStage}
          onClick={() => auditions.setState({ batch: node.batch, blind: null })}
        >
          {t('family.stage')}
        </button>
        <details className="family-card">
          <summary>{t('family.card')}</summary>
          <p>{node.request.prompt}</p>
          {drawn(node) && <p className="faint figure">{t('audition.seedNumber', { seed: node.request.seed })}</p>}
          <dl>
            {DIAL_NAMES.map((dial) => (
              <div key={dial}>
                <dt>{t(`dial.${dial}`)}</dt>
                <dd className="figure">{Number(dialOf(node.card, dial).toFixed(2))}</dd>
              </div>
            ))}
          </dl>
        </details>
        <button
          className="bare"
          aria-label={t('audition.discard', { name })}
          onClick={() => void discard(node).catch(report)}
        >
          <Icon name="trash" />
        </button>
      </div>
      {below.length > 0 && (
        <ul>
          {below.map((child) => (
            <Node key={child.id} node={child} parent={node} of={of} wanted={wanted} />
          ))}
        </ul>
      )}
    </li>
  );
}
