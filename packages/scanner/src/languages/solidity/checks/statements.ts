import type { Expr, Statement } from '../frontend/syntax.ts';
import { typeText } from '../program/context.ts';
import type { FunctionInfo } from '../program/program.ts';
import type { Scope } from '../program/scope.ts';
import { typeOf } from '../program/types.ts';
import { eachExpr, eachExprOf, eachStatement, exprsOf, pathOf, someExpr } from '../program/walk.ts';
import { throughLoops } from './funds.ts';
import { type Report, reportIn } from './report.ts';

/** Statements that cost too much, have no effect, or do not do what they seem to. */
export function statements(scope: Scope): Report[] {
  return [
    ...loops(scope),
    ...[...scope.functions, ...scope.context.modifiers].flatMap((fn) => [
      ...packed(fn, scope),
      ...booleans(fn, scope),
      ...writeAfterWrite(fn, scope),
      ...assertions(fn, scope),
      ...deprecatedKeywords(fn),
      ...signatures(fn, scope),
      ...odd(fn, scope),
    ]),
  ];
}

function loops(scope: Scope): Report[] {
  const reports: Report[] = [];
  for (const entry of scope.entries) {
    for (const { fn, inLoop } of throughLoops(entry, scope)) {
      const { calls, writes } = scope.facts(fn);
      for (const call of calls) {
        if (!(call.inLoop || inLoop) || call.inAssembly) continue;
        if (
          ['external', 'call', 'send', 'transfer', 'delegatecall'].includes(call.kind) &&
          !isOwn(call.receiver)
        )
          reports.push(reportIn('contract/calls-loop', fn, call.expr));
      }
      for (const write of writes)
        if ((write.inLoop || inLoop) && write.target.kind === 'name' && write.op !== 'push')
          reports.push(reportIn('contract/costly-loop', fn, write.target));
    }
  }
  return reports;
}

function isOwn(receiver: Expr | null): boolean {
  return receiver?.kind === 'name' && receiver.name === 'this';
}

/** Two values of dynamic length side by side: different values can have the same encoding. */
function packed(fn: FunctionInfo, scope: Scope): Report[] {
  return scope.facts(fn).calls.flatMap(({ name, args, expr }) => {
    if (name !== 'abi.encodePacked') return [];
    const isDynamic = args.map((arg) => {
      const type = typeOf(arg, fn, scope.context);
      const isOne = type !== null && /^(?:string|bytes)$|\[\]$/.test(typeText(type));
      return isOne && arg.kind !== 'literal' && scope.isChosen(arg, fn);
    });
    const isBeside = isDynamic.some((one, at) => one && isDynamic[at + 1]);
    return isBeside ? [reportIn('contract/packed-collision', fn, expr)] : [];
  });
}

function booleans(fn: FunctionInfo, scope: Scope): Report[] {
  const reports: Report[] = [];
  const isBool = (one: Expr): boolean => one.kind === 'literal' && one.type === 'bool';
  eachExprOf(fn.node, ({ expr }) => {
    if (expr.kind !== 'binary') return;
    const isConstant = isBool(expr.left) || isBool(expr.right);
    if ((expr.op === '==' || expr.op === '!=') && isConstant)
      reports.push(reportIn('contract/boolean-comparison', fn, expr));
    if ((expr.op === '&&' || expr.op === '||') && isConstant)
      reports.push(reportIn('contract/boolean-constant', fn, expr));
  });
  for (const condition of scope.facts(fn).conditions)
    if (isBool(condition)) {
      const isEnd =
        fn.file.text.slice(condition.start, condition.end) === 'false' && isArgument(condition, fn);
      if (!isEnd) reports.push(reportIn('contract/boolean-constant', fn, condition));
    }
  return reports;
}

/** `require(false)` and `assert(false)` are ways to revert. */
function isArgument(condition: Expr, fn: FunctionInfo): boolean {
  let isOne = false;
  eachExprOf(fn.node, ({ expr }) => {
    if (expr.kind === 'call' && expr.args.includes(condition)) isOne = true;
  });
  return isOne;
}

/** Assigned twice without a read in between. */
function writeAfterWrite(fn: FunctionInfo, scope: Scope): Report[] {
  const reports: Report[] = [];
  if (fn.node.body === null) return reports;
  eachStatement(fn.node.body, ({ statement, inAssembly }) => {
    if (statement.kind !== 'block' || inAssembly) return;
    const open = new Map<string, Expr>();
    for (const one of statement.body) {
      const target = plainTarget(one);
      for (const name of namesRead(one, target)) open.delete(name);
      // A call may read state; local variables are not affected.
      if (holdsCall(one))
        for (const name of open.keys()) if (scope.context.stateOf(name, fn)) open.delete(name);
      if (target === null) continue;
      const before = open.get(target.name);
      if (before) reports.push(reportIn('contract/write-after-write', fn, before));
      open.set(target.name, target);
    }
  });
  return reports;
}

