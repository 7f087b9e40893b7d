import type { Stmt } from '../../ir/ir.ts';
import { lowerTarget } from './lower-assignments.ts';
import { lowerAlternatives } from './lower-branches.ts';
import { declare, exprStmt, type LowerContext, textOf, typeName, variable } from './lower-context.ts';
import { lowerExpr } from './lower-expr.ts';
import { type LowerStmt, lowerBody, lowerStmts } from './lowering.ts';
import { at, child, isComment, ofType } from './syntax-tree.ts';
import type { TreeNode } from './tree-node.ts';

export const lowerTry: LowerStmt = (context, node) => {
  const resources = child(node, 'resources');
  const opening = resources === null ? [] : resources.kids.flatMap((kid) => lowerResource(context, kid));
  const bodyNode =
    child(node, 'body') ?? ofType(node, 'block', 'statement_block', 'compound_statement', 'body_statement');
  const catches = node.kids
    .filter((kid) => /^(?:catch_clause|except_clause|except_group_clause|catch_block|rescue)$/.test(kid.type))
    .map((kid) => {
      const parameter =
        ofType(kid, 'catch_formal_parameter', 'catch_declaration', 'exception_variable') ??
        child(kid, 'alias') ??
        child(kid, 'name') ??
        aliasOf(kid) ??
        (context.language === 'Kotlin' ? ofType(kid, 'simple_identifier', 'identifier') : null);
      const name =
        parameter === null
          ? null
          : textOf(context, child(parameter, 'name') ?? parameter.kids.at(-1) ?? parameter).replace(
              /^\$/,
              '',
            );
      if (name !== null) declare(context, name);
      const body = child(kid, 'body') ?? ofType(kid, 'block', 'compound_statement', 'then');
      return { name, body: lowerStmts(context, body) };
    });
  const last = ofType(node, 'finally_clause', 'finally_block', 'ensure');
  const otherwise = ofType(node, 'else_clause');
  const own =
    node.type === 'begin' || node.type === 'body_statement'
      ? node.kids
          .filter((kid) => !/^(?:rescue|ensure|else)$/.test(kid.type))
          .flatMap((kid) => lowerStmts(context, kid))
      : lowerStmts(context, bodyNode);
  const body = [...opening, ...own, ...(otherwise === null ? [] : lowerAlternatives(context, [otherwise]))];
  if (catches.length === 0 && last === null) return body;
  return [{ k: 'try', body, catches, last: last === null ? [] : lowerBody(context, last), ...at(node) }];
};

/** `except KeyError as e` */
function aliasOf(node: TreeNode): TreeNode | null {
  const pattern = ofType(node, 'as_pattern');
  return pattern === null ? null : (child(pattern, 'alias')?.kids[0] ?? null);
}

function lowerResource(context: LowerContext, node: TreeNode): Stmt[] {
  const name = child(node, 'name');
  if (name === null) return lowerStmts(context, node.kids[0] ?? null);
  declare(context, textOf(context, name));
  return [
    {
      k: 'decl',
      target: variable(name, textOf(context, name)),
      type: typeName(context, child(node, 'type')),
      init: lowerExpr(context, child(node, 'value')),
      ...at(node),
    },
  ];
}

/** Python's `with`, C#'s `using`. */
export const lowerWith: LowerStmt = (context, node) => {
  const body = child(node, 'body');
  const opening: Stmt[] = [];
  for (const kid of node.kids) {
    if (kid === body || isComment(kid)) continue;
    if (kid.type === 'with_clause') {
      for (const item of kid.kids) {
        const value = child(item, 'value');
        if (value?.type === 'as_pattern') {
          const target = child(value, 'alias')?.kids[0] ?? null;
          opening.push({
            k: 'expr',
            e: {
              k: 'set',
              t: lowerTarget(context, target, true),
              v: lowerExpr(context, value.kids[0] ?? null),
              op: null,
              ...at(item),
            },
            ...at(item),
          });
        } else opening.push(exprStmt(lowerExpr(context, value)));
      }
    } else opening.push(...lowerStmts(context, kid));
  }
  return [...opening, ...lowerStmts(context, body)];
};
