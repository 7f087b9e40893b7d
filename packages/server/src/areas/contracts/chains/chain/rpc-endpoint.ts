import type { Pool } from 'undici';
import { type AnswerShape, isSmallQuantity } from './answer-shapes.ts';
import { readBounded } from './bounded-answer.ts';

export interface RpcCall {
  method: string;
  params: readonly unknown[];
  /**
   * A result of another shape does not count, and the next URL is asked; without a shape, everything is
   * accepted.
   */
  shape?: AnswerShape;
}

export interface RpcFailure {
  code: number;
  message: string;
  data?: unknown;
}

export type RpcResult = { result: unknown } | { error: RpcFailure };

/** The receipts of a full block, with logs, are some megabytes. */
const MAX_ANSWER_BYTES = 33_554_432;
/** Some nodes put revert data in their messages. */
const MAX_MESSAGE = 100_000;
/** Providers' codes for limits and overload, for which another URL is tried. */
const overloadCodes = new Set([-32005, -32007, -32016, 429]);

/** A URL serves another chain than the network's. */
export class OtherChain extends Error {
  constructor(found: number, chainId: number) {
    super(`${found} instead of ${chainId}`);
  }
}

/** One URL of a network. */
export class RpcEndpoint {
  readonly #origin: string;
  readonly #path: string;
  readonly #authorization: string | undefined;
  /** Some providers do not support batches. */
  #takesArrays = true;
  #opening: Promise<Pool> | undefined;
  readonly #chainId: number | undefined;
  #isVerified = false;

  constructor(url: string, chainId: number | undefined) {
    this.#chainId = chainId;
    const { origin, pathname, search, username, password } = new URL(url);
    this.#origin = origin;
    this.#path = pathname + search;
    if (username !== '') {
      const account = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
      this.#authorization = `Basic ${Buffer.from(account).toString('base64')}`;
    }
  }

  /** Undefined for calls that this URL does not answer at the moment. Throws `AnswerTooLargeError`. */
  async exchange(
    calls: readonly RpcCall[],
    deadlineMs: number,
    maxBytes = MAX_ANSWER_BYTES,
  ): Promise<(RpcResult | undefined)[]> {
    const signal = AbortSignal.timeout(Math.ceil(deadlineMs));
    if (this.#chainId !== undefined && !this.#isVerified) await this.#verify(this.#chainId, signal);
    if (calls.length > 1 && this.#takesArrays) {
      const answer = await this.#post(calls.map(toMessage), signal);
      if (Array.isArray(answer)) return inOrder(answer, calls);
      if (toResult(answer) === undefined) throw new Error('the node takes no calls just now');
      this.#takesArrays = false;
    }
    return Promise.all(
      calls.map(async (call) => toResult(await this.#post(toMessage(call, 0), signal, maxBytes), call.shape)),
    );
  }

  /** Nonces and receipts of another chain would be taken for this one's. */
  async #verify(chainId: number, signal: AbortSignal): Promise<void> {
    const message = toMessage({ method: 'eth_chainId', params: [] }, 0);
    const answer = await this.#post(message, signal).catch(() => undefined);
    const result = toResult(answer, isSmallQuantity);
    // Whether it answers at all is determined by the call itself.
    if (result === undefined || !('result' in result)) return;
    if (Number(result.result) !== chainId) throw new OtherChain(Number(result.result), chainId);
    this.#isVerified = true;
  }

  async close(): Promise<void> {
    await (await this.#opening)?.destroy();
  }

  async #open(): Promise<Pool> {
    const { Pool } = await import('undici');
    return new Pool(this.#origin, { connections: 16, pipelining: 1, keepAliveTimeout: 30_000 });
  }

  async #post(message: unknown, signal: AbortSignal, maxBytes = MAX_ANSWER_BYTES): Promise<unknown> {
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
    const text = await readBounded(body, maxBytes);
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

function inOrder(answers: unknown[], calls: readonly RpcCall[]): (RpcResult | undefined)[] {
  const results = new Array<RpcResult | undefined>(calls.length);
  for (const answer of answers) {
    const { id } = (answer ?? {}) as { id?: unknown };
    // Some proxies turn it into a string.
    const at = typeof id === 'string' && /^\d{1,9}$/.test(id) ? Number(id) : id;
    const call = typeof at === 'number' ? calls[at] : undefined;
    if (call !== undefined) results[at as number] = toResult(answer, call.shape);
  }
  return results;
}

/**
 * Undefined if it is invalid (neither an error nor a result of the requested shape), or says that the
 * provider is overloaded.
 */
function toResult(answer: unknown, shape?: AnswerShape): RpcResult | undefined {
  const { result, error } = (answer ?? {}) as { result?: unknown; error?: RpcFailure | null };
  if (error !== undefined && error !== null) {
    const { code = -32603, message = 'no message', data } = error;
    if (overloadCodes.has(Number(code))) return undefined;
    return {
      error: {
        code: Number(code),
        message: String(message).slice(0, MAX_MESSAGE),
        ...(data !== undefined && { data }),
      },
    };
  }
  if (result === undefined || shape?.(result) === false) return undefined;
  return { result };
}
