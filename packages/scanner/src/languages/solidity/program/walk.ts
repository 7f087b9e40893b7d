import type { Expr, FunctionNode, Statement } from '../frontend/syntax.ts';

/** The parts of an expression in source order. */
export function partsOf(expr: Expr): Expr[] {
  switch (expr.kind) {
    case 'member':
      return [expr.object];
    case 'index':
      return expr.index === null ? [expr.base] : [expr.base, expr.index];
    case 'slice':
      return [expr.base, expr.from, expr.to].filter((one) => one !== null);
    case 'call':
      return [expr.callee, ...expr.options.map(({ value }) => value), ...expr.args];
    case 'binary':
    case 'assign':
      return [expr.left, expr.right];
    case 'unary':
      return [expr.argument];
    case 'ternary':
      return [expr.test, expr.yes, expr.no];
    case 'tuple':
      return expr.items.filter((one) => one !== null);
    case 'array':
      return expr.items;
    default:
      return [];
  }
}

/** An expression and everything in it. */
export function eachExpr(expr: Expr, see: (one: Expr) => void): void {
  see(expr);
  for (const part of partsOf(expr)) eachExpr(part, see);
}

export function someExpr(expr: Expr, isIt: (one: Expr) => boolean): boolean {
  return isIt(expr) || partsOf(expr).some((part) => someExpr(part, isIt));
}

/** The expressions of a statement itself, not of those nested in it. */
export function exprsOf(statement: Statement): Expr[] {
  switch (statement.kind) {
    case 'expression':
      return [statement.expr];
    case 'declaration':
    case 'return':
    case 'revert':
      return statement.value === null ? [] : [statement.value];
    case 'if':
      return [statement.test];
    case 'loop':
      return [statement.test, statement.update].filter((one) => one !== null);
    case 'emit':
    case 'try':
      return [statement.call];
    default:
      return [];
  }
}

export function statementsIn(statement: Statement): Statement[] {
  switch (statement.kind) {
    case 'block':
    case 'assembly':
      return statement.body;
    case 'if':
      return statement.no === null ? [statement.yes] : [statement.yes, statement.no];
    case 'loop':
      return statement.before === null ? [statement.body] : [statement.before, statement.body];
    case 'try':
      return [statement.body, ...statement.catches];
    default:
      return [];
  }
}

export interface Place {
  statement: Statement;
  inLoop: boolean;
  inAssembly: boolean;
  isUnchecked: boolean;
}

/** Every statement of a body, with its surroundings. */
export function eachStatement(
  statement: Statement,
  see: (place: Place) => void,
  around: Omit<Place, 'statement'> = { inLoop: false, inAssembly: false, isUnchecked: false },
): void {
  see({ statement, ...around });
  const inner = {
    inLoop: around.inLoop || statement.kind === 'loop',
    inAssembly: around.inAssembly || statement.kind === 'assembly',
    isUnchecked: around.isUnchecked || (statement.kind === 'block' && statement.isUnchecked),
  };
  for (const one of statementsIn(statement)) {
    const isBefore = statement.kind === 'loop' && one === statement.before;
    eachStatement(one, see, isBefore ? around : inner);
  }
}

export interface ExprPlace extends Place {
  expr: Expr;
}

/** Every expression of a function, with its surroundings. The condition and the update of a loop count as inside it. */
export function eachExprOf(fn: FunctionNode, see: (place: ExprPlace) => void): void {
  if (fn.body === null) return;
  eachStatement(fn.body, (place) => {
    const inLoop = place.inLoop || place.statement.kind === 'loop';
    for (const expr of exprsOf(place.statement))
      eachExpr(expr, (one) => see({ ...place, inLoop, expr: one }));
  });
}

/** The name at the root of `a.b[c].d`. */
export function rootOf(expr: Expr): Expr {
  let one = expr;
  for (;;) {
    if (one.kind === 'member') one = one.object;
    else if (one.kind === 'index' || one.kind === 'slice') one = one.base;
    else return one;
  }
}

export function rootName(expr: Expr): string | null {
  const root = rootOf(expr);
  return root.kind === 'name' ? root.name : null;
}

/** `a.b.c` as text; null if it is more than names. */
export function pathOf(expr: Expr): string | null {
  if (expr.kind === 'name') return expr.name;
  if (expr.kind !== 'member') return null;
  const object = pathOf(expr.object);
  return object === null ? null : `${object}.${expr.name}`;
}
