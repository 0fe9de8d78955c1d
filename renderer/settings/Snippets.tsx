import { useState } from 'react';
import { useSay } from '../ui/use.ts';
import { copy } from './copy.ts';
import { base } from './base.ts';
import { SNIPPETS, snippet, type Sendable, type Snippet } from './snippets.ts';

/** A request as curl, JavaScript or Python, to copy. */
export function Snippets({ request }: { readonly request: Sendable }) {
  const t = useSay();
  const [kind, setKind] = useState<Snippet>('curl');
  const text = snippet(kind, base(), request);
  return (
    <div className="snippets">
      <div className="row" role="group" aria-label={t('snippets.kind')}>
        {SNIPPETS.map((one) => (
          <button key={one} className="quiet" aria-pressed={kind === one} onClick={() => setKind(one)}>
            {t(`snippets.${one}`)}
          </button>
        ))}
        <span className="push" />
        <button className="quiet" onClick={() => copy(text)}>
          {t('settings.copy')}
        </button>
      </div>
      <pre className="excerpt code" tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}
