import type { Machine } from '../../../flow/machine.ts';
import { unknown, type Value } from '../../../flow/value.ts';
import type { Expr } from '../../../ir/ir.ts';

const lastMatch = '<last match>';
/** A pattern with a group that matches any text. */
const matchesAnyText = /\.[*+?{]|\[\^|\\S|\\D|\\W/;

/** `text =~ /…(.+)/` in Ruby: `$1` and `$~` hold parts of the text until the next match. */
export function keepMatch(m: Machine, l: Value, r: Value, e: Extract<Expr, { k: 'bin' }>): null {
  if (e.op === '=~') keep(m, l, r);
  return null;
}

function keep(m: Machine, l: Value, r: Value): void {
  const [text, pattern] = l.type === 'RegExp' ? [r, l] : [l, r];
  if (text.taints.length === 0 && m.s.get(lastMatch) === undefined) return;
  const isPlain = typeof pattern.k === 'string' && !matchesAnyText.test(pattern.k);
  m.s.vars.set(lastMatch, isPlain ? unknown : { ...unknown, taints: text.taints });
}

/** `$1`, `$~` and the like; null for any other name. */
export function readMatch(m: Machine, name: string): Value | null {
  return /^\$(?:\d|[~&'`+])$/.test(name) ? (m.s.get(lastMatch) ?? null) : null;
}
