import type { Pool } from 'undici';
import { GroupCommit } from '../../../../kit/batching/index.ts';
import { required } from '../../../../kit/required.ts';
import { AnswerTooLargeError, readBounded } from './bounded-answer.ts';
import { NetworkUnavailableError } from './network-unavailable.ts';

export interface RpcCall {
  method: string;
  params: readonly unknown[];
}

export interface RpcFailure {
  code: number;
  message: string;
  data?: unknown;
}

export type RpcResult = { result: unknown } | { error: RpcFailure };

export interface JsonRpcOptions {
  network: string;
  /** Tried in order; the one that answered last is tried first. */
  urls: readonly string[];
  /** For one answer, over all addresses. The interface's 503 comes within 3 s. */
  deadlineMs?: number;
  /** Told each time no address answered. */
  onUnavailable?(): void;
}

/** Node's own limit is 2 MB for anvil, 5 MB for geth. */
const MAX_BATCH_BYTES = 1_000_000;
const MAX_BATCH_CALLS = 100;
const DEADLINE_MS = 2_500;
/** Codes by which providers say "not now": limits and overload. They are worth another address. */
const overloadCodes = new Set([-32005, -32007, -32016, 429]);

/**
 * JSON-RPC over HTTP. Calls that are made while an answer is under way share the next request, so a burst
 * costs few of them. The addresses come from the operator's settings and may be private ones, which is why
 * they do not pass the guard for strangers' URLs.
 */
export class JsonRpc {
  readonly #network: string;
  readonly #deadlineMs: number;
  readonly #onUnavailable: (() => void) | undefined;
  readonly #endpoints: Endpoint[];
  readonly #lanes = new Map<string, GroupCommit<RpcCall, RpcResult | NetworkUnavailableError>>();
  /** Those who wait for a call of a lane to go out with. */
  readonly #waiting = new Map<string, Set<() => void>>();
  #current = 0;
  #requests = 0;
  #underWay = 0;
  #held: Promise<void> | undefined;
  #onQuiet: (() => void) | undefined;

  constructor(options: JsonRpcOptions) {
    this.#network = options.network;
    this.#deadlineMs = options.deadlineMs ?? DEADLINE_MS;
    this.#onUnavailable = options.onUnavailable;
    this.#endpoints = options.urls.map((url) => new Endpoint(url));
  }

  /** HTTP requests made so far. */
  get requests(): number {
    return this.#requests;
  }

