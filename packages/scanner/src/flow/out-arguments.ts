import type { Expr } from '../ir/ir.ts';
import { assign } from './assign.ts';
import type { CallSite } from './call-site.ts';
import { deepTaints } from './elements.ts';
import { describe } from './language-model.ts';
import type { Machine } from './machine.ts';
import { sourceValue } from './source-value.ts';
import { addStep, joinTaints, type Taint, unknown } from './value.ts';

/** A call that returns its result through an argument. */
export interface OutRule {
  /** The argument that is written. */
  to: number;
  /** Arguments whose data is written there; `recv` for the receiver's. */
  from?: readonly (number | 'recv' | 'rest')[];
  /** Data from outside that is written there, if the receiver matches. */
  source?: { kind: string; exposure: 'external' | 'local' };
  /** All arguments from `to` on are written. */
  onward?: true;
  /** Afterwards it holds a number. */
  clears?: true;
  /** The first argument must match if it is known: a pattern without restrictions. */
  when?: RegExp;
  /** The receiver must match. */
  on?: RegExp;
}

function ruleFor(m: Machine, site: CallSite): OutRule | undefined {
  const table = m.model.hooks.outs;
  const rule = table !== undefined && Object.hasOwn(table, site.name) ? table[site.name] : undefined;
  return rule?.on === undefined || rule.on.test(describe(site.recv ?? unknown, site.written))
    ? rule
    : undefined;
}

/** `TryGetValue(key, out var x)` on a value from outside. */
function writeOuts(m: Machine, site: CallSite): void {
  const { outWord } = m.file.semantics;
  if (outWord === null || site.e.k !== 'call' || site.recv === null || site.recv.taints.length === 0) return;
  for (const arg of site.e.args)
    if (arg.k === 'var' && outWord.test(m.file.text.slice(Math.max(0, arg.pos - 60), arg.pos)))
      assign(m, arg, { ...unknown, taints: site.recv.taints });
}

export function writeOutArguments(m: Machine, site: CallSite): void {
  writeOuts(m, site);
  const rule = ruleFor(m, site);
  if (rule === undefined || site.e.k !== 'call') return;
  if (rule.on !== undefined && !rule.on.test(describe(site.recv ?? unknown, site.written))) return;
  const pattern = site.args[0]?.k;
  if (rule.when !== undefined && typeof pattern === 'string' && !rule.when.test(pattern)) return;
  const last = rule.onward ? Math.min(site.e.args.length, rule.to + 8) : rule.to + 1;
  for (let to = rule.to; to < last; to++) writeTo(m, site, rule, to);
}

function writeTo(m: Machine, site: CallSite, rule: OutRule, to: number): void {
  if (site.e.k !== 'call') return;
  const target = bufferOf(site.e.args[to]);
  // A number behind `&` is not text.
  if (target === undefined || (rule.onward && target.k !== 'var')) return;
  if (rule.clears) {
    const kind = site.args[1]?.k;
    if (typeof kind === 'string' && /^(?:int|float|double|bool)/.test(kind)) assign(m, target, unknown);
    return;
  }
  if (rule.source !== undefined) {
    assign(m, target, {
      ...sourceValue(m, rule.source.kind, site.e, rule.source.exposure),
      type: site.args[to]?.type ?? null,
    });
    return;
  }
  let taints: readonly Taint[] = [];
  for (const from of rule.from ?? []) {
    if (from === 'recv') taints = joinTaints(taints, site.recv?.taints ?? []);
    else if (from === 'rest')
      for (const value of site.args.slice(rule.to + 1)) taints = joinTaints(taints, deepTaints(m, value));
    else taints = joinTaints(taints, site.args[from] === undefined ? [] : deepTaints(m, site.args[from]));
  }
  if (taints.length > 0)
    assign(m, target, {
      ...unknown,
      taints: addStep(taints, m.file, site.e.pos, site.e.end, m.frame.fn.id),
      type: site.args[to]?.type ?? null,
    });
}

/** The buffer of a place in it, such as `data + length`. */
export function bufferOf(e: Expr | undefined): Expr | undefined {
  if (e?.k === 'bin' && (e.op === '+' || e.op === '-')) return bufferOf(e.l);
  // new ArraySegment<byte>(room)
  if (e?.k === 'new' && e.args.length > 0) return bufferOf(e.args[0]);
  return e?.k === 'cast' ? bufferOf(e.e) : e;
}
