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
    history.replaceState(null, '', location.pathname + location.search);
  }
  return found ?? sessionStorage.getItem(TOKEN) ?? '';
}

const token = typeof location === 'undefined' ? '' : launchToken();

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

export async function getJson<T>(path: string, options: Call = {}): Promise<T> {
  return (await (await call(path, options)).json()) as T;
}
