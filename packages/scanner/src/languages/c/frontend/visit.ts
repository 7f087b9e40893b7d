import type { CExpression, CStatement } from './c-tree.ts';

type See<Part> = (part: Part) => void;

/** Visits each statement and expression with everything inside it, the outer ones first. */
export function visitStatements(
  statements: readonly CStatement[],
  see: See<CStatement>,
  seeExpression: See<CExpression>,
): void {
  for (const one of statements) {
    see(one);
    for (const e of expressionsOf(one)) visitExpression(e, seeExpression);
    for (const inner of statementsOf(one)) visitStatements(inner, see, seeExpression);
  }
}

export function visitExpressions(statements: readonly CStatement[], see: See<CExpression>): void {
  visitStatements(statements, () => undefined, see);
}

/** The expressions of a statement itself, without those of nested statements. */
function expressionsOf(one: CStatement): readonly CExpression[] {
  switch (one.kind) {
    case 'declaration':
      return one.declarators.flatMap(({ value }) => value ?? []);
    case 'expression':
      return [one.expression];
    case 'if':
      return [one.test];
    case 'loop':
      return [one.test, one.step, one.over].filter((e) => e !== null);
    case 'switch':
      return [one.value];
    case 'return':
    case 'throw':
      return one.value === null ? [] : [one.value];
    default:
      return [];
  }
}

/** The lists of statements inside a statement. */
function statementsOf(one: CStatement): readonly (readonly CStatement[])[] {
  switch (one.kind) {
    case 'if':
      return [one.then, one.other];
    case 'loop':
      return one.first === null ? [one.body] : [[one.first], one.body];
    case 'switch':
      return one.cases.map(({ body }) => body);
    case 'try':
      return [one.body, ...one.catches];
    default:
      return [];
  }
}

export function visitExpression(e: CExpression, see: (e: CExpression) => void): void {
  see(e);
  for (const part of partsOf(e)) visitExpression(part, see);
}

export function partsOf(e: CExpression): readonly CExpression[] {
  switch (e.kind) {
    case 'member':
    case 'unary':
    case 'step':
    case 'cast':
    case 'delete':
      return [e.of];
    case 'index':
      return [e.of, e.index];
    case 'call':
      return [e.callee, ...e.args];
    case 'binary':
    case 'assign':
      return [e.left, e.right];
    case 'choice':
      return [e.test, e.yes, e.no];
    case 'sizeof':
      return e.of === null ? [] : [e.of];
    case 'new':
      return [...(e.count === null ? [] : [e.count]), ...(e.place === null ? [] : [e.place]), ...e.args];
    case 'list':
      return e.items;
    case 'unknown':
      return e.parts;
    default:
      return [];
  }
}
