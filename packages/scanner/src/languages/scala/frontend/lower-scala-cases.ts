import type { Expr, Stmt } from '../../../ir/ir.ts';
import { type LowerContext, textOf } from '../../frontend/lower-context.ts';
import { at, child } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import { kidsOf, lowerExpr, lowerStmts, returnLast, scalaFunction, scalaType } from './scala-context.ts';

interface Case {
  tests: Expr[];
  isDefault: boolean;
  body: Stmt[];
}

/** `x match { case … }` */
export function lowerMatch(context: LowerContext, node: TreeNode): Stmt[] {
  const d = lowerExpr(context, child(node, 'value'));
  const block = child(node, 'body');
  return [{ k: 'switch', d, cases: casesOf(context, block, d), falls: false, ...at(node) }];
}

/** `{ case a => … }` as a function of the matched value. */
export function lowerScalaCases(context: LowerContext, node: TreeNode): Expr {
  const fn = scalaFunction(context, node, '<anonymous>', (inner, made) => {
    made.isArrow = true;
    made.params.push({
      name: '<case>',
      pattern: null,
      type: null,
      init: null,
      isRest: false,
      annotations: [],
    });
    made.locals.add('<case>');
    const d: Expr = { k: 'var', name: '<case>', ...at(node) };
    made.body = returnLast([{ k: 'switch', d, cases: casesOf(inner, node, d), falls: false, ...at(node) }]);
  });
  return { k: 'fn', fn, ...at(node) };
}

export function casesOf(context: LowerContext, block: TreeNode | null, d: Expr): Case[] {
  return (block?.kids ?? [])
    .filter((kid) => kid.type === 'case_clause')
    .map((clause): Case => {
      const pattern = child(clause, 'pattern');
      const targets: Expr[] = [];
      const test = pattern === null ? null : lowerPattern(context, pattern, targets);
      const guard = clause.kids.find((kid) => kid.type === 'guard');
      const sets = targets.map((t): Stmt => {
        const e: Expr = { k: 'set', t, v: d, op: 'match', ...at(clause) };
        return { k: 'expr', e, ...at(clause) };
      });
      const tests: Expr[] = test === null ? [] : [test];
      if (guard !== undefined)
        tests.push(lowerExpr(context, child(guard, 'condition') ?? guard.kids[0] ?? null));
      const rest = kidsOf(clause).filter((kid) => kid !== pattern && kid !== guard);
      return {
        tests,
        isDefault: guard === undefined && pattern !== null && matchesAll(context, pattern),
        body: [...sets, ...rest.flatMap((kid) => lowerStmts(context, kid))],
      };
    });
}

function matchesAll(context: LowerContext, pattern: TreeNode): boolean {
  return (
    pattern.type === 'wildcard' || (pattern.type === 'identifier' && /^[a-z_]/.test(textOf(context, pattern)))
  );
}

/** Adds the names in a pattern to `targets`; returns the value to compare with, if there is one. */
function lowerPattern(context: LowerContext, node: TreeNode, targets: Expr[]): Expr | null {
  switch (node.type) {
    case 'wildcard':
      return null;
    case 'identifier':
      if (!matchesAll(context, node)) return lowerExpr(context, node);
      targets.push(declared(context, node));
      return null;
    case 'typed_pattern': {
      const inner = child(node, 'pattern');
      const type = scalaType(context, child(node, 'type'));
      if (inner?.type === 'identifier') {
        const e = declared(context, inner);
        targets.push(type === null ? e : { k: 'cast', type, e, ...at(node) });
      }
      return { k: 'none', ...at(node) };
    }
    case 'capture_pattern': {
      const name = child(node, 'name');
      if (name !== null) targets.push(declared(context, name));
      const pattern = child(node, 'pattern');
      return pattern === null ? null : lowerPattern(context, pattern, targets);
    }
    case 'case_class_pattern':
    case 'tuple_pattern':
    case 'infix_pattern':
    case 'named_tuple_pattern':
    case 'named_pattern':
    case 'repeat_pattern':
      for (const kid of node.kids)
        if (kid.field !== 'type' && kid.field !== 'operator' && kid.type !== ',')
          lowerPattern(context, kid, targets);
      return { k: 'none', ...at(node) };
    case 'alternative_pattern':
      return { k: 'none', ...at(node) };
    case 'interpolated_string_expression':
      for (const [, name = ''] of textOf(context, node).matchAll(/\$\{?([a-z]\w*)\}?/g)) {
        context.fn.locals.add(name);
        targets.push({ k: 'var', name, ...at(node) });
      }
      return { k: 'none', ...at(node) };
    default:
      return lowerExpr(context, node);
  }
}

function declared(context: LowerContext, node: TreeNode): Expr {
  const name = textOf(context, node);
  context.fn.locals.add(name);
  return { k: 'var', name, ...at(node) };
}
