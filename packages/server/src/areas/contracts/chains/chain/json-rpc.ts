import { GroupCommit } from '../../../../kit/batching/index.ts';
import { required } from '../../../../kit/required.ts';
import type { AnswerShape } from './answer-shapes.ts';
import { AnswerTooLargeError } from './bounded-answer.ts';
import { NetworkUnavailableError } from './network-unavailable.ts';
import { OtherChain, type RpcCall, RpcEndpoint, type RpcFailure, type RpcResult } from './rpc-endpoint.ts';

export type { RpcCall, RpcFailure, RpcResult };

export interface JsonRpcOptions {
  network: string;
  /** Tried in order; the one that answered last is tried first. */
  urls: readonly string[];
  /** For one answer, over all addresses. The interface's 503 comes within 3 s. */
  deadlineMs?: number;
  /** What each address must serve before it is asked anything; unset: it is not looked at. */
  chainId?: number;
  /** Told each time no address answered. */
  onUnavailable?(): void;
}

/** Node's own limit is 2 MB for anvil, 5 MB for geth. */
const MAX_BATCH_BYTES = 1_000_000;
const MAX_BATCH_CALLS = 100;
const DEADLINE_MS = 2_500;

/**
 * JSON-RPC over HTTP. Calls that are made while an answer is under way share the next request, so a burst
 * costs few of them. The addresses come from the operator's settings and may be private ones, which is why
 * they do not pass the guard for strangers' URLs.
 */
export class JsonRpc {
  readonly #network: string;
  readonly #deadlineMs: number;
  readonly #onUnavailable: (() => void) | undefined;
  readonly #endpoints: RpcEndpoint[];
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
    this.#endpoints = options.urls.map((url) => new RpcEndpoint(url, options.chainId));
  }

  /** HTTP requests made so far. */
  get requests(): number {
    return this.#requests;
  }

  /** One call; those of a lane wait for each other and go out together. Throws when no address answers it in time. */
  async call(
    lane: string,
    method: string,
    params: readonly unknown[],
    shape?: AnswerShape,
  ): Promise<RpcResult> {
    let group = this.#lanes.get(lane);
    if (group === undefined) {
      group = new GroupCommit({ run: (calls: RpcCall[]) => this.#ask(calls), maxItems: MAX_BATCH_CALLS });
      this.#lanes.set(lane, group);
    }
    const answer = group.add({ method, params, ...(shape && { shape }) });
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

  #hintAt(error: unknown): string | undefined {
    if (!(error instanceof OtherChain)) return undefined;
    const setting = `NETWORK_${this.#network.toUpperCase()}_RPC_URL`;
    return `An address of the network \`${this.#network}\` serves another chain: ${error.message}. Correct ${setting}.`;
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
        if (maxBytes !== undefined && error instanceof AnswerTooLargeError) throw error;
        lastError = error;
      }
    }
    const failure = new NetworkUnavailableError(this.#network, lastError, this.#hintAt(lastError));
    if (open.length < calls.length) return Array.from(results, (result) => result ?? failure);
    this.#onUnavailable?.();
    throw failure;
  }
}

function answered(result: RpcResult | NetworkUnavailableError): RpcResult {
  if (result instanceof NetworkUnavailableError) throw result;
  return result;
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
