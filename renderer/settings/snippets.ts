/** A request as other programs would write it. The key stands for itself: `$DRAMATIS_API_KEY`. */

export interface Sendable {
  readonly method: string;
  /** As `/v1/tts`. */
  readonly path: string;
  readonly model: string | null;
  readonly body: Readonly<Record<string, unknown>> | null;
}

export const SNIPPETS = ['curl', 'javascript', 'python'] as const;
export type Snippet = (typeof SNIPPETS)[number];

export function snippet(kind: Snippet, base: string, request: Sendable): string {
  switch (kind) {
    case 'curl':
      return curl(base, request);
    case 'javascript':
      return javascript(base, request);
    case 'python':
      return python(base, request);
  }
}

/** The kind of file that the answer is; null where it is JSON. Who says nothing gets the service's own choice. */
function extension({ path, body }: Sendable): string | null {
  const speech = /^\/v1\/(?:tts|audio\/speech)$/.test(path);
  const format = body?.['format'] ?? body?.['response_format'] ?? (speech ? 'mp3' : null);
  return typeof format === 'string' && /^[a-z0-9]{2,5}$/.test(format) ? format : null;
}

/** A single-quoted word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function curl(base: string, request: Sendable): string {
  const { method, path, model, body } = request;
  const file = extension(request);
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(base + path)}`,
    `-H "Authorization: Bearer $DRAMATIS_API_KEY"`,
    ...(model === null ? [] : [`-H ${quoted(`model: ${model}`)}`]),
    ...(body === null ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
    ...(file === null ? [] : [`-o speech.${file}`]),
  ];
  return lines.join(' \\\n  ');
}

function javascript(base: string, request: Sendable): string {
  const { method, path, model, body } = request;
  const file = extension(request);
  const headers = [
    '    Authorization: `Bearer ${process.env.DRAMATIS_API_KEY}`,',
    ...(model === null ? [] : [`    model: ${JSON.stringify(model)},`]),
    ...(body === null ? [] : [`    'Content-Type': 'application/json',`]),
  ];
  const sent = body === null ? [] : [`  body: JSON.stringify(${indented(JSON.stringify(body, null, 2), '  ')}),`];
  return [
    ...(file === null ? [] : [`import { writeFile } from 'node:fs/promises';`, '']),
    `const response = await fetch(${JSON.stringify(base + path)}, {`,
    `  method: ${JSON.stringify(method)},`,
    '  headers: {',
    ...headers,
    '  },',
    ...sent,
    '});',
    'if (!response.ok) throw new Error((await response.json()).message);',
    file === null
      ? 'console.log(await response.json());'
      : `await writeFile('speech.${file}', Buffer.from(await response.arrayBuffer()));`,
  ].join('\n');
}

function python(base: string, request: Sendable): string {
  const { method, path, model, body } = request;
  const file = extension(request);
  const headers = [
    `        "Authorization": "Bearer " + os.environ["DRAMATIS_API_KEY"],`,
    ...(model === null ? [] : [`        "model": ${pythonValue(model)},`]),
  ];
  const result =
    file === null
      ? ['print(response.json())']
      : [`with open("speech.${file}", "wb") as file:`, '    file.write(response.content)'];
  return [
    'import os',
    'import requests',
    '',
    'response = requests.request(',
    `    ${pythonValue(method)},`,
    `    ${pythonValue(base + path)},`,
    '    headers={',
    ...headers,
    '    },',
    ...(body === null ? [] : [`    json=${pythonValue(body)},`]),
    ')',
    'response.raise_for_status()',
    ...result,
  ].join('\n');
}

const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

/** A JSON value as Python writes it. */
function pythonValue(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${pythonValue(inner)}`);
    return `{${parts.join(', ')}}`;
  }
  // JSON's escapes of strings are Python's, too.
  return JSON.stringify(value);
}
