import { useEffect, useMemo, useState } from 'react';
import { readApi, type ApiDocument, type ApiOperation, type ApiSchema } from '../api/settings.ts';
import { report } from '../store/notices.ts';
import { useSay } from '../ui/use.ts';
import { base } from './base.ts';

interface Row {
  readonly method: string;
  readonly path: string;
  readonly operation: ApiOperation;
}

/** What programs come for stands first. */
const ORDER = ['/v1/tts', '/v1/voice-design', '/v1/', '/model', '/wallet', '/'];
const placeOf = ({ path }: Row): number => ORDER.findIndex((start) => path.startsWith(start));

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

function rowsOf(document: ApiDocument): Row[] {
  const rows = Object.entries(document.paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method];
      return operation ? [{ method: method.toUpperCase(), path, operation }] : [];
    }),
  );
  return rows.sort((a, b) => placeOf(a) - placeOf(b));
}

/** A text with `code` in it. */
function Prose({ text }: { readonly text: string | undefined }) {
  return (text ?? '').split('`').map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part));
}

function resolved(schema: ApiSchema | undefined, document: ApiDocument): ApiSchema | undefined {
  const name = schema?.$ref?.split('/').at(-1);
  return name === undefined ? schema : document.components?.schemas?.[name];
}

/** What a field may be, in a line. */
function kindOf(schema: ApiSchema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return [...new Set(several.map(kindOf))].join(' | ');
  if (schema.type === 'array') return `${schema.items ? kindOf(schema.items) : ''}[]`;
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : String(schema.type ?? '');
  const { minimum, maximum } = schema;
  const bounds = minimum !== undefined || maximum !== undefined ? ` ${minimum ?? ''}…${maximum ?? ''}` : '';
  return type + bounds;
}

/** What the server offers to other programs, from its own description. */
export function Reference() {
  const t = useSay();
  const [document, setDocument] = useState<ApiDocument | null>(null);
  const [words, setWords] = useState('');
  useEffect(() => void readApi().then(setDocument, report), []);
  const found = useMemo(() => {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    return (document ? rowsOf(document) : []).filter(({ method, path, operation }) => {
      const text = `${method} ${path} ${operation.summary ?? ''} ${operation.description ?? ''}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
  }, [document, words]);
  if (!document) return <p className="hint">{t('settings.loading')}</p>;
  return (
    <section className="settings-part wide-part">
      <div className="stage-head">
        <h3 className="label">{t('reference.title')}</h3>
        <code className="faint">{base()}</code>
        <span className="push" />
        <input
          type="search"
          className="field reference-search"
          aria-label={t('reference.search')}
          placeholder={t('reference.search')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      <ul className="reference">
        {found.map(({ method, path, operation }) => (
          <li key={`${method} ${path}`}>
            <details>
              <summary>
                <code className="method">{method}</code> <code>{path}</code>{' '}
                <span className="faint">{operation.summary}</span>
              </summary>
              {operation.description && (
                <p>
                  <Prose text={operation.description} />
                </p>
              )}
              <Fields operation={operation} document={document} />
              <p className="label">{t('reference.answers')}</p>
              <ul className="answers">
                {Object.entries(operation.responses).map(([status, answer]) => (
                  <li key={status}>
                    <code>{status}</code>{' '}
                    <span className="faint">
                      <Prose text={answer.description} />
                    </span>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Fields({ operation, document }: { readonly operation: ApiOperation; readonly document: ApiDocument }) {
  const t = useSay();
  const content = operation.requestBody?.content ?? {};
  const schema = resolved(Object.values(content)[0]?.schema, document);
  const fields = Object.entries(schema?.properties ?? {});
  if (fields.length === 0) return null;
  return (
    <table className="table">
      <caption className="label">
        {t('reference.body')} <span className="faint">{Object.keys(content).join(', ')}</span>
      </caption>
      <tbody>
        {fields.map(([name, field]) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
              {schema?.required?.includes(name) && field.default === undefined && (
                <span className="faint"> {t('reference.required')}</span>
              )}
            </th>
            <td>
              <code>{kindOf(field)}</code>
              {field.default !== undefined && (
                <span className="faint"> {t('reference.default', { value: JSON.stringify(field.default) })}</span>
              )}
              {field.description && (
                <p className="faint">
                  <Prose text={field.description} />
                </p>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
