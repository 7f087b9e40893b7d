import type { Expr, Statement } from '../frontend/syntax.ts';
import { isEntry } from '../program/context.ts';
import type { CallSite } from '../program/facts.ts';
import type { FunctionInfo } from '../program/program.ts';
import { isZero, type Scope } from '../program/scope.ts';
import { eachExprOf, pathOf, someExpr } from '../program/walk.ts';
import { type Report, reportIn, symbolOf } from './report.ts';

/** Who receives the ether and the tokens of a contract. */
export function funds(scope: Scope): Report[] {
  return [...eachReached(scope)].flatMap(({ entry, fn }) =>
    scope
      .facts(fn)
      .calls.flatMap((call) => [
        ...arbitrarySend(call, entry, scope),
        ...arbitraryTransferFrom(call, scope),
        ...pushPayment(call, scope),
      ]),
  );
}

/** Every function with each entry point that reaches it; without one, with itself. */
export function* eachReached(scope: Scope): Generator<{ entry: FunctionInfo; fn: FunctionInfo }> {
  const reached = new Set<unknown>();
  for (const entry of scope.entries) {
    for (const fn of scope.reach(entry)) {
      reached.add(fn.node);
      yield { entry, fn };
    }
  }
  for (const fn of scope.functions)
    if (!reached.has(fn.node) && fn.node.kind !== 'constructor' && !isEntry(fn)) yield { entry: fn, fn };
}

function arbitrarySend(call: CallSite, entry: FunctionInfo, scope: Scope): Report[] {
  const { receiver, value, fn } = call;
  if (receiver === null || value === null || isZero(value)) return [];
  if (!['call', 'send', 'transfer', 'external'].includes(call.kind)) return [];
  if (scope.isGuarded(entry) || scope.isOnce(entry) || isOwnShare(value, fn, entry, scope)) return [];
  // The contract stores nothing, so it only sends ether that came with the call.
  if (
    entry.node.mutability === 'payable' &&
    [...scope.context.variables].every((one) => scope.isConstant(one))
  )
    return [];
  const to = scope.origins.of(receiver, fn);
  const isOfCaller = to.has('sender') && !to.has('param');
  if (!isOfCaller && !scope.isChosen(receiver, fn)) return [];
  if (call.kind === 'external' && !scope.isChosen(receiver, fn)) return [];
  const detail = `Reached from ${symbolOf(entry)}${isOfCaller ? ', and goes to whoever calls' : ''}.`;
  return [reportIn('contract/arbitrary-send', fn, call.expr, detail)];
}

/** The previous holder is paid before the next one replaces it: a holder that refuses the ether stays for ever. */
function pushPayment({ kind, receiver, expr, fn }: CallSite, scope: Scope): Report[] {
  if (receiver?.kind !== 'name' || (kind !== 'transfer' && kind !== 'send' && kind !== 'call')) return [];
  const state = scope.context.stateOf(receiver.name, fn);
  if (state === null || !scope.isOpen(receiver.name)) return [];
  const { writes, conditions } = scope.facts(fn);
  const isRequired =
    kind === 'transfer' || conditions.some((condition) => someExpr(condition, (one) => one === expr));
  const isReplaced = writes.some((write) => write.state === state && write.target.kind === 'name');
  return isRequired && isReplaced ? [reportIn('contract/push-payment', fn, expr)] : [];
}

/** The amount that the caller just paid, or the caller's own balance in the contract's records. */
function isOwnShare(value: Expr, fn: FunctionInfo, entry: FunctionInfo, scope: Scope): boolean {
  const from = scope.origins.of(value, fn);
  if (from.has('value') && !from.has('balance')) return true;
  if (from.has('key:sender') || isWithinPayment(value, fn, scope)) return true;
  const isBooked = (one: FunctionInfo): boolean => {
    const { reads, writes, conditions } = scope.facts(one);
    const keyed = (expr: Expr): boolean =>
      someExpr(
        expr,
        (part) =>
          part.kind === 'index' && part.index !== null && scope.origins.has(part.index, one, 'sender'),
      );
    return (
      (reads.length > 0 && conditions.some(keyed)) ||
      writes.some(({ target, state }) => state.node.type.kind === 'mapping' && keyed(target))
    );
  };
  return scope.reach(entry).some(isBooked);
}

/** A condition compares it with the amount paid. */
function isWithinPayment(value: Expr, fn: FunctionInfo, scope: Scope): boolean {
  const name = pathOf(value);
  return scope
    .facts(fn)
    .conditions.some((condition) =>
      someExpr(
        condition,
        (one) =>
          one.kind === 'binary' &&
          /^[<>]=?$/.test(one.op) &&
          [one.left, one.right].some((side) => name !== null && pathOf(side) === name) &&
          [one.left, one.right].some((side) => scope.origins.has(side, fn, 'value')),
      ),
    );
}

