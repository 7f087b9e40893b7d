import type { Hex } from 'viem';
import { AnswerTooLargeError } from './bounded-answer.ts';
import { readCallTrace, readFlatTrace } from './call-trace.ts';
import type { CallTrace } from './chain.ts';
import type { JsonRpc, RpcCall, RpcFailure } from './json-rpc.ts';

/** It is parsed in one go, on the thread that serves requests. */
const MAX_TRACE_BYTES = 1_000_000;

/** The node does not support the method. */
export const isMissing = ({ code }: RpcFailure) => code === -32601 || code === -32600;

interface TraceCall extends RpcCall {
  read(result: unknown): CallTrace;
}

/** Asks a network's nodes for the calls of a transaction. */
export class CallTracer {
  readonly #rpc: JsonRpc;
  /** Methods that the nodes do not offer. */
  readonly #missing = new Set<string>();

  constructor(rpc: JsonRpc) {
    this.#rpc = rpc;
  }

  /**
   * First geth's method, then OpenEthereum's, which other nodes have too and which the embedded chain keeps
   * for longer.
   */
  async callsOf(hash: Hex): Promise<CallTrace> {
    const asGeth = await this.#trace({
      method: 'debug_traceTransaction',
      params: [hash, { tracer: 'callTracer' }],
      read: readCallTrace,
    });
    if (asGeth.state === 'traced' || asGeth.state === 'too_large') return asGeth;
    const flat = await this.#trace({ method: 'trace_transaction', params: [hash], read: readFlatTrace });
    return flat.state === 'not_offered' ? asGeth : flat;
  }

  async #trace({ method, params, read }: TraceCall): Promise<CallTrace> {
    if (this.#missing.has(method)) return { state: 'not_offered' };
    try {
      const result = await this.#rpc.callBounded({ method, params }, MAX_TRACE_BYTES);
      if ('result' in result) return read(result.result);
      if (!isMissing(result.error)) return { state: 'not_kept' };
      this.#missing.add(method);
      return { state: 'not_offered' };
    } catch (error) {
      if (error instanceof AnswerTooLargeError) return { state: 'too_large' };
      throw error;
    }
  }
}