function namesRead(statement: Statement, target: Expr | null): Set<string> {
  const names = new Set<string>();
  eachStatement(statement, ({ statement: one }) => {
    for (const expr of exprsOf(one))
      eachExpr(expr, (part) => {
        if (part.kind === 'name' && part !== target) names.add(part.name);
      });
  });
  return names;
}

function holdsCall(statement: Statement): boolean {
  let found = statement.kind === 'return' || statement.kind === 'assembly';
  eachStatement(statement, ({ statement: one }) => {
    found ||= one.kind === 'placeholder';
    for (const expr of exprsOf(one)) found ||= someExpr(expr, (part) => part.kind === 'call');
  });
  return found;
}

function plainTarget(statement: Statement): (Expr & { kind: 'name' }) | null {
  if (statement.kind !== 'expression' || statement.expr.kind !== 'assign' || statement.expr.op !== '=')
    return null;
  return statement.expr.left.kind === 'name' ? statement.expr.left : null;
}

/** `assert` is for conditions that cannot fail, so it should have no side effects. */
function assertions(fn: FunctionInfo, scope: Scope): Report[] {
  return scope.facts(fn).calls.flatMap(({ name, kind, args, expr }) => {
    if (kind !== 'builtin' || name !== 'assert' || !args[0]) return [];
    const [first] = args;
    const { writes, calls } = scope.facts(fn);
    const isWithin = (one: { start: number; end: number }): boolean =>
      one.start >= first.start && one.end <= first.end;
    const changes =
      writes.some(({ target }) => isWithin(target)) ||
      calls.some(
        (call) =>
          call.kind === 'internal' &&
          call.target &&
          isWithin(call.expr) &&
          scope.reach(call.target).some((one) => scope.facts(one).writes.length > 0),
      );
    return changes ? [reportIn('contract/assert-state-change', fn, expr)] : [];
  });
}

const old: Readonly<Record<string, string>> = {
  suicide: 'selfdestruct',
  sha3: 'keccak256',
  callcode: 'delegatecall',
};

function deprecatedKeywords(fn: FunctionInfo): Report[] {
  const reports: Report[] = [];
  eachExprOf(fn.node, ({ expr, inAssembly }) => {
    if (inAssembly) return;
    const path = expr.kind === 'call' ? pathOf(expr.callee) : pathOf(expr);
    const last = expr.kind === 'call' && expr.callee.kind === 'member' ? expr.callee.name : path;
    if (expr.kind === 'call' && last !== null && last in old)
      reports.push(reportIn('contract/deprecated', fn, expr, `${old[last]} took its place.`));
    else if (path === 'msg.gas')
      reports.push(reportIn('contract/deprecated', fn, expr, 'gasleft() took its place.'));
    else if (expr.kind === 'call' && path === 'block.blockhash')
      reports.push(reportIn('contract/deprecated', fn, expr, 'blockhash() took its place.'));
  });
  if (fn.node.body !== null)
    eachStatement(fn.node.body, ({ statement }) => {
      if (statement.kind === 'revert' && fn.file.text.startsWith('throw', statement.start))
        reports.push(reportIn('contract/deprecated', fn, statement, 'revert() took its place.'));
    });
  return reports;
}

/** `ecrecover` returns zero for an invalid signature. */
function signatures(fn: FunctionInfo, scope: Scope): Report[] {
  const { calls, conditions } = scope.facts(fn);
  const [recover] = calls.filter(({ name, inAssembly }) => name === 'ecrecover' && !inAssembly);
  if (!recover) return [];
  const isLooked = conditions.some((condition) =>
    /address\s*\(\s*0(?:x0*)?\s*\)|==\s*0\b|!=\s*0\b/.test(
      fn.file.text.slice(condition.start, condition.end),
    ),
  );
  const isReturned =
    fn.node.visibility === 'internal' ||
    fn.node.visibility === 'private' ||
    fn.contract?.node.kind === 'library';
  return isLooked || isReturned ? [] : [reportIn('contract/unchecked-signer', fn, recover.expr)];
}

function odd(fn: FunctionInfo, scope: Scope): Report[] {
  const reports: Report[] = [];
  // `value;` suppresses the compiler's warning about an unused parameter.
  const given = new Set(fn.node.parameters.map(({ name }) => name));
  eachExprOf(fn.node, ({ expr, statement }) => {
    if (expr.kind === 'assign' && expr.op === '=' && expr.right.kind === 'unary' && expr.right.op === '+')
      reports.push(reportIn('contract/incorrect-unary', fn, expr));
    const isBare =
      statement.kind === 'expression' &&
      statement.expr === expr &&
      (expr.kind === 'type' || (expr.kind === 'name' && !given.has(expr.name)));
    if (isBare && scope.contract.node.kind !== 'interface')
      reports.push(reportIn('contract/redundant-statement', fn, expr));
  });
  return reports;
}
