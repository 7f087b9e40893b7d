import type { CallSite } from '../../../flow/call-site.ts';
import { maskOf } from '../../../flow/kinds.ts';
import { change } from '../../../flow/known-values.ts';
import type { Machine } from '../../../flow/machine.ts';
import { cleanTaints, type Value } from '../../../flow/value.ts';
import type { Expr } from '../../../ir/ir.ts';

const lengths = /^(?:length|Length|size|bytesize|count|Count|codePointCount|byteLength)$/;
const measures = /^(?:len|strlen|mb_strlen|iconv_strlen)$/;

/** The text whose length an expression reads. */
function measured(e: Expr): Expr | undefined {
  if (e.k === 'get') return lengths.test(e.name) ? e.o : undefined;
  if (e.k !== 'call') return undefined;
  if (e.f.k === 'get') return lengths.test(e.f.name) ? (e.args[0] ?? e.f.o) : undefined;
  return e.f.k === 'var' && measures.test(e.f.name) ? e.args[0] : undefined;
}

/** Once `text.length <= 100` is true or `len(text) > 100` is false, the text is not long. */
export function boundLength(m: Machine, c: Extract<Expr, { k: 'bin' }>, truth: boolean): void {
  const isLess = c.op.startsWith('<') === truth;
  const subject = measured(isLess ? c.l : c.r);
  if (subject === undefined) return;
  change(m, subject, (value) => ({ ...value, taints: cleanTaints(value.taints, maskOf('slow_match')) }));
}

/** Calls that return a part of a text, with the number of arguments they need to limit its length. */
const parts: ReadonlyMap<string, number> = new Map([
  ['slice', 2],
  ['substring', 2],
  ['substr', 2],
  ['Substring', 2],
  ['mb_substr', 3],
  ['subSequence', 2],
  ['take', 1],
  ['first', 1],
  ['truncate', 1],
  ['left', 2],
  ['abbreviate', 2],
]);

/** `text.slice(0, 100)`, `text[:100]` */
export function withLength(m: Machine, site: CallSite, value: Value): Value {
  if (value.taints.length === 0 || !parts.has(site.name)) return value;
  const least = parts.get(site.name);
  // As a function, the call also gets the text itself.
  const given = site.args.length - (site.recv === null && site.name !== 'mb_substr' ? 1 : 0);
  const isToEnd = /\[\s*:[^\]:]+\]$/.test(
    m.file.text.slice(Math.max(site.e.pos, site.e.end - 80), site.e.end),
  );
  if (least === undefined || (given < least && !isToEnd)) return value;
  return { ...value, taints: cleanTaints(value.taints, maskOf('slow_match')) };
}
