import type { Expr } from '../frontend/syntax.ts';
import type { WriteSite } from '../program/facts.ts';
import type { FunctionInfo } from '../program/program.ts';
import type { Scope } from '../program/scope.ts';
import { pathOf, someExpr } from '../program/walk.ts';
import { type Report, reportIn } from './report.ts';

/** Owners and roles that a function without a guard can change. */
export function openOwner(scope: Scope): Report[] {
  const { single, listed } = guardVariables(scope);
  if (single.size + listed.size === 0) return [];
  return scope.entries.flatMap((entry) => {
    if (entry.node.mutability === 'payable' || scope.isGuarded(entry)) return [];
    const write = scope
      .reach(entry)
      .flatMap((fn) => scope.facts(fn).writes)
      .find((one) => isOpen(one, one.fn, scope, single, listed) && !isOnce(one, entry, scope));
    const detail = `${write?.state.node.name} decides who may act.`;
    return write ? [reportIn('contract/open-owner', entry, entry.node.nameAt, detail)] : [];
  });
}

/** Addresses that are compared with the caller, and lists in which modifiers look up the caller. */
function guardVariables(scope: Scope): { single: Set<string>; listed: Set<string> } {
  const single = new Set<string>();
  const listed = new Set<string>();
  const isSender = (one: Expr, fn: FunctionInfo): boolean =>
    pathOf(one) === 'msg.sender' || (one.kind === 'call' && scope.origins.has(one, fn, 'sender'));
  const note = (one: Expr, fn: FunctionInfo, isModifier: boolean): void => {
    if (one.kind === 'binary' && (one.op === '==' || one.op === '!=')) {
      for (const [side, other] of [[one.left, one.right] as const, [one.right, one.left] as const])
        if (isSender(side, fn) && other.kind === 'name' && scope.context.stateOf(other.name, fn))
          single.add(other.name);
    }
    if (
      isModifier &&
      one.kind === 'index' &&
      one.base.kind === 'name' &&
      one.index &&
      isSender(one.index, fn)
    )
      listed.add(one.base.name);
  };
  const modifiers = scope.context.modifiers;
  const inModifiers = new Set(modifiers.flatMap((fn) => scope.reach(fn)).map(({ node }) => node));
  for (const fn of [...scope.functions, ...modifiers]) {
    for (const condition of scope.facts(fn).conditions)
      someExpr(condition, (one) => {
        note(one, fn, inModifiers.has(fn.node));
        return false;
      });
  }
  return { single, listed };
}

function isOpen(
  { state, target, value, op }: WriteSite,
  fn: FunctionInfo,
  scope: Scope,
  single: ReadonlySet<string>,
  listed: ReadonlySet<string>,
): boolean {
  if (value === null || op !== '=') return false;
  if (target.kind === 'name')
    return single.has(state.node.name) && scope.origins.has(value, fn, 'param', 'sender');
  if (target.kind !== 'index' || target.index === null || !listed.has(state.node.name)) return false;
  // A caller who can only register himself gives no rights to others.
  const keys = scope.origins.of(target.index, fn);
  return keys.has('param') && !keys.has('sender');
}

/** Whether the function first checks the variable, so that it can only be set once. */
function isOnce({ state }: WriteSite, entry: FunctionInfo, scope: Scope): boolean {
  const names = new Set([state.node.name]);
  const reach = scope.reach(entry);
  // `require(!initialized); initialized = true;` also refuses a second call.
  for (const fn of reach)
    for (const write of scope.facts(fn).writes)
      if (write.value?.kind === 'literal' && write.target.kind === 'name') names.add(write.state.node.name);
  return reach.some((fn) =>
    scope
      .facts(fn)
      .conditions.some((condition) =>
        someExpr(condition, (one) => one.kind === 'name' && names.has(one.name)),
      ),
  );
}
