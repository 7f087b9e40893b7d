import { TriviumConnectionError, type TriviumError, toTriviumError } from './errors.ts';
import { anySignal, pause } from './signals.ts';
import { sendUpload, type Upload } from './upload.ts';

export interface TransportOptions {
  /** Base URL of the service, such as `http://127.0.0.1:8080`. */
  url: string;
  /** An API key. */
  key: string;
  /** Retries of a request that got no response, 408, 429, 502, 503 or 504; 4 by default. */
  maxRetries?: number;
  /**
   * Maximum wait between two attempts, 60 s by default. If the service asks for a longer one, the call fails
   * with its error.
   */
  maxRetryDelayMs?: number;
  /** Timeout per attempt; 60 s by default. Uploads, files and streams have none. */
  timeoutMs?: number;
  /** Defaults to the platform's `fetch`. */
  fetch?: typeof fetch;
  /**
   * Parses the JSON of responses and events; by default `JSON.parse`, which rounds numbers that a double
   * cannot hold.
   */
  parseJson?: (text: string) => unknown;
}

export interface Ask {
  method: string;
  /** Path below the service's root, including the query. */
  path: string;
  headers?: Record<string, string>;
  /** JSON, or bytes that are sent as they are. */
  body?: unknown;
  upload?: Upload;
  signal?: AbortSignal | undefined;
  /** The response is a file, which may take a while. */
  isFile?: boolean;
}

const RETRIED = new Set([408, 429, 502, 503, 504]);
const DEFAULT_TIMEOUT_MS = 60_000;
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 30_000;

/**
 * Sends requests and retries those that may be retried. Every POST carries an idempotency key, so that none
 * is performed twice.
 */
export class Transport {
  readonly url: string;
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.url = options.url.replace(/\/+$/, '');
    this.#options = options;
  }

  /** The response body as text. Rejects with TriviumError or TriviumConnectionError. */
  async text(ask: Ask): Promise<string> {
    const response = await this.send(ask);
    return response.text();
  }

  /** The response body as bytes, however long that takes. */
  async file(ask: Ask): Promise<Blob> {
    const response = await this.send({ ...ask, isFile: true });
    return response.blob();
  }

  /** The parsed response; undefined when it has no body. */
  async json(ask: Ask): Promise<unknown> {
    const text = await this.text(ask);
    return text === '' ? undefined : this.parse(text);
  }

  parse(text: string): unknown {
    return (this.#options.parseJson ?? JSON.parse)(text);
  }

  /** A successful response whose body is unread. */
  async send(ask: Ask): Promise<Response> {
    const { maxRetries = 4, maxRetryDelayMs = 60_000, timeoutMs = DEFAULT_TIMEOUT_MS } = this.#options;
    let runsSince: number | undefined;
    for (let attempt = 0; ; attempt++) {
      let delayMs: number;
      try {
        const response = await this.#try(ask);
        if (response.ok) return response;
        const error = toTriviumError(this.url, response, await response.text());
        const askedMs = (error.retryAfterSeconds ?? 0) * 1_000;
        if (isRunning(error)) {
          // The first attempt has the time of another one to finish; asking for it is no retry.
          runsSince ??= performance.now();
          if (performance.now() - runsSince < timeoutMs) attempt--;
        }
        if (attempt >= maxRetries || !mayPass(error) || askedMs > maxRetryDelayMs) throw error;
        delayMs = error.retryAfterSeconds === undefined ? backoffMs(attempt) : askedMs;
      } catch (error) {
        if (ask.signal?.aborted || (error as Error).name === 'TriviumError') throw error;
        if (attempt >= maxRetries) throw new TriviumConnectionError(this.url, error);
        delayMs = backoffMs(attempt);
      }
      await pause(delayMs, ask.signal);
    }
  }

  #try({ method, path, headers, body, upload, signal, isFile }: Ask): Promise<Response> {
    const { key, timeoutMs = DEFAULT_TIMEOUT_MS, fetch } = this.#options;
    const url = this.url + path;
    const own = { authorization: `Bearer ${key}`, ...headers };
    if (upload !== undefined) return sendUpload(upload, { url, method, headers: own, signal, fetch });
    const isStream = isFile || headers?.accept === 'text/event-stream';
    const signals = [...(isStream ? [] : [AbortSignal.timeout(timeoutMs)]), ...(signal ? [signal] : [])];
    return (fetch ?? globalThis.fetch)(url, {
      method,
      redirect: 'manual',
      signal: anySignal(signals),
      headers: body === undefined ? own : { 'content-type': 'application/json', ...own },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }
}

/** Whether the same request may succeed later. */
function mayPass(error: TriviumError): boolean {
  return RETRIED.has(error.status) || isRunning(error);
}

/** Whether a first attempt with the same key is still running. */
function isRunning({ code, retryAfterSeconds }: TriviumError): boolean {
  return code === 'idempotency_conflict' && retryAfterSeconds !== undefined;
}

/** Exponential with jitter, so that clients cut off together do not all come back at once. */
function backoffMs(attempt: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** attempt, MAX_DELAY_MS) * (0.5 + Math.random() / 2);
}
