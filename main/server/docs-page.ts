/** The OpenAPI document as one page of HTML that needs nothing from outside, not even a script. */

type Json = Record<string, unknown>;

const STYLE = `
:root{color-scheme:light dark;--line:#8885}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h2{margin-top:2.5rem;border-bottom:1px solid var(--line)}
code,pre{font:14px/1.45 ui-monospace,monospace}
pre{padding:.8rem;border:1px solid var(--line);border-radius:6px;overflow:auto}
details{border:1px solid var(--line);border-radius:6px;margin:.6rem 0;padding:.4rem .8rem}
summary{cursor:pointer}
summary b{display:inline-block;min-width:4rem}
table{border-collapse:collapse;width:100%;margin:.6rem 0}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-top:1px solid var(--line)}
.wide{overflow-x:auto}`;

export const DOCS_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function docsPage(document: Json): string {
  const info = document['info'] as Json;
  const server = ((document['servers'] as Json[])[0]?.['url'] ?? '') as string;
  const operations = Object.entries(document['paths'] as Record<string, Json>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Json })),
  );
  const tags = [...new Set(operations.map(({ operation }) => String((operation['tags'] as string[])[0])))];
  const about = new Map((document['tags'] as Json[]).map(({ name, description }) => [name, description]));
  const { schemas } = document['components'] as { schemas: Record<string, Json> };
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${esc(info['title'])} API</title><style>${STYLE}</style></head><body>
<h1>${esc(info['title'])} ${esc(info['version'])}</h1>
<p>${esc(info['description'])} Every request but those marked open needs an API key: <code>dramatis keys create NAME</code>. The same
as a document for programs: <a href="/openapi.json">openapi.json</a>.</p>
<pre>curl ${esc(server)}/v1/tts -H "Authorization: Bearer $DRAMATIS_API_KEY" \\
  -H "Content-Type: application/json" -d '{"text": "Hello."}' -o hello.mp3</pre>
${tags
  .map(
    (tag) =>
      `<h2>${esc(tag)}</h2><p>${words(about.get(tag) ?? '')}</p>${operations
        .filter(({ operation }) => (operation['tags'] as string[])[0] === tag)
        .map(operationHtml)
        .join('')}`,
  )
  .join('')}
<h2>Schemas</h2>
${Object.entries(schemas)
  .map(
    ([name, schema]) =>
      `<details id="${esc(name)}"><summary><code>${esc(name)}</code></summary>${schemaHtml(schema)}</details>`,
  )
  .join('')}
</body></html>`;
}

function operationHtml({ path, method, operation }: { path: string; method: string; operation: Json }): string {
  const body = operation['requestBody'] as { content: Record<string, Json> } | undefined;
  const parameters = (operation['parameters'] ?? []) as Json[];
  const responses = Object.entries(operation['responses'] as Record<string, Json>);
  const open = Array.isArray(operation['security']) ? ' (open)' : '';
  return `<details><summary><b>${esc(method.toUpperCase())}</b> <code>${esc(path)}</code> ${esc(operation['summary'])}${open}</summary>
<p>${words(operation['description'] ?? '')}</p>
${parameters.length > 0 ? `<h4>Parameters</h4>${table(parameters.map((p) => [`<code>${esc(p['name'])}</code> (${esc(p['in'])})`, `${words(p['description'] ?? '')} ${constraints(p['schema'] as Json)}`]))}` : ''}
${
  body
    ? `<h4>Body</h4>${Object.entries(body.content)
        .map(([type, media]) => `<p><code>${esc(type)}</code>: ${typeOf(media['schema'] as Json)}</p>`)
        .join('')}${examplesHtml(Object.values(body.content)[0])}`
    : ''
}
<h4>Responses</h4>${table(responses.map(([status, response]) => [`<code>${esc(status)}</code>`, responseHtml(response)]))}</details>`;
}

function examplesHtml(media: Json | undefined): string {
  const examples = Object.values((media?.['examples'] ?? {}) as Record<string, Json>);
  return examples.map(({ value }) => `<pre>${esc(JSON.stringify(value, null, 2))}</pre>`).join('');
}

function responseHtml(response: Json): string {
  const content = Object.entries((response['content'] ?? {}) as Record<string, Json>);
  const headers = Object.entries((response['headers'] ?? {}) as Record<string, Json>);
  return [
    words(response['description'] ?? ''),
    ...content.map(([type, media]) => `<br><code>${esc(type)}</code>: ${typeOf(media['schema'] as Json)}`),
    ...headers.map(([name, header]) => `<br><code>${esc(name)}</code>: ${words(header['description'] ?? '')}`),
    ...content.map(([, media]) => {
      const { example } = media;
      if (example === undefined) return examplesHtml(media);
      return `<pre>${esc(typeof example === 'string' ? example : JSON.stringify(example, null, 2))}</pre>`;
    }),
  ].join(' ');
}

function schemaHtml(schema: Json): string {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
  if (properties.length === 0) return `<p>${typeOf(schema)}</p>`;
  const required = new Set((schema['required'] ?? []) as string[]);
  return table(
    properties.map(([name, field]) => [
      `<code>${esc(name)}</code>${required.has(name) ? ' (required)' : ''}`,
      typeOf(field),
      `${words(field['description'] ?? '')} ${constraints(field)}`,
    ]),
  );
}

function typeOf(schema: Json | undefined): string {
  if (!schema) return '';
  if (typeof schema['$ref'] === 'string') {
    const name = schema['$ref'].split('/').pop() ?? '';
    return `<a href="#${esc(name)}"><code>${esc(name)}</code></a>`;
  }
  const any = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (any) return any.map(typeOf).join(' or ');
  if (schema['type'] === 'array') return `array of ${typeOf(schema['items'] as Json | undefined) || 'anything'}`;
  return esc(schema['format'] ?? schema['type'] ?? 'anything');
}

function constraints(schema: Json): string {
  const bounds = [
    Array.isArray(schema['enum'])
      ? `one of ${(schema['enum'] as unknown[]).map((value) => `<code>${esc(value)}</code>`).join(', ')}`
      : '',
    schema['minimum'] === undefined ? '' : `at least ${esc(schema['minimum'])}`,
    schema['exclusiveMinimum'] === undefined ? '' : `above ${esc(schema['exclusiveMinimum'])}`,
    schema['maximum'] === undefined ? '' : `at most ${esc(schema['maximum'])}`,
    schema['maxLength'] === undefined ? '' : `at most ${esc(schema['maxLength'])} characters`,
    schema['default'] === undefined ? '' : `default <code>${esc(JSON.stringify(schema['default']))}</code>`,
  ].filter((words) => words !== '');
  return bounds.length > 0 ? `<small>(${bounds.join('; ')})</small>` : '';
}

function table(rows: readonly (readonly string[])[]): string {
  return `<div class="wide"><table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table></div>`;
}

/** Text with `code` in backquotes. */
function words(text: unknown): string {
  return esc(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function esc(text: unknown): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return String(text).replace(/[&<>"']/g, (c) => entities[c] ?? c);
}
