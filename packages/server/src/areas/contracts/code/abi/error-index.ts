import type { Abi, Hex } from 'viem';
import { selectorOf, signatureOf } from './abi-codec.ts';

type AbiError = Extract<Abi[number], { type: 'error' }>;
type Index = Map<Hex, AbiError>;

const indexes = new WeakMap<Abi, Index>();
/** A hash takes some microseconds, and other requests wait meanwhile. */
const SLICE = 100;

/** The error of an ABI with a selector; the first, if several share it. */
export function findError(abi: Abi, selector: Hex): AbiError | undefined {
  let index = indexes.get(abi);
  if (index === undefined) {
    index = new Map();
    for (const error of errorsOf(abi)) add(index, error);
    indexes.set(abi, index);
  }
  return index.get(selector);
}

/** Prepares a long ABI for `findError`, and yields to other work in between. */
export async function indexErrors(abi: Abi): Promise<void> {
  if (indexes.has(abi)) return;
  const index: Index = new Map();
  const errors = errorsOf(abi);
  for (let at = 0; at < errors.length; at += SLICE) {
    if (at > 0) await new Promise((resolve) => setImmediate(resolve));
    for (const error of errors.slice(at, at + SLICE)) add(index, error);
  }
  indexes.set(abi, index);
}

function errorsOf(abi: Abi): AbiError[] {
  return abi.filter((item): item is AbiError => item.type === 'error');
}

function add(index: Index, error: AbiError): void {
  const selector = selectorOf(signatureOf(error));
  if (!index.has(selector)) index.set(selector, error);
}
