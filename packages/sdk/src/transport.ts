import { TriviumConnectionError, toTriviumError } from './errors.ts';
import { type UploadProgress, uploadBody } from './upload.ts';

export interface TransportOptions {
  /** Where the service answers, such as `http://127.0.0.1:8080`. */
  url: string;
  /** An API key. */
  key: string;
  /** How often a request is repeated that got no answer, 408, 429, 502, 503 or 504; 4 unless told. */
  maxRetries?: number;
  /** For one try; 60 s unless told. Uploads and streams have none. */
  timeoutMs?: number;
  /** The platform's unless told. */
  fetch?: typeof fetch;
}

export interface Ask {
  method: string;
  /** Below the service's root, with the query. */
  path: string;
  headers?: Record<string, string>;
  /** JSON, or bytes that are sent as they are. */
  body?: unknown;
  upload?: { source: Blob | Uint8Array; mediaType: string; onProgress?: (progress: UploadProgress) => void };
  signal?: AbortSignal | undefined;
}

const RETRIED = new Set([408, 429, 502, 503, 504]);
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 30_000;

/** Sends requests, and repeats those that may be repeated. Every POST carries a key, so that none is done twice. */
export class Transport {
  readonly url: string;
  readonly #options: TransportOptions;
  readonly #fetch: typeof fetch;

  constructor(options: TransportOptions) {
    this.url = options.url.replace(/\/+$/, '');
    this.#options = options;
    this.#fetch = options.fetch ?? ((...given) => globalThis.fetch(...given));
  }

  /** The body of the answer as text. Rejects with TriviumError or TriviumConnectionError. */
  async text(ask: Ask): Promise<string> {
    const response = await this.send(ask);
    return response.text();
  }

  /** The parsed answer; undefined when it has no body. */
  async json(ask: Ask): Promise<unknown> {
    const text = await this.text(ask);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** An answer of success, its body unread. */
  async send(ask: Ask): Promise<Response> {
    const { maxRetries = 4 } = this.#options;
    for (let attempt = 0; ; attempt++) {
      let delayMs: number;
      try {
        const response = await this.#try(ask);
        if (response.ok) return response;
        const text = await response.text();
        if (attempt >= maxRetries || !RETRIED.has(response.status))
          throw toTriviumError(response.status, text);
        delayMs = retryAfterMs(response) ?? backoffMs(attempt);
      } catch (error) {
        if (ask.signal?.aborted || (error as Error).name === 'TriviumError') throw error;
        if (attempt >= maxRetries) throw new TriviumConnectionError(this.url, error);
        delayMs = backoffMs(attempt);
      }
      await pause(delayMs, ask.signal);
    }
  }

  #try({ method, path, headers, body, upload, signal }: Ask): Promise<Response> {
    const { key, timeoutMs = 60_000 } = this.#options;
    const sent = upload === undefined ? jsonBody(body) : uploadBody(upload);
    const limit =
      upload === undefined && headers?.accept !== 'text/event-stream' ? [AbortSignal.timeout(timeoutMs)] : [];
    return this.#fetch(this.url + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.any([...limit, ...(signal === undefined ? [] : [signal])]),
      ...sent.init,
      headers: { authorization: `Bearer ${key}`, ...sent.headers, ...headers },
    });
  }
}

function jsonBody(body: unknown): { init: RequestInit; headers: Record<string, string> } {
  if (body === undefined) return { init: {}, headers: {} };
  return { init: { body: JSON.stringify(body) }, headers: { 'content-type': 'application/json' } };
}

/** What the service asks to wait: seconds, as it sends them, or a date. */
function retryAfterMs(response: Response): number | undefined {
  const header = response.headers.get('retry-after');
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Longer each time, and by chance, so that clients cut off together do not come back together. */
function backoffMs(attempt: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** attempt, MAX_DELAY_MS) * (0.5 + Math.random() / 2);
}

export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
