import type { Address, Hex } from 'viem';
import type { CallTrace, TracedCall } from './chain.ts';

const MAX_CALLS = 5_000;

/** A call as geth's `callTracer` returns it; other nodes adopted the format. */
interface RawCall {
  type?: string;
  from?: Address;
  to?: Address;
  input?: Hex;
  output?: Hex;
  value?: Hex;
  gasUsed?: Hex;
  error?: string;
  revertReason?: string;
  calls?: RawCall[];
}

/** Flattens the calls of a trace, each before the calls it made. */
export function readCallTrace(result: unknown): CallTrace {
  const top = result as RawCall | null;
  // A node without this tracer returns steps, or nothing.
  if (top === null || typeof top?.type !== 'string')
    return { state: top === null ? 'not_kept' : 'not_offered' };
  const calls: TracedCall[] = [];
  const open: { raw: RawCall; depth: number }[] = [{ raw: top, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { raw, depth } = next;
    if (calls.length === MAX_CALLS) return { state: 'too_large' };
    calls.push(toCall(raw, depth));
    for (const inner of (raw.calls ?? []).toReversed()) open.push({ raw: inner, depth: depth + 1 });
  }
  return { state: 'traced', calls };
}

function toCall(raw: RawCall, depth: number): TracedCall {
  const { type = '', from = '0x', to = null, input = '0x', output = '0x', value, gasUsed, error } = raw;
  return {
    type,
    depth,
    from,
    to,
    input,
    output,
    valueWei: BigInt(value ?? '0x0'),
    gasUsed: Number(gasUsed ?? '0x0'),
    error: error ?? null,
  };
}

/** A call as `trace_transaction` returns it. */
interface FlatCall {
  type?: string;
  traceAddress?: number[];
  action?: {
    callType?: string;
    creationMethod?: string;
    from?: Address;
    to?: Address;
    address?: Address;
    refundAddress?: Address;
    input?: Hex;
    init?: Hex;
    value?: Hex;
    balance?: Hex;
  };
  result?: { gasUsed?: Hex; output?: Hex; code?: Hex; address?: Address } | null;
  error?: string;
}

/** The calls of `trace_transaction`, which are already in order. */
export function readFlatTrace(result: unknown): CallTrace {
  if (!Array.isArray(result) || result.length === 0) return { state: 'not_kept' };
  if (result.length > MAX_CALLS) return { state: 'too_large' };
  return { state: 'traced', calls: (result as FlatCall[]).map(fromFlat) };
}

function fromFlat({ type = '', traceAddress = [], action = {}, result, error }: FlatCall): TracedCall {
  const { callType, creationMethod, from, to, address, refundAddress, input, init, value, balance } = action;
  return {
    type: (type === 'suicide' ? 'selfdestruct' : (creationMethod ?? callType ?? type)).toUpperCase(),
    depth: traceAddress.length,
    from: from ?? address ?? '0x',
    to: to ?? result?.address ?? refundAddress ?? null,
    input: input ?? init ?? '0x',
    output: result?.output ?? result?.code ?? '0x',
    valueWei: BigInt(value ?? balance ?? '0x0'),
    gasUsed: Number(result?.gasUsed ?? '0x0'),
    error: error ?? null,
  };
}
