import type { CExpression } from '../../frontend/c-tree.ts';
import type { Evaluator } from './evaluator.ts';
import { nameOf } from './expression-facts.ts';
import { anyValue, isSurelyNull, type PointerValue, type Value } from './memory.ts';

export type Call = Extract<CExpression, { kind: 'call' }>;
export type Handler = (ev: Evaluator, e: Call, name: string) => Value | undefined;

export function argumentValue(ev: Evaluator, e: Call, index: number): Value {
  const arg = e.args[index];
  return arg === undefined ? anyValue : ev.value(arg);
}

/** The pointer in an argument, if it may be dereferenced. */
export function pointerArgument(ev: Evaluator, e: Call, index: number): PointerValue | null {
  const arg = e.args[index];
  if (arg === undefined) return null;
  const value = ev.value(arg);
  if (isSurelyNull(value, ev.memory)) ev.fault('null', arg.at, nameOf(arg));
  if (value.kind !== 'pointer') return null;
  ev.followed(value, arg);
  return { ...value, may: null };
}

export function times(value: Value, unit: number): Value {
  return value.kind === 'number' && unit > 1
    ? { ...value, low: value.low * unit, high: value.high * unit }
    : value;
}

/** The length of the string that a pointer points to, without the terminator. */
export function textAt(ev: Evaluator, pointer: PointerValue | null): number | undefined {
  if (pointer === null || pointer.how !== 'exact' || pointer.path !== '') return undefined;
  const text = ev.memory.blocks.get(pointer.block)?.text;
  return text === undefined ? undefined : Math.max(0, text - pointer.low);
}

export function setText(
  ev: Evaluator,
  pointer: PointerValue,
  text: number | undefined,
  isOpen: boolean,
): void {
  const block = ev.memory.blocks.get(pointer.block);
  if (block === undefined) return;
  const isKnown = pointer.how === 'exact' && pointer.path === '';
  ev.memory.change(pointer.block, {
    text: isKnown && text !== undefined ? pointer.low + text : undefined,
    isOpen: isKnown && isOpen,
    isBlank: false,
    slots: new Map(),
  });
}
