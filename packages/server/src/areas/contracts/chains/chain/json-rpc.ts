import { GroupCommit } from '../../../../kit/batching/index.ts';
import { required } from '../../../../kit/required.ts';
import type { AnswerShape } from './answer-shapes.ts';
import { AnswerTooLargeError } from './bounded-answer.ts';
import { NetworkUnavailableError } from './network-unavailable.ts';
import { isNodeFailure } from './node-failure.ts';
import { OtherChain, type RpcCall, RpcEndpoint, type RpcFailure, type RpcResult } from './rpc-endpoint.ts';

export type { RpcCall, RpcFailure, RpcResult };

export interface JsonRpcOptions {
  network: string;
  /** Tried in order, starting with the one that answered last. */
  urls: readonly string[];
  /** For one response, over all URLs. The API's 503 comes within 3 s. */
  deadlineMs?: number;
  /** The chain id that each URL must serve before it is used; unset: not checked. */
  chainId?: number;
  /** Called each time no URL answered. */
  onUnavailable?(): void;
}

/** Nodes limit this to 2 MB (anvil) or 5 MB (geth). */
const MAX_BATCH_BYTES = 1_000_000;
const MAX_BATCH_CALLS = 100;
const DEADLINE_MS = 2_500;

/**
 * JSON-RPC over HTTP. Calls made while a response is outstanding share the next request, so a burst needs
 * few. The URLs come from the operator's settings and may be private, so they bypass the guard for untrusted
 * URLs.
 */
export class JsonRpc {
  readonly #network: string;
  readonly #deadlineMs: number;
  readonly #onUnavailable: (() => void) | undefined;
  readonly #endpoints: RpcEndpoint[];
  readonly #lanes = new Map<string, GroupCommit<RpcCall, RpcResult | NetworkUnavailableError>>();
  /** Resolvers of those who wait for a lane's next call. */
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

  /** One call; calls of the same lane queue up and are sent together. Throws when no URL answers in time. */
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
   * One call in its own request, for a possibly long response; a longer one is discarded. Throws
   * `AnswerTooLargeError`, and when no URL answers in time.
   */
  async callBounded(call: RpcCall, maxBytes: number): Promise<RpcResult> {
    const [result] = await this.#ask([call], maxBytes);
    return answered(required(result, 'the answer to a call'));
  }

  /** Waits for the next call of a lane, to share its request, but no longer than this. */
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

  /** Results in the order of the calls. Throws when no URL answers one of them in time. */
  async batch(calls: readonly RpcCall[]): Promise<RpcResult[]> {
    return (await this.#ask(calls)).map(answered);
  }

  /** Pauses new calls. Resolves when none is outstanding any more, with a function that resumes them. */
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

  /**
   * Sends the calls that one URL leaves unanswered to the next; a provider's limit may apply to only some of
   * a batch.
   */
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
      // A dead URL must leave time for the next one.
      const share = tries === this.#endpoints.length - 1 ? left : Math.max(left / 2, 1);
      try {
        this.#requests++;
        const asked = open.flatMap((i) => calls[i] ?? []);
        const answers = await endpoint.exchange(asked, share, maxBytes);
        open.forEach((i, at) => {
          results[i] = answers[at] ?? results[i];
        });
        const isLast = tries === this.#endpoints.length - 1;
        open = open.filter((i) => isOpen(results[i], isLast));
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
    if (results.some((result) => result !== undefined))
      return Array.from(results, (result) => result ?? failure);
    this.#onUnavailable?.();
    throw failure;
  }
}

/** Whether another URL is asked: no answer, or one that only says that this node cannot answer. */
function isOpen(result: RpcResult | undefined, isLast: boolean): boolean {
  if (result === undefined) return true;
  return !isLast && 'error' in result && isNodeFailure(result.error);
}

function answered(result: RpcResult | NetworkUnavailableError): RpcResult {
  if (result instanceof NetworkUnavailableError) throw result;
  return result;
}

function* split(calls: readonly RpcCall[]): Generator<readonly RpcCall[]> {
  let start = 0;
  let bytes = 0;
  for (const [at, { params }] of calls.entries()) {
    // Only raw transactions are long, and those are a single string.
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
