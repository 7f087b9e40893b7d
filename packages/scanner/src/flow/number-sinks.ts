import type { Expr, Stmt } from '../ir/ir.ts';
import type { NumberType } from '../ir/semantics.ts';
import type { NumberKind } from '../types/flow-findings.ts';
import { type CallSite, sinkName } from './call-site.ts';
import { sizeOf } from './elements.ts';
import { describe } from './language-model.ts';
import type { Machine } from './machine.ts';
import { converted, isHeldAbove } from './numeric.ts';
import { type Taint, unknown, type Value } from './value.ts';

/** As many elements, steps or characters are harmless, and so is a wait of as many milliseconds. */
const MAX_PARTS = 2 ** 24;
const MAX_WAIT_MS = 60_000;

/** Reports a number once per function: later computations with it have the same cause. */
export function reportNumber(m: Machine, kind: NumberKind, taint: Taint, e: Expr, name: string): void {
  if (m.numbers.isComparing || (taint.source.exposure === 'library' && !taint.source.isPublic)) return;
  const { fn } = m.frame;
  if (kind === 'overflow' || kind === 'underflow') {
    if (isChecked(m, e)) return;
    const name = `computes with ${taint.source.file.path}:${taint.source.pos}`;
    const first = m.shared.cell(fn, name);
    if (first !== undefined && first !== e.pos) return;
    if (first === undefined) m.shared.setCell(fn, name, e.pos);
  }
  m.report(kind, taint, e.pos, e.end, name);
}

/** How much of the text around a computation is searched. */
const NEARBY_CHARACTERS = 4_000;

/** Whether the computation is in a block that throws on overflow. */
function isChecked(m: Machine, { pos }: Expr): boolean {
  const word = m.file.semantics.numbers?.checkedWord ?? null;
  const { fn, file } = m.frame;
  if (word === null) return false;
  let open = 0;
  for (let at = pos - 1; at > Math.max(fn.pos, pos - NEARBY_CHARACTERS); at--) {
    const sign = file.text[at];
    if (sign === ')' || sign === '}') open--;
    else if (sign === '(' || sign === '{') {
      if (open === 0 && word.test(file.text.slice(Math.max(0, at - 40), at))) return true;
      open = Math.min(0, open + 1);
    }
  }
  return false;
}

/** Dividing integers as fractions is intended, and its result for zero is known. */
export function checkDivisor(m: Machine, r: Expr, { num }: Value, type: NumberType, e: Expr): void {
  if (num === null || num.nonZero || num.lo > 0 || num.hi < 0) return;
  if (!type.isWhole && (num.type.isWhole || r.k === 'cast')) return;
  for (const taint of num.taints) reportNumber(m, 'divisor', taint, e, '/');
}

/** `list[key]` with a list or another indexed type. */
export function checkIndex(m: Machine, o: Value, { num }: Value, e: Expr): void {
  if (num === null || num.taints.length === 0) return;
  const isList =
    o.objs.some((id) => m.s.object(id)?.kind === 'list') ||
    (o.type !== null && m.file.semantics.numbers?.indexed.test(o.type) === true);
  if (!isList || !isOutside(num, sizeOf(m, o))) return;
  for (const taint of num.taints) reportNumber(m, 'index', taint, e, '[]');
}

function isOutside(num: NonNullable<Value['num']>, size: number | null): boolean {
  if (num.lo < 0 && !num.low) return true;
  if (size === null) return !isHeldAbove(num) && num.hi > 255;
  return num.hi >= size && !(num.high && num.hi >= num.type.hi);
}

/** Numbers that a call takes as a size, an index or a time. */
export function checkSizes(m: Machine, site: CallSite): void {
  const rules = m.model.sizesByName.get(site.name.replace(/<.*$/, ''));
  if (rules === undefined) return;
  for (const rule of rules) {
    const value = site.args[rule.at];
    const num = value?.num ?? null;
    if (value === undefined || num === null) continue;
    if (rule.on !== undefined && !rule.on.test(describe(site.recv ?? unknown, site.written))) continue;
    if (rule.kind === 'index') {
      if (isOutside(num, null))
        for (const taint of num.taints) reportNumber(m, 'index', taint, site.e, sinkName(site));
    } else checkAmount(m, rule.kind, value, site.e, sinkName(site));
  }
}

