import { isEntry } from '../program/context.ts';
import type { FunctionInfo, StateInfo } from '../program/program.ts';
import type { Scope } from '../program/scope.ts';
import type { LateStep } from './reentrancy-paths.ts';
import { ReentrancyWalk } from './reentrancy-walk.ts';
import { type Report, symbolOf } from './report.ts';

const ranks = [
  'contract/reentrancy',
  'contract/reentrancy-no-eth',
  'contract/reentrancy-benign',
  'contract/reentrancy-events',
] as const;
/** From worst to least severe. */
type Rank = 0 | 1 | 2 | 3;

/** State that is written after a call to another contract, which can call back before the write. */
export function reentrancy(scope: Scope): Report[] {
  const called = new Set<unknown>();
  for (const fn of scope.functions)
    for (const { kind, target } of scope.facts(fn).calls)
      if (kind === 'internal' && target) called.add(target.node);
  const open = openWrites(scope);
  return scope.functions.flatMap((fn) => {
    const { kind, mutability } = fn.node;
    if (kind === 'constructor' || mutability === 'view' || mutability === 'pure') return [];
    return isEntry(fn) || !called.has(fn.node) ? reportsOf(fn, scope, open) : [];
  });
}

/** State that anybody can write or read through functions without a lock. */
function openWrites(scope: Scope): Map<StateInfo, Set<FunctionInfo>> {
  const found = new Map<StateInfo, Set<FunctionInfo>>();
  for (const entry of scope.entries) {
    const { mutability } = entry.node;
    if (mutability === 'view' || mutability === 'pure' || scope.isLocked(entry) || scope.isRestricted(entry))
      continue;
    const facts = unlockedReach(entry, scope).map((fn) => scope.facts(fn));
    const read = new Set(facts.flatMap(({ reads }) => reads.map(({ state }) => state)));
    for (const { state } of facts.flatMap(({ writes }) => writes)) {
      if (!read.has(state)) continue;
      const known = found.get(state);
      if (known) known.add(entry);
      else found.set(state, new Set([entry]));
    }
  }
  return found;
}

/** The functions that an entry point reaches without taking a lock. */
function unlockedReach(entry: FunctionInfo, scope: Scope): FunctionInfo[] {
  const reached = new Set([entry]);
  for (const one of reached) {
    for (const { kind, target } of scope.facts(one).calls)
      if (kind === 'internal' && target && reached.size < 300 && !scope.isLocked(target)) reached.add(target);
  }
  return [...reached];
}

function reportsOf(
  fn: FunctionInfo,
  scope: Scope,
  open: ReadonlyMap<StateInfo, ReadonlySet<FunctionInfo>>,
): Report[] {
  const walk = new ReentrancyWalk(scope);
  walk.start(fn);
  const isRestricted = scope.isRestricted(fn);
  const worst = new Map<unknown, { rank: Rank; step: LateStep }>();
  for (const step of walk.late) {
    const isShared = step.state !== null && open.has(step.state) && step.after.reads.has(step.state);
    if ((step.isLocked && !isShared) || isUnlock(step, scope)) continue;
    const rank = rankOf(step, isRestricted);
    const known = worst.get(step.after.call.expr);
    if (known === undefined || rank < known.rank) worst.set(step.after.call.expr, { rank, step });
  }
  return [...worst.values()].map(({ rank, step }) => toReport(ranks[rank], step, fn, scope));
}

/** `unlocked = true` at the end of a function that set it to false and required it to be true. */
function isUnlock({ state, target, fn, after }: LateStep, scope: Scope): boolean {
  if (state === null || target === null) return false;
  const { writes, conditions } = scope.facts(fn);
  const text = textOf(target, fn);
  const isSet = writes.some(
    (write) =>
      write.target.start < after.call.expr.start &&
      textOf(write.target, fn) === text &&
      isSwitch(write.value),
  );
  return (
    isSet &&
    conditions.some(
      (condition) => textOf(condition, fn).includes(text) || textOf(condition, fn).includes(state.node.name),
    )
  );
}

function isSwitch(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'literal';
}

function textOf({ start, end }: { start: number; end: number }, { file }: FunctionInfo): string {
  return file.text.slice(start, end);
}

/** Owners and roles are trusted, so the report is one step less severe. */
function rankOf({ after, state, isDebit }: LateStep, isRestricted: boolean): Rank {
  if (state === null) return 3;
  if (!after.reads.has(state) && !(isDebit && after.sendsEther)) return 2;
  if (after.sendsEther) return isRestricted ? 1 : 0;
  return isRestricted ? 2 : 1;
}

function toReport(
  rule: string,
  { after, state, span, isLocked }: LateStep,
  entry: FunctionInfo,
  scope: Scope,
): Report {
  const what = state === null ? 'the event is told' : `${state.node.name} is written`;
  const within = entry.contract === scope.contract ? '' : ` in ${scope.contract.node.name}`;
  const lock = isLocked ? ' Other functions that use it hold no lock.' : '';
  return {
    rule,
    file: after.fn.file,
    span: after.call.expr,
    symbol: symbolOf(after.fn),
    detail: `Reached from ${symbolOf(entry)}${within}: ${what} only after the call.${lock}`,
    confidence: scope.isGuarded(entry) || isLocked ? 0.5 : 0.75,
    // The other place may be in another file; then only the call is reported.
    ...(span.start > after.call.expr.start && { also: span }),
  };
}
