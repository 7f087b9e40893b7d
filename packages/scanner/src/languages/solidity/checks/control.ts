import type { Expr } from '../frontend/syntax.ts';
import { isEntry } from '../program/context.ts';
import type { FunctionInfo } from '../program/program.ts';
import type { Scope } from '../program/scope.ts';
import { eachExprOf, pathOf, someExpr } from '../program/walk.ts';
import { eachReached } from './funds.ts';
import { openOwner } from './ownership.ts';
import { type Report, reportIn } from './report.ts';

/** Who may destroy the contract, replace its code, or act as its owner. */
export function control(scope: Scope): Report[] {
  const reports: Report[] = [];
  for (const { entry, fn } of eachReached(scope)) {
    for (const call of scope.facts(fn).calls) {
      if (call.kind === 'selfdestruct' && isEntry(entry) && !scope.isGuarded(entry))
        reports.push(reportIn('contract/open-selfdestruct', fn, call.expr));
      if (call.kind !== 'delegatecall' || call.receiver === null || scope.isGuarded(entry)) continue;
      if (scope.isOnce(entry) || endsInRevert(fn)) continue;
      if (fn.contract?.node.kind === 'library') continue;
      if (scope.isChosen(call.receiver, fn)) reports.push(reportIn('contract/delegatecall', fn, call.expr));
    }
  }
  return [
    ...reports,
    ...scope.functions.flatMap((fn) => byOrigin(fn, scope)),
    ...openUpgrade(scope),
    ...openOwner(scope),
  ];
}

/** Whether the function always reverts at its end: it only simulates, so its effects do not last. */
function endsInRevert({ node }: FunctionInfo): boolean {
  let last = node.body;
  while (last?.kind === 'block' || last?.kind === 'assembly') last = last.body.at(-1) ?? null;
  if (last?.kind === 'revert') return true;
  return last?.kind === 'expression' && last.expr.kind === 'call' && pathOf(last.expr.callee) === 'revert';
}

function byOrigin(fn: FunctionInfo, scope: Scope): Report[] {
  const reach = [fn, ...scope.context.modifiers];
  return reach.flatMap((one) =>
    scope.facts(one).conditions.flatMap((condition) => {
      const isOrigin = someExpr(condition, (part) => pathOf(part) === 'tx.origin');
      // `tx.origin == msg.sender` only excludes contracts.
      const isSender = someExpr(
        condition,
        (part) => pathOf(part) === 'msg.sender' || pathOf(part) === '_msgSender',
      );
      return isOrigin && !isSender ? [reportIn('contract/origin-authorization', one, condition)] : [];
    }),
  );
}

/** The logic of a proxy that anybody may initialize, and then destroy or replace. */
function openUpgrade(scope: Scope): Report[] {
  const { contract } = scope;
  const isUpgradeable =
    contract.line.some(({ node }) => /^(?:Initializable|UUPSUpgradeable)$|Upgradeable$/.test(node.name)) ||
    contract.unknownBases.some((name) => /Initializable$|Upgradeable$/.test(name));
  if (!isUpgradeable || contract.node.isAbstract || !contract.isLeaf || contract.node.kind !== 'contract')
    return [];
  const constructors = scope.functions.filter(({ node }) => node.kind === 'constructor');
  const isClosed = constructors.some(({ node, ...fn }) => {
    const { calls } = scope.facts({ node, ...fn });
    return (
      node.modifiers.some(({ name }) => name === 'initializer' || name.endsWith('.initializer')) ||
      calls.some(({ name }) => name === '_disableInitializers')
    );
  });
  if (isClosed) return [];
  const initializers = scope.entries.filter(({ node }) =>
    node.modifiers.some(({ name }) => name === 'initializer' || name === 'reinitializer'),
  );
  const [initializer] = initializers;
  if (!initializer || initializers.some((fn) => isClosedBefore(fn, constructors, scope))) return [];
  const harms = scope.entries
    .flatMap((entry) => scope.reach(entry))
    .some((fn) =>
      scope
        .facts(fn)
        .calls.some(
          ({ kind, name }) => kind === 'selfdestruct' || kind === 'delegatecall' || /^upgradeTo/.test(name),
        ),
    );
  return harms ? [reportIn('contract/unprotected-upgrade', initializer, initializer.node.nameAt)] : [];
}

/**
 * Only a proxy gets through, or the constructor has already set the variable that the initializer requires to be
 * unset.
 */
function isClosedBefore(fn: FunctionInfo, constructors: readonly FunctionInfo[], scope: Scope): boolean {
  if (fn.node.modifiers.some(({ name }) => name === 'onlyProxy' || name === 'onlyDelegateCall')) return true;
  const set = new Set(
    constructors.flatMap((one) => scope.facts(one).writes.map(({ state }) => state.node.name)),
  );
  return scope
    .facts(fn)
    .conditions.some((condition) => someExpr(condition, (one) => one.kind === 'name' && set.has(one.name)));
}

