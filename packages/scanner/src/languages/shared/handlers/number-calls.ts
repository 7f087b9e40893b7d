import { assign } from '../../../flow/assign.ts';
import type { CallSite } from '../../../flow/call-site.ts';
import { deepTaints } from '../../../flow/elements.ts';
import { describe, type NumberRule } from '../../../flow/language-model.ts';
import type { Machine } from '../../../flow/machine.ts';
import { converted, wholeRange } from '../../../flow/numeric.ts';
import { narrowArgument, refineNumbers } from '../../../flow/refine-numbers.ts';
import { sourceValue } from '../../../flow/source-value.ts';
import {
  addStep,
  constant,
  exactly,
  joinTaints,
  type Numeric,
  type Taint,
  unknown,
  type Value,
} from '../../../flow/value.ts';
import type { NumberType } from '../../../ir/semantics.ts';
import { mathResult } from './number-functions.ts';

const none: readonly NumberRule[] = [];

/** The bounds of a number that a library call parses, reads or computes. */
export function numberCall(m: Machine, site: CallSite): Value | null {
  const rules = m.model.numbersByName.get(site.name);
  for (const rule of rules ?? none) {
    if (rule.on !== undefined && !rule.on.test(describe(site.recv ?? unknown, site.written))) continue;
    const value = made(m, site, rule);
    if (value === null) continue;
    if (!rule.out) return value;
    const target = site.e.k === 'call' ? site.e.args.at(-1) : undefined;
    if (target !== undefined) assign(m, target, value);
    return unknown;
  }
  if (!m.numbers.areMet) return null;
  demand(m, site);
  return computedBy(m, site);
}

function made(m: Machine, site: CallSite, rule: NumberRule): Value | null {
  const type = m.file.semantics.numbers?.byName.get(rule.type);
  if (type === undefined) return null;
  const given = site.args[0];
  const parts = rule.of === 'first' ? [given] : rule.of === 'self' ? [site.recv] : [site.recv, ...site.args];
  const number = parts.find((part) => part?.num != null)?.num;
  if (number) return valueFor(converted(number, type));
  if (rule.source !== undefined) return fromSource(m, site, rule, rule.source, type);
  let taints: readonly Taint[] = [];
  for (const part of parts) if (part != null) taints = joinTaints(taints, deepTaints(m, part));
  if (taints.length === 0) return null;
  m.numbers.areMet = true;
  const num = wholeRange(type, addStep(taints, m.file, site.e.pos, site.e.end, m.frame.fn.id));
  return valueFor({ ...num, lo: rule.lo ?? num.lo, hi: rule.hi ?? num.hi });
}

/** `random.nextInt(100)` stays below its argument. */
function fromSource(
  m: Machine,
  site: CallSite,
  { lo, hi }: NumberRule,
  source: NonNullable<NumberRule['source']>,
  type: NumberType,
): Value | null {
  m.numbers.areMet = true;
  const { taints } = sourceValue(m, source.kind, site.e, source.exposure);
  const num = wholeRange(type, taints);
  const last = source.kind === 'random' ? site.args.at(-1) : undefined;
  if (last === undefined) return valueFor({ ...num, lo: lo ?? num.lo, hi: hi ?? num.hi });
  const first = site.args.length > 1 ? site.args[0]?.k : 0;
  return typeof last.k === 'number' && typeof first === 'number'
    ? valueFor({ ...num, lo: first, hi: last.k - 1 })
    : null;
}

function valueFor(num: Numeric): Value {
  return { ...unknown, type: num.type.name, num };
}

function computedBy(m: Machine, site: CallSite): Value | null {
  if (!/^(?:Math|StrictMath|MathF|Objects|Preconditions|Int(?:s|Math)|LongMath)$|^$/.test(ownerOf(site))) {
    if (site.recv?.num == null || !/^coerce/.test(site.name)) return null;
  }
  const values = site.recv?.num != null ? [site.recv, ...site.args] : site.args;
  const { numbers } = m.file.semantics;
  const type = values.find(({ num }) => num !== null)?.num?.type;
  if (type === undefined) {
    const [k] = values.map((one) => one.k);
    return site.name === 'sqrt' && typeof k === 'number' ? constant(Math.sqrt(k)) : null;
  }
  if (numbers === null) return null;
  const given = values.map(({ num, k }) => num ?? (typeof k === 'number' ? exactly(k, type) : null));
  const num = mathResult(site.name.toLowerCase(), given, numbers);
  if (num === null) return null;
  const [first] = site.e.k === 'call' ? site.e.args : [];
  if (first !== undefined && /^check/.test(site.name)) narrowArgument(m, first, valueFor(num));
  return valueFor(num);
}

function ownerOf({ recv, written }: CallSite): string {
  const owner = recv?.sym ?? recv?.type ?? written;
  return owner.slice(owner.lastIndexOf('.') + 1);
}

const guards: ReadonlyMap<string, string> = new Map([
  ['ThrowIfNegative', '>='],
  ['ThrowIfNegativeOrZero', '>'],
  ['ThrowIfZero', '!='],
  ['ThrowIfGreaterThan', '<='],
  ['ThrowIfGreaterThanOrEqual', '<'],
  ['ThrowIfLessThan', '>='],
  ['ThrowIfLessThanOrEqual', '>'],
]);

/** Procedures that only return if a number is in range, such as `ThrowIfNegative`. */
function demand(m: Machine, { e, name }: CallSite): void {
  if (e.k !== 'call' || e.args[0] === undefined) return;
  const operator = guards.get(name);
  const isOne = /Negative|Zero/.test(name);
  const bound = isOne ? ({ k: 'lit', v: 0, pos: e.pos, end: e.end } as const) : e.args[1];
  if (operator !== undefined && bound !== undefined) refineNumbers(m, operator, e.args[0], bound, true);
}