function arbitraryTransferFrom(call: CallSite, scope: Scope): Report[] {
  const { name, args, fn } = call;
  const isTransfer =
    (name === 'transferFrom' && args.length === 3 && call.kind === 'external') ||
    (name === 'safeTransferFrom' &&
      call.kind !== 'builtin' &&
      (args.length === 4 || (args.length === 3 && call.kind !== 'internal')));
  if (!isTransfer) return [];
  // A library is judged where it is called with these arguments.
  if (fn.contract?.node.kind === 'library' || fn.contract === null) return [];
  const from = args.length === 4 ? args[1] : args[0];
  if (from === undefined) return [];
  const origins = scope.origins.of(from, fn);
  if (origins.has('sender') || origins.has('this') || origins.has('key:sender')) return [];
  if (![...origins].some((one) => one === 'param' || one.startsWith('state:'))) return [];
  const reachable = scope.entries.filter((entry) => scope.reach(entry).some(({ node }) => node === fn.node));
  const isOwnTransfer = /^_?(?:safe)?(?:batch)?transfer(?:From)?$/i.test(fn.node.name);
  if (
    isOwnTransfer ||
    (reachable.length > 0 && reachable.every((entry) => scope.isGuarded(entry) && !originsOfParam(origins)))
  )
    return [];
  const isPermitted = scope
    .facts(fn)
    .calls.some((other) => other.name === 'permit' && other.args.length >= 5);
  return [
    reportIn(isPermitted ? 'contract/arbitrary-permit' : 'contract/arbitrary-transfer-from', fn, call.expr),
  ];
}

function originsOfParam(origins: ReadonlySet<string>): boolean {
  return origins.has('param');
}

/** `msg.value` that is spent in each iteration, and `delegatecall` that sees it in each. */
export function valueInLoops(scope: Scope): Report[] {
  const reports: Report[] = [];
  for (const entry of scope.entries) {
    if (entry.node.mutability !== 'payable') continue;
    for (const { fn, inLoop } of throughLoops(entry, scope)) {
      for (const call of scope.facts(fn).calls)
        if ((call.inLoop || inLoop) && call.kind === 'delegatecall' && !scope.isGuarded(entry))
          reports.push(reportIn('contract/delegatecall-loop', fn, call.expr));
      for (const { expr, inLoop: isHere, isCompared } of valueReads(fn))
        if ((isHere || inLoop) && !isCompared) reports.push(reportIn('contract/msg-value-loop', fn, expr));
    }
  }
  return reports;
}

/** The functions that an entry point reaches, and whether each is called in a loop. */
export function throughLoops(entry: FunctionInfo, scope: Scope): { fn: FunctionInfo; inLoop: boolean }[] {
  const found = new Map<string, { fn: FunctionInfo; inLoop: boolean }>();
  const ids = new Map<unknown, number>();
  const open = [{ fn: entry, inLoop: false }];
  for (let one = open.pop(); one !== undefined && found.size < 300; one = open.pop()) {
    const id = ids.get(one.fn.node) ?? ids.size;
    ids.set(one.fn.node, id);
    const key = `${id} ${one.inLoop}`;
    if (found.has(key)) continue;
    found.set(key, one);
    for (const { kind, target, inLoop } of scope.facts(one.fn).calls)
      if (kind === 'internal' && target) open.push({ fn: target, inLoop: one.inLoop || inLoop });
    for (const { name } of one.fn.node.modifiers) {
      const modifier = scope.context.modifier(name);
      if (modifier) open.push({ fn: modifier, inLoop: one.inLoop });
    }
  }
  return [...found.values()];
}

interface ValueRead {
  expr: Expr;
  inLoop: boolean;
  /** Only compared, not spent. */
  isCompared: boolean;
}

export function valueReads(fn: FunctionInfo): ValueRead[] {
  const found: ValueRead[] = [];
  const compared = new Set<Expr>();
  eachExprOf(fn.node, ({ expr, inLoop }) => {
    if (expr.kind === 'binary' && /^[<>=!]=?$/.test(expr.op)) {
      compared.add(expr.left);
      compared.add(expr.right);
    }
    if (pathOf(expr) === 'msg.value') found.push({ expr, inLoop, isCompared: compared.has(expr) });
  });
  return found;
}

/** The contract accepts ether but cannot send it. */
export function lockedEther(scope: Scope): Report[] {
  const { contract } = scope;
  if (
    contract.node.kind !== 'contract' ||
    contract.node.isAbstract ||
    !contract.isLeaf ||
    contract.unknownBases.length > 0
  )
    return [];
  const takes = scope.functions.find(
    ({ node }) => node.mutability === 'payable' && node.body !== null && !alwaysReverts(node.body),
  );
  if (!takes) return [];
  const gives = scope.functions
    .flatMap((fn) => scope.reach(fn))
    .some((fn) =>
      scope
        .facts(fn)
        .calls.some(
          (call) =>
            (call.value !== null && !isZero(call.value)) ||
            call.kind === 'selfdestruct' ||
            call.kind === 'delegatecall' ||
            (call.inAssembly && /^(?:call|create2?)$/.test(call.name)),
        ),
    );
  if (gives) return [];
  const report = reportIn(
    'contract/locked-ether',
    takes,
    contract.node.nameAt,
    `${takes.node.name} takes ether.`,
  );
  return [{ ...report, file: contract.file, symbol: contract.node.name }];
}

function alwaysReverts(body: Statement): boolean {
  if (body.kind !== 'block') return false;
  const [first] = body.body;
  return (
    first?.kind === 'revert' ||
    (first?.kind === 'expression' && first.expr.kind === 'call' && pathOf(first.expr.callee) === 'revert')
  );
}
