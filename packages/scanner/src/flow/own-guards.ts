import type { Expr, FunctionIr } from '../ir/ir.ts';
import { allKinds, maskOf } from './kinds.ts';
import { change, cleanRelated } from './known-values.ts';
import type { Machine } from './machine.ts';
import type { State } from './state.ts';
import { cleanTaints, type Value } from './value.ts';

/** Names of procedures that only return if their arguments are acceptable. */
const guarding = /^_?(?:check|ensure|validate|assert|verify|guard|require|reject|prevent|forbid|refuse)/i;
const refusing = /\b(?:throw|raise)\b/;
const checksFolder =
  /\b[sS]tarts?_?[wW]ith\s*\(|isRelativeTo|IsPathRooted|GetRelativePath|contains\s*\(\s*"\.\."/i;

/** Whether a function is such a guard: it throws, or calls another guard of the same name. */
export function isOwnGuard(fn: FunctionIr): boolean {
  if (!guarding.test(fn.name)) return false;
  const text = fn.file.text.slice(fn.pos, fn.end);
  return refusing.test(text) || (fn.body.length === 1 && text.split(`${fn.name}(`).length > 2);
}

/** The kinds that a guard has ruled out for each parameter when it returns, by position. */
export function guardedKinds(
  m: Machine,
  fn: FunctionIr,
  args: readonly Value[],
  state: State,
): readonly number[] {
  const params = fn.params.filter((param) => param.type !== '<receiver>');
  const text = fn.file.text.slice(fn.pos, fn.end);
  // The folder is compared with a path derived from the parameter, under another name.
  const base =
    checksFolder.test(text) && /canonical|normalize|GetFullPath|toRealPath|absolute|"\.\."/i.test(text)
      ? maskOf('path')
      : 0;
  const masks = params.map((param, index) => {
    if ((args[index]?.taints.length ?? 0) === 0) return 0;
    const left = state.get(`${fn.id}:${param.name}`)?.taints ?? [];
    return left.length === 0 ? base : left.reduce((mask, taint) => mask & taint.clean, allKinds) | base;
  });
  m.shared.setCell(fn, 'rules out', masks);
  return masks;
}

/** The kinds that the guard ruled out when it last ran. */
function seenOf(m: Machine, fn: FunctionIr): readonly number[] {
  const masks = m.shared.cell(fn, 'rules out');
  return Array.isArray(masks) ? (masks as readonly number[]) : [];
}

/** Treats the overloads of a guard as one: which one is called is unknown, but all of them check. */
export function applyOverloads(
  m: Machine,
  fns: readonly FunctionIr[],
  e: Expr,
  args: readonly Value[],
): void {
  if (!guarding.test(fns[0]?.name ?? '')) return;
  const masks = fns.map((fn) => seenOf(m, fn));
  applyGuard(
    m,
    e,
    args,
    args.map((_, index) => masks.reduce((mask, one) => mask | (one[index] ?? 0), 0)),
  );
}

/** Applies to the caller's variables what the guard ruled out. */
export function applyGuard(m: Machine, e: Expr, args: readonly Value[], masks: readonly number[]): void {
  if (e.k !== 'call') return;
  for (const [index, mask] of masks.entries()) {
    const arg = e.args[index];
    if (arg === undefined || mask === 0) continue;
    if (arg.k === 'call') cleanRelated(m, args[index]?.taints ?? [], mask);
    else change(m, arg, (value) => ({ ...value, objs: [], taints: cleanTaints(value.taints, mask) }));
  }
}
