import { checkValue } from '../../../flow/check-value.ts';
import { sink } from '../../../flow/language-model.ts';
import { listOf } from '../../../flow/list-builtins.ts';
import type { Machine } from '../../../flow/machine.ts';
import type { Value } from '../../../flow/value.ts';
import type { Expr } from '../../../ir/ir.ts';

const rawMarkup = sink('xss', 'unsafe', 0);

/** `unsafe { +text }`: the text becomes part of the page unchanged. */
function addMarkup(m: Machine, e: Expr, value: Value): void {
  if (value.taints.length === 0) return;
  const { fn, file } = m.frame;
  if (/\bunsafe\s*\{?\s*$/.test(file.text.slice(Math.max(0, fn.pos - 12), fn.pos)))
    checkValue(m, rawMarkup, value, e, 'unsafe');
}

/** `+text` returns the text. */
export function markupOf(m: Machine, value: Value, e: Extract<Expr, { k: 'un' }>): Value | null {
  if (e.op !== '+') return null;
  addMarkup(m, e, value);
  return value;
}

/** `a to b` */
export function pairOf(m: Machine, l: Value, r: Value, e: Extract<Expr, { k: 'bin' }>): Value | null {
  return e.op === 'to' ? listOf(m, [l, r]) : null;
}
