import type { Expr, Stmt } from '../../ir/ir.ts';
import { lowerTarget } from './lower-assignments.ts';
import { type LowerContext, none } from './lower-context.ts';
import { lowerExpr } from './lower-expr.ts';
import { type LowerStmt, lowerBody, lowerStmts } from './lowering.ts';
import { at, child, children, isComment } from './syntax-tree.ts';
import type { TreeNode } from './tree-node.ts';

export const lowerIf: LowerStmt = (context, node) => {
  const init = child(node, 'initializer');
  let condition = child(node, 'condition');
  let yes = child(node, 'consequence') ?? child(node, 'body');
  let alternatives = children(node, 'alternative');
  if (context.language === 'Kotlin') {
    const rest = node.kids.filter((kid) => kid.field === null && !isComment(kid));
    condition ??= rest[0] ?? null;
    const branches = rest.filter((kid) => kid !== condition);
    yes = branches[0] ?? null;
    alternatives = branches.slice(1);
  }
  const condExpr =
    condition?.type === 'let_condition' || condition?.type === 'let_chain'
      ? lowerLetCondition(context, condition)
      : lowerExpr(context, condition);
  const isNegated = node.type === 'unless' || node.type === 'unless_modifier';
  const c: Expr = isNegated ? { k: 'un', op: '!', e: condExpr, ...at(node) } : condExpr;
  const statement: Stmt = {
    k: 'if',
    c,
    a: lowerStmts(context, yes),
    b: lowerAlternatives(context, alternatives),
    ...at(node),
  };
  return init === null ? [statement] : [...lowerStmts(context, init), statement];
};

export function lowerAlternatives(context: LowerContext, nodes: TreeNode[]): Stmt[] {
  const [first, ...rest] = nodes;
  if (first === undefined) return [];
  if (first.type === 'elif_clause' || first.type === 'else_if_clause' || first.type === 'elsif') {
    const yes = child(first, 'consequence') ?? child(first, 'body');
    const own = children(first, 'alternative');
    return [
      {
        k: 'if',
        c: lowerExpr(context, child(first, 'condition')),
        a: lowerStmts(context, yes),
        b: lowerAlternatives(context, [...own, ...rest]),
        ...at(first),
      },
    ];
  }
  if (first.type === 'else_clause' || first.type === 'else') {
    const body = child(first, 'body');
    return body !== null ? lowerStmts(context, body) : lowerBody(context, first);
  }
  return lowerStmts(context, first);
}

export function lowerLetCondition(context: LowerContext, node: TreeNode): Expr {
  if (node.type === 'let_chain')
    return {
      k: 'seq',
      items: node.kids.map((kid) =>
        kid.type === 'let_condition' ? lowerLetCondition(context, kid) : lowerExpr(context, kid),
      ),
      ...at(node),
    };
  const value = lowerExpr(context, child(node, 'value'));
  return {
    k: 'seq',
    items: [
      { k: 'set', t: lowerTarget(context, child(node, 'pattern'), true), v: value, op: null, ...at(node) },
      none(node),
    ],
    ...at(node),
  };
}
