import { isEntry } from '../program/context.ts';
import type { FunctionInfo } from '../program/program.ts';
import type { Scope } from '../program/scope.ts';
import { type LateStep, ReentrancyWalk } from './reentrancy-walk.ts';
import { type Report, symbolOf } from './report.ts';

const ranks = [
  'contract/reentrancy',
  'contract/reentrancy-no-eth',
  'contract/reentrancy-benign',
  'contract/reentrancy-events',
] as const;

/** State that is written after control was handed to another contract, which can call again before that. */
export function reentrancy(scope: Scope): Report[] {
  const called = new Set<unknown>();
  for (const fn of scope.functions)
    for (const { kind, target } of scope.facts(fn).calls)
      if (kind === 'internal' && target) called.add(target.node);
  return scope.functions.flatMap((fn) => {
    const { kind, mutability } = fn.node;
    if (kind === 'constructor' || mutability === 'view' || mutability === 'pure') return [];
    return isEntry(fn) || !called.has(fn.node) ? reportsOf(fn, scope) : [];
  });
}

function reportsOf(fn: FunctionInfo, scope: Scope): Report[] {
  const walk = new ReentrancyWalk(scope);
  walk.start(fn);
  const worst = new Map<unknown, { rank: number; step: LateStep }>();
  for (const step of walk.late) {
    const rank = rankOf(step);
    const known = worst.get(step.after.call.expr);
    if (known === undefined || rank < known.rank) worst.set(step.after.call.expr, { rank, step });
  }
  return [...worst.values()].map(({ rank, step }) => toReport(ranks[rank]!, step, fn, scope));
}

function rankOf({ after, state, isDebit }: LateStep): number {
  if (state === null) return 3;
  if (!after.reads.has(state) && !(isDebit && after.sendsEther)) return 2;
  return after.sendsEther ? 0 : 1;
}

function toReport(rule: string, { after, state, span }: LateStep, entry: FunctionInfo, scope: Scope): Report {
  const what = state === null ? 'the event is told' : `${state.node.name} is written`;
  const isGuarded = scope.isGuarded(entry);
  return {
    rule,
    file: after.fn.file,
    span: after.call.expr,
    symbol: symbolOf(after.fn),
    detail: `Reached from ${symbolOf(entry)}: ${what} only after the call.`,
    confidence: isGuarded ? 0.5 : 0.75,
    // The other place may stand in another file: then only the call is told.
    ...(span.start > after.call.expr.start && { also: span }),
  };
}
