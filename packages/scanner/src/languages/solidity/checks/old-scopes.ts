import type { Expr } from '../frontend/syntax.ts';
import type { FunctionInfo } from '../program/program.ts';
import type { Scope } from '../program/scope.ts';
import { eachExprOf, eachStatement, pathOf } from '../program/walk.ts';
import { type Report, reportIn } from './report.ts';

/** Old compilers accepted variables that are used before their declaration, and pointers that are not set. */
export function oldScopes(scope: Scope): Report[] {
  return scope.functions.flatMap((fn) =>
    (fn.file.minor ?? 8) > 5 ? [] : [...usedBefore(fn), ...emptyPointers(fn)],
  );
}

function usedBefore(fn: FunctionInfo): Report[] {
  if (fn.node.body === null || (fn.file.minor ?? 8) >= 5) return [];
  const declared = new Map<string, number>();
  eachStatement(fn.node.body, ({ statement, inAssembly }) => {
    if (statement.kind !== 'declaration' || inAssembly) return;
    for (const one of statement.variables)
      if (one !== null && !declared.has(one.name)) declared.set(one.name, one.start);
  });
  for (const { name } of [...fn.node.parameters, ...fn.node.returns]) declared.delete(name);
  const early = new Map<string, Expr>();
  eachExprOf(fn.node, ({ expr, inAssembly }) => {
    if (inAssembly || expr.kind !== 'name' || early.has(expr.name)) return;
    if (expr.start < (declared.get(expr.name) ?? 0)) early.set(expr.name, expr);
  });
  return [...early.values()].map((expr) => reportIn('contract/early-use', fn, expr));
}

/** Before 0.5.9, calling a function pointer that a constructor had not set ran unexpected code. */
function emptyPointers(fn: FunctionInfo): Report[] {
  const { node, file } = fn;
  if (node.kind !== 'constructor' || node.body === null || (file.minor === 5 && file.patch >= 9)) return [];
  const empty = new Set<string>();
  eachStatement(node.body, ({ statement }) => {
    if (statement.kind !== 'declaration' || statement.value !== null) return;
    for (const one of statement.variables) if (one?.type.kind === 'function') empty.add(one.name);
  });
  for (const { node: variable } of fn.contract?.variables ?? [])
    if (variable.type.kind === 'function' && variable.value === null) empty.add(variable.name);
  if (empty.size === 0) return [];
  const reports: Report[] = [];
  eachExprOf(node, ({ expr }) => {
    const target = expr.kind === 'assign' ? expr.left : expr.kind === 'call' ? expr.callee : null;
    const name = target === null ? null : pathOf(target);
    if (expr.kind === 'call' && name !== null && empty.has(name))
      reports.push(reportIn('contract/empty-function-pointer', fn, expr));
    if (expr.kind === 'assign' && name !== null) empty.delete(name);
  });
  return reports;
}
