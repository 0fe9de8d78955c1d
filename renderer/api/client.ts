/** The only place that fetches. Every request carries the launch token, and fails with a sentence for a person. */

export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}

/** What the desktop shell's preload script offers; a browser has none of it. */
export interface Bridge {
  readonly token?: string;
  readonly base?: string;
  readonly reveal?: (path: string) => Promise<void>;
  readonly pickFile?: () => Promise<string | null>;
  readonly pickSave?: (name: string) => Promise<string | null>;
}

export const bridge: Bridge = (globalThis as { dramatis?: Bridge }).dramatis ?? {};

const TOKEN = 'dramatis.launch';

/**
 * The launch token. A browser gets it once in the address's fragment, which is never sent anywhere, and keeps it for
 * this tab.
 */
function launchToken(): string {
  if (bridge.token) return bridge.token;
  const found = /[#&]k=([^&]+)/.exec(location.hash)?.[1];
  if (found) {
    sessionStorage.setItem(TOKEN, found);
    takeAlong(/[#&]p=([^&]+)/.exec(location.hash)?.[1]);
    history.replaceState(null, '', location.pathname + location.search);
  }
  return found ?? sessionStorage.getItem(TOKEN) ?? '';
}

const token = typeof location === 'undefined' ? '' : launchToken();

/** How somebody likes the studio is kept by the browser under the page's address, which changes with the port. */
function takeAlong(kept: string | undefined): void {
  if (kept === undefined) return;
  const values = JSON.parse(decodeURIComponent(kept)) as Record<string, string>;
  for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
}

/** Goes on at the server's new address, with the same scene, the same key and all that this browser keeps. */
export function followServer(url: string): void {
  const kept = Object.fromEntries(Object.entries(localStorage).filter(([name]) => name.startsWith('dramatis.')));
  location.assign(`${url}/#k=${token}&p=${encodeURIComponent(JSON.stringify(kept))}`);
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly json?: unknown;
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Lets the request outlive the page, as the last save does. */
  readonly keepalive?: boolean;
}

/** @throws ApiError for every answer that is not a success, and when the server does not answer at all. */
export async function call(path: string, options: Call = {}): Promise<Response> {
  const { method = 'GET', json, bytes, form, headers, signal, keepalive } = options;
  const body = json === undefined ? (bytes ?? form) : JSON.stringify(json);
  const type = json === undefined ? 'application/octet-stream' : 'application/json';
  let response: Response;
  try {
    response = await fetch((bridge.base ?? '') + path, {
      method,
      cache: 'no-store',
      headers: {
        authorization: `Bearer ${token}`,
        // A form brings its own type, with the boundary of its parts.
        ...(body === undefined || body === form ? {} : { 'content-type': type }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
      ...(keepalive ? { keepalive } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, 'offline', 'The Dramatis server does not answer.');
  }
  if (response.ok) return response;
  const problem = (await response.json().catch(() => ({}))) as { reason?: string; message?: string };
  throw new ApiError(
    response.status,
    problem.reason ?? 'unknown',
    problem.message ?? `The server answered ${response.status}.`,
  );
}

/** Share of a body that is sent, 0 to 1. */
export type Progress = (share: number) => void;

/**
 * Posts a form that may be large, and tells how far it is, which `fetch` does not. The body of the answer.
 * @throws ApiError as `call` does; DOMException AbortError
 */
export function send(path: string, form: FormData, progress: Progress, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    request.open('POST', (bridge.base ?? '') + path);
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status, responseText } = request;
      if (status >= 200 && status < 300) resolve(responseText);
      else reject(answered(status, responseText));
    };
    request.onerror = () => reject(new ApiError(0, 'offline', 'The Dramatis server does not answer.'));
    request.onabort = () => reject(new DOMException('The request was cancelled.', 'AbortError'));
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort, { once: true });
    request.send(form);
    if (signal.aborted) abort();
  });
}

function answered(status: number, body: string): ApiError {
  let problem: { reason?: string; message?: string } = {};
  try {
    problem = JSON.parse(body) as typeof problem;
  } catch {
    // Not our server's words: the status has to do.
  }
  return new ApiError(status, problem.reason ?? 'unknown', problem.message ?? `The server answered ${status}.`);
}

export async function getJson<T>(path: string, options: Call = {}): Promise<T> {
  return (await (await call(path, options)).json()) as T;
}
