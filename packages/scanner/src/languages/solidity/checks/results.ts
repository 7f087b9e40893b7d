import type { Expr } from '../frontend/syntax.ts';
import type { CallSite } from '../program/facts.ts';
import type { FunctionInfo } from '../program/program.ts';
import type { Scope } from '../program/scope.ts';
import { eachExprOf, eachStatement } from '../program/walk.ts';
import { type Report, reportIn } from './report.ts';

/** Results of calls that are ignored. */
export function results(scope: Scope): Report[] {
  return [...scope.functions, ...scope.context.modifiers].flatMap((fn) => {
    const unread = unreadNames(fn);
    return scope.facts(fn).calls.flatMap((call) => {
      if (call.inAssembly) return [];
      if (call.isAlone || isKeptUnread(call, unread)) return judge(call, fn);
      return isPartlyDropped(call)
        ? judge(call, fn).filter(({ rule }) => rule === 'contract/unused-return')
        : [];
    });
  });
}

function judge(call: CallSite, fn: FunctionInfo): Report[] {
  const { kind, name, args } = call;
  if (kind === 'call' || kind === 'delegatecall' || kind === 'staticcall')
    return [reportIn('contract/unchecked-call', fn, call.expr)];
  if (kind === 'send') return [reportIn('contract/unchecked-send', fn, call.expr)];
  if (kind !== 'external' && kind !== 'internal') return [];
  const returns = call.target?.node.returns;
  const isToken =
    kind === 'external' &&
    ((name === 'transfer' && args.length === 2) || (name === 'transferFrom' && args.length === 3)) &&
    (returns === undefined ||
      (returns.length === 1 && returns[0]?.type.kind === 'elementary' && returns[0].type.name === 'bool'));
  if (isToken) return [reportIn('contract/unchecked-transfer', fn, call.expr)];
  const isOfLibrary =
    call.contract?.node.kind === 'library' &&
    /^(?:public|external)$/.test(call.target?.node.visibility ?? '');
  return (kind === 'external' || isOfLibrary) &&
    returns !== undefined &&
    returns.length > 0 &&
    !/^(?:transfer|transferFrom|approve)$/.test(name)
    ? [reportIn('contract/unused-return', fn, call.expr)]
    : [];
}

function isKeptUnread({ statement, expr }: CallSite, unread: ReadonlySet<string>): boolean {
  if (statement.kind === 'declaration' && statement.value === expr) {
    const [first] = statement.variables;
    return first === undefined || first === null ? isAllNull(statement.variables) : unread.has(first.name);
  }
  if (statement.kind !== 'expression' || statement.expr.kind !== 'assign' || statement.expr.right !== expr)
    return false;
  const { left } = statement.expr;
  const target: Expr | null = left.kind === 'tuple' ? (left.items[0] ?? null) : left;
  return target?.kind === 'name' && unread.has(target.name);
}

/** `(uint a, ) = f()` */
function isPartlyDropped({ statement, expr }: CallSite): boolean {
  if (statement.kind === 'declaration') return statement.value === expr && statement.variables.includes(null);
  if (statement.kind !== 'expression' || statement.expr.kind !== 'assign' || statement.expr.right !== expr)
    return false;
  return statement.expr.left.kind === 'tuple' && statement.expr.left.items.includes(null);
}

function isAllNull(variables: readonly unknown[]): boolean {
  return variables.every((one) => one === null);
}

/** Local variables that are assigned but never read. */
function unreadNames(fn: FunctionInfo): Set<string> {
  const declared = new Set<string>();
  if (fn.node.body === null) return declared;
  eachStatement(fn.node.body, ({ statement }) => {
    if (statement.kind === 'declaration')
      for (const one of statement.variables) if (one !== null) declared.add(one.name);
  });
  if (declared.size === 0) return declared;
  const written = new Set<Expr>();
  eachExprOf(fn.node, ({ expr }) => {
    if (expr.kind === 'assign')
      for (const one of expr.left.kind === 'tuple' ? expr.left.items : [expr.left])
        if (one?.kind === 'name') written.add(one);
    if (expr.kind === 'name' && !written.has(expr)) declared.delete(expr.name);
  });
  return declared;
}