export function checkAmount(m: Machine, kind: NumberKind, { num }: Value, e: Expr, name: string): void {
  if (num === null || isHeldAbove(num) || num.hi <= (kind === 'wait' ? MAX_WAIT_MS : MAX_PARTS)) return;
  for (const taint of num.taints) reportNumber(m, kind, taint, e, name);
}

const isLess = /^(?:<=?|!=)$/;
const isMore = /^(?:>=?|!=)$/;

/** A loop that counts up or down to an untrusted number, without another exit. */
export function checkLoop(m: Machine, stmt: Extract<Stmt, { k: 'loop' }>): void {
  const { c, body } = stmt;
  if (c?.k !== 'bin' || !(holdsNumber(m, c.l) || holdsNumber(m, c.r))) return;
  const [bound, counter] = isLess.test(c.op) && isCounter(m, c.l, stmt) ? [c.r, c.l] : [c.l, c.r];
  if (bound === c.l && !isMore.test(c.op)) return;
  if (!holdsNumber(m, bound) || (counter.k !== 'lit' && !isCounter(m, counter, stmt))) return;
  if (counter.k === 'lit' && !isCounter(m, bound, stmt)) return;
  const [first, last] = [body[0], body.at(-1)];
  const text = first === undefined ? '' : m.file.text.slice(first.pos, last?.end);
  if (/\b(?:break|return|throw|goto)\b|\b[rR]ead|\b[nN]ext\w*\(/.test(text)) return;
  checkAmount(m, 'loop', m.evalExpr(bound.k === 'set' ? bound.t : bound), c, c.op);
}

function holdsNumber(m: Machine, e: Expr): boolean {
  const { k } = e;
  if (k === 'set') return holdsNumber(m, e.t);
  return (k === 'var' || k === 'get') && m.evalExpr(e).num !== null;
}

/** A variable that each iteration changes by a fixed step. */
function isCounter(m: Machine, e: Expr, { pos, end }: { pos: number; end: number }): boolean {
  if (e.k === 'set') return e.op === '+' || e.op === '-';
  if (e.k !== 'var' || !/^\w+$/.test(e.name)) return false;
  const text = m.file.text.slice(pos, Math.min(end, pos + NEARBY_CHARACTERS));
  return new RegExp(String.raw`\b${e.name}\s*(?:\+\+|--|[-+]=\s*\d)|(?:\+\+|--)\s*${e.name}\b`).test(text);
}

const written = /<<|>>|&|\bchar\b/;

/** The number that `(byte) x` makes of a number from outside; null for other values. */
export function castNumber(m: Machine, value: Value, e: Extract<Expr, { k: 'cast' }>): Value | null {
  const type = m.file.semantics.numbers?.byName.get(e.type);
  const { num } = value;
  if (type === undefined || num === null) return null;
  const kind = castFault(num, type);
  // Shifts and masks split numbers on purpose.
  if (kind !== null && !written.test(m.file.text.slice(e.pos, e.end)) && !isDestructured(m, e.e))
    for (const taint of num.taints) reportNumber(m, kind, taint, e, e.type);
  return { ...value, k: undefined, type: type.name, num: converted(num, type) };
}

function isDestructured(m: Machine, e: Expr): boolean {
  if (e.k !== 'var' || !/^\w+$/.test(e.name)) return false;
  const { fn, file } = m.frame;
  const text = file.text.slice(
    Math.max(fn.pos, e.pos - NEARBY_CHARACTERS),
    Math.min(fn.end, e.pos + NEARBY_CHARACTERS),
  );
  return new RegExp(String.raw`\b${e.name}\s*>>`).test(text);
}

function castFault(num: NonNullable<Value['num']>, type: NumberType): NumberKind | null {
  if (num.before !== null && num.before.lo >= type.lo && num.before.hi <= type.hi) {
    if (num.hi > type.hi && !num.high) return 'overflow';
    return num.lo < type.lo && !num.low ? 'underflow' : null;
  }
  const [above, below] = [num.hi > type.hi && !num.high, num.lo < type.lo && !num.low];
  if (!num.type.isWhole) {
    if (type.isWhole ? num.undefinable || above || (below && !num.high) : above || (below && !num.high))
      return 'inexact';
    return null;
  }
  if (!type.isWhole) return null;
  const most = type.lo < 0 ? 2 * type.hi + 1 : type.hi;
  return (above && num.hi > most) || (below && !num.high && num.lo < -type.hi - 1) ? 'narrowing' : null;
}
