import type { Machine } from './machine.ts';
import { unknown, type Value } from './value.ts';

const lastMatch = '<last match>';
/** A pattern some group of which takes any text. */
const takesAnything = /\.[*+?{]|\[\^|\\S|\\D|\\W/;

/** `text =~ /…(.+)/` in Ruby: `$1` and `$~` hold parts of the text until the next match. */
export function keepMatch(m: Machine, l: Value, r: Value): void {
  if (m.file.language !== 'Ruby') return;
  const [text, pattern] = l.type === 'RegExp' ? [r, l] : [l, r];
  if (text.taints.length === 0 && m.s.get(lastMatch) === undefined) return;
  const isPlain = typeof pattern.k === 'string' && !takesAnything.test(pattern.k);
  m.s.vars.set(lastMatch, isPlain ? unknown : { ...unknown, taints: text.taints });
}

/** `$1`, `$~` and their like; null for any other name. */
export function readMatch(m: Machine, name: string): Value | null {
  return /^\$(?:\d|[~&'`+])$/.test(name) ? (m.s.get(lastMatch) ?? null) : null;
}
