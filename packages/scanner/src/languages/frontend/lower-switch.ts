import type { Stmt } from '../../ir/ir.ts';
import { lowerTarget } from './lower-assignments.ts';
import { type Case, lowerCase } from './lower-cases.ts';
import { type LowerContext, literal } from './lower-context.ts';
import { lowerExpr } from './lower-expr.ts';
import { type LowerStmt, lowerBody, lowerStmts } from './lowering.ts';
import { at, child, ofType } from './syntax-tree.ts';
import type { TreeNode } from './tree-node.ts';

export const lowerSwitch: LowerStmt = (context, node) => {
  const init = child(node, 'initializer');
  const subject =
    child(node, 'condition') ??
    child(node, 'value') ??
    child(node, 'subject') ??
    ofType(node, 'when_subject') ??
    (node.type === 'switch_expression' && context.language === 'C#' ? (node.kids[0] ?? null) : null);
  const body = child(node, 'body') ?? ofType(node, 'switch_block', 'switch_body', 'match_block') ?? node;
  const cases: Case[] = [];
  for (const kid of body.kids) {
    const lowered = lowerCase(context, kid, subject);
    if (lowered !== null) cases.push(lowered);
  }
  if (body === node) {
    const rest = ofType(node, 'else');
    if (rest !== null && !cases.some((entry) => entry.isDefault))
      cases.push({ tests: [], isDefault: true, body: lowerBody(context, rest) });
  }
  const falls = ['Java', 'C', 'C++', 'PHP', 'C#'].includes(context.language);
  const d =
    subject === null
      ? literal(node, true)
      : lowerExpr(context, subject.type === 'when_subject' ? (subject.kids.at(-1) ?? null) : subject);
  const isRule = body.kids.some((kid) => kid.type === 'switch_rule');
  return [
    ...(init === null ? [] : lowerStmts(context, init)),
    ...namedSubject(context, node, subject),
    { k: 'switch', d, cases, falls: falls && !isRule, ...at(node) },
  ];
};

/** Go's `switch x := y.(type)`: in each case, `x` is `y`. */
function namedSubject(context: LowerContext, node: TreeNode, subject: TreeNode | null): Stmt[] {
  const alias = child(node, 'alias');
  if (alias === null || subject === null) return [];
  const t = lowerTarget(context, alias.kids[0] ?? alias, true);
  return [
    { k: 'expr', e: { k: 'set', t, v: lowerExpr(context, subject), op: null, ...at(alias) }, ...at(alias) },
  ];
}