  /** One call; those of a lane wait for each other and go out together. Throws when no address answers it in time. */
  async call(lane: string, method: string, params: readonly unknown[]): Promise<RpcResult> {
    let group = this.#lanes.get(lane);
    if (group === undefined) {
      group = new GroupCommit({ run: (calls: RpcCall[]) => this.#ask(calls), maxItems: MAX_BATCH_CALLS });
      this.#lanes.set(lane, group);
    }
    const answer = group.add({ method, params });
    for (const goOn of this.#waiting.get(lane) ?? []) goOn();
    return answered(await answer);
  }

  /**
   * One call in a request of its own, whose answer may be long: of one that is longer than so, nothing is kept. Throws
   * `AnswerTooLargeError`, and when no address answers in time.
   */
  async callBounded(call: RpcCall, maxBytes: number): Promise<RpcResult> {
    const [result] = await this.#ask([call], maxBytes);
    return answered(required(result, 'the answer to a call'));
  }

  /** Waits for the next call of a lane, so as to share its request; not longer than so. */
  async awaitCall(lane: string, mostMs: number): Promise<void> {
    let waiting = this.#waiting.get(lane);
    if (waiting === undefined) {
      waiting = new Set();
      this.#waiting.set(lane, waiting);
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, mostMs);
    waiting.add(resolve);
    await promise;
    waiting.delete(resolve);
    clearTimeout(timer);
  }

  /** Answers in the order of the calls. Throws when no address answers one of them in time. */
  async batch(calls: readonly RpcCall[]): Promise<RpcResult[]> {
    return (await this.#ask(calls)).map(answered);
  }

  /** Holds back what is asked from now on. Resolves when nothing is under way any more, with what lets it go on. */
  async hold(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    if (this.#underWay > 0) {
      await new Promise<void>((quiet) => {
        this.#onQuiet = quiet;
      });
    }
    return () => {
      this.#held = undefined;
      resolve();
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.#endpoints.map((endpoint) => endpoint.close()));
  }

  async #ask(calls: readonly RpcCall[], maxBytes?: number): Promise<(RpcResult | NetworkUnavailableError)[]> {
    if (this.#held !== undefined) await this.#held;
    const results: (RpcResult | NetworkUnavailableError)[] = [];
    this.#underWay++;
    try {
      for (const part of split(calls)) results.push(...(await this.#exchange(part, maxBytes)));
    } finally {
      this.#underWay--;
      if (this.#underWay === 0) this.#onQuiet?.();
    }
    return results;
  }

  /** What an address leaves unanswered, which a provider's limit may be for some calls of many, the next one is asked. */
  async #exchange(
    calls: readonly RpcCall[],
    maxBytes: number | undefined,
  ): Promise<(RpcResult | NetworkUnavailableError)[]> {
    const endsAt = performance.now() + this.#deadlineMs;
    const results = new Array<RpcResult | undefined>(calls.length);
    let open = calls.map((_, i) => i);
    let lastError: unknown;
    for (let tries = 0; tries < this.#endpoints.length; tries++) {
      const left = endsAt - performance.now();
      if (left <= 0) break;
      const index = (this.#current + tries) % this.#endpoints.length;
      const endpoint = required(this.#endpoints[index], 'an address of the network');
      // A dead address must leave time for the next one.
      const share = tries === this.#endpoints.length - 1 ? left : Math.max(left / 2, 1);
      try {
        this.#requests++;
        const asked = calls.filter((_, i) => results[i] === undefined);
        const answers = await endpoint.exchange(asked, share, maxBytes);
        open.forEach((i, at) => {
          results[i] = answers[at];
        });
        open = open.filter((i) => results[i] === undefined);
        if (open.length === 0) {
          this.#current = index;
          return results as RpcResult[];
        }
        lastError = new Error('the node left calls unanswered');
      } catch (error) {
        if (error instanceof AnswerTooLargeError) throw error;
        lastError = error;
      }
    }
    const failure = new NetworkUnavailableError(this.#network, lastError);
    if (open.length < calls.length) return Array.from(results, (result) => result ?? failure);
    this.#onUnavailable?.();
    throw failure;
  }
}

function answered(result: RpcResult | NetworkUnavailableError): RpcResult {
  if (result instanceof NetworkUnavailableError) throw result;
  return result;
}

/** One address. */
class Endpoint {
  readonly #origin: string;
  readonly #path: string;
  readonly #authorization: string | undefined;
  /** Some providers take no arrays. */
  #takesArrays = true;
  #opening: Promise<Pool> | undefined;

  constructor(url: string) {
    const { origin, pathname, search, username, password } = new URL(url);
    this.#origin = origin;
    this.#path = pathname + search;
    if (username !== '') {
      const account = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
      this.#authorization = `Basic ${Buffer.from(account).toString('base64')}`;
    }
  }

  /** Undefined stands for what this address does not answer just now. */
  async exchange(
    calls: readonly RpcCall[],
    deadlineMs: number,
    maxBytes?: number,
  ): Promise<(RpcResult | undefined)[]> {
    const signal = AbortSignal.timeout(Math.ceil(deadlineMs));
    if (calls.length > 1 && this.#takesArrays) {
      const answer = await this.#post(calls.map(toMessage), signal);
      if (Array.isArray(answer)) return inOrder(answer, calls.length);
      if (toResult(answer) === undefined) throw new Error('the node takes no calls just now');
      this.#takesArrays = false;
    }
    return Promise.all(
      calls.map(async (call) => toResult(await this.#post(toMessage(call, 0), signal, maxBytes))),
    );
  }

  async close(): Promise<void> {
    await (await this.#opening)?.destroy();
  }

  async #open(): Promise<Pool> {
    const { Pool } = await import('undici');
    return new Pool(this.#origin, { connections: 16, pipelining: 1, keepAliveTimeout: 30_000 });
  }

  async #post(message: unknown, signal: AbortSignal, maxBytes?: number): Promise<unknown> {
    this.#opening ??= this.#open();
    const pool = await this.#opening;
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: this.#path,
      headers: {
        'content-type': 'application/json',
        ...(this.#authorization && { authorization: this.#authorization }),
      },
      body: JSON.stringify(message),
      signal,
    });
    const text = maxBytes === undefined ? await body.text() : await readBounded(body, maxBytes);
    if (statusCode === 429 || statusCode >= 500) throw new Error(`the node answered ${statusCode}`);
    try {
      return JSON.parse(text);
    } catch {
      throw new Error(`the node answered ${statusCode} without JSON`);
    }
  }
}

function toMessage({ method, params }: RpcCall, id: number): object {
  return { jsonrpc: '2.0', id, method, params };
}

function inOrder(answers: unknown[], length: number): (RpcResult | undefined)[] {
  const results = new Array<RpcResult | undefined>(length);
  for (const answer of answers) {
    const { id } = (answer ?? {}) as { id?: unknown };
    if (typeof id === 'number' && id >= 0 && id < length) results[id] = toResult(answer);
  }
  return results;
}

/** Undefined when it is none: neither result nor error, or the word that the provider is overloaded. */
function toResult(answer: unknown): RpcResult | undefined {
  const { result, error } = (answer ?? {}) as { result?: unknown; error?: RpcFailure | null };
  if (error !== undefined && error !== null) {
    const { code = -32603, message = 'no message', data } = error;
    if (overloadCodes.has(Number(code))) return undefined;
    return { error: { code: Number(code), message: String(message), ...(data !== undefined && { data }) } };
  }
  return result === undefined ? undefined : { result };
}

function* split(calls: readonly RpcCall[]): Generator<readonly RpcCall[]> {
  let start = 0;
  let bytes = 0;
  for (const [at, { params }] of calls.entries()) {
    // Only transactions are long, and those are one text.
    const size = 100 + String(params[0] ?? '').length;
    if (at > start && (bytes + size > MAX_BATCH_BYTES || at - start >= MAX_BATCH_CALLS)) {
      yield calls.slice(start, at);
      start = at;
      bytes = 0;
    }
    bytes += size;
  }
  if (start < calls.length) yield calls.slice(start);
}