/** Addresses that are stored, or that receive ether, without a check for zero. */
export function zeroAddresses(scope: Scope): Report[] {
  return scope.functions.flatMap((fn) => {
    if (fn.contract !== scope.contract && !scope.contract.isLeaf) return [];
    const { node } = fn;
    if (node.kind !== 'constructor' && !isEntry(fn)) return [];
    return node.parameters.flatMap((parameter) => {
      if (parameter.type.kind !== 'elementary' || parameter.type.name !== 'address' || parameter.name === '')
        return [];
      const isOwn = (expr: Expr): boolean => expr.kind === 'name' && expr.name === parameter.name;
      const kept = scope
        .facts(fn)
        .writes.find(
          ({ value, target, state }) =>
            value !== null && isOwn(value) && target.kind === 'name' && state.node.type.kind === 'elementary',
        );
      const sent = scope
        .facts(fn)
        .calls.find(
          ({ kind, receiver, value }) =>
            receiver !== null &&
            isOwn(receiver) &&
            value !== null &&
            ['call', 'send', 'transfer'].includes(kind),
        );
      const span = kept?.target ?? sent?.expr;
      return span && !isChecked(parameter.name, span.start, fn, scope)
        ? [reportIn('contract/missing-zero-check', fn, span, `${parameter.name} may be zero.`)]
        : [];
    });
  });
}

function isChecked(name: string, before: number, fn: FunctionInfo, scope: Scope): boolean {
  const inConditions = scope
    .facts(fn)
    .conditions.some(
      (condition) =>
        condition.start < before && someExpr(condition, (part) => part.kind === 'name' && part.name === name),
    );
  if (
    inConditions ||
    fn.node.modifiers.some(({ args }) =>
      args.some((arg) => someExpr(arg, (part) => part.kind === 'name' && part.name === name)),
    )
  )
    return true;
  return scope.facts(fn).calls.some(
    ({ kind, target, args }) =>
      kind === 'internal' &&
      target !== null &&
      args.some((arg, at) => {
        const passed = target.node.parameters[at]?.name;
        return (
          passed !== undefined &&
          arg.kind === 'name' &&
          arg.name === name &&
          scope
            .facts(target)
            .conditions.some((condition) =>
              someExpr(condition, (part) => part.kind === 'name' && part.name === passed),
            )
        );
      }),
  );
}

/** Changes of owners or of parameters of calculations that emit no event. */
export function missingEvents(scope: Scope): Report[] {
  const asked = new Set<string>();
  const inSums = new Set<string>();
  for (const fn of [...scope.functions, ...scope.context.modifiers]) {
    for (const condition of scope.facts(fn).conditions) {
      if (
        !someExpr(
          condition,
          (part) =>
            pathOf(part) === 'msg.sender' || (part.kind === 'call' && pathOf(part.callee) === '_msgSender'),
        )
      )
        continue;
      someExpr(condition, (part) => {
        if (part.kind === 'name' && scope.context.stateOf(part.name, fn)) asked.add(part.name);
        return false;
      });
    }
    if (isEntry(fn) && !scope.isGuarded(fn))
      eachExprOf(fn.node, ({ expr }) => {
        if (expr.kind === 'binary' && /^[-+*/]$/.test(expr.op))
          for (const side of [expr.left, expr.right])
            if (side.kind === 'name' && scope.context.stateOf(side.name, fn)) inSums.add(side.name);
      });
  }
  return scope.entries.flatMap((fn) => {
    if (
      !scope.isGuarded(fn) ||
      scope.reach(fn).some((one) => scope.facts(one).emits.length > 0 || hasOldEvents(one, scope))
    )
      return [];
    return scope.facts(fn).writes.flatMap(({ state, target, value }) => {
      if (
        target.kind !== 'name' ||
        value === null ||
        !scope.origins.has(value, fn, 'param') ||
        state.node.type.kind !== 'elementary'
      )
        return [];
      const { name } = state.node;
      if (state.node.type.name === 'address' && asked.has(name))
        return [reportIn('contract/missing-event-access', fn, target)];
      return /^u?int/.test(state.node.type.name) && inSums.has(name)
        ? [reportIn('contract/missing-event-arithmetic', fn, target)]
        : [];
    });
  });
}

function hasOldEvents(fn: FunctionInfo, scope: Scope): boolean {
  return scope
    .facts(fn)
    .calls.some(
      ({ name, kind }) =>
        kind === 'value' &&
        scope.contract.line.some(({ node }) => node.events.some((event) => event.name === name)),
    );
}
