import type { Stmt } from '../../ir/ir.ts';
import { lowerTarget } from './lower-assignments.ts';
import { lowerLetCondition } from './lower-branches.ts';
import { type LowerContext, typeName } from './lower-context.ts';
import { lowerExpr } from './lower-expr.ts';
import { declaratorName } from './lower-variables.ts';
import { type LowerStmt, lowerStmts } from './lowering.ts';
import { at, child, children, isComment, ofType } from './syntax-tree.ts';
import type { TreeNode } from './tree-node.ts';

export const lowerLoop: LowerStmt = (context, node) => {
  const condition = child(node, 'condition');
  const body =
    child(node, 'body') ?? node.kids.findLast((kid) => kid !== condition && !isComment(kid)) ?? null;
  const c =
    condition === null
      ? null
      : condition.type === 'let_condition'
        ? lowerLetCondition(context, condition)
        : lowerExpr(context, condition);
  const isUntil = node.type.startsWith('until');
  return [
    {
      k: 'loop',
      init: [],
      c: isUntil && c !== null ? { k: 'un', op: '!', e: c, ...at(node) } : c,
      step: [],
      body: lowerStmts(context, body),
      isPost: node.type.startsWith('do'),
      ...at(node),
    },
  ];
};

const lowerFor: LowerStmt = (context, node) => {
  const clause = ofType(node, 'for_clause') ?? node;
  const range = ofType(node, 'range_clause');
  if (range !== null) {
    const [keyTarget, target] = child(range, 'left')?.kids ?? [];
    return [
      each(
        context,
        node,
        target ?? null,
        keyTarget ?? null,
        child(range, 'right'),
        child(node, 'body'),
        null,
        target === undefined,
      ),
    ];
  }
  const init = [
    ...children(clause, 'init'),
    ...children(clause, 'initializer'),
    ...children(clause, 'initialize'),
  ];
  const step = children(clause, 'update');
  const bodies = children(node, 'body');
  const condition =
    child(clause, 'condition') ??
    (clause === node && context.language === 'Go'
      ? (node.kids.find((kid) => kid.field === null && !isComment(kid)) ?? null)
      : null);
  return [
    {
      k: 'loop',
      init: init.flatMap((kid) => lowerStmts(context, kid)),
      c: condition === null ? null : lowerExpr(context, condition),
      step: step.map((kid) => lowerExpr(context, kid)),
      body:
        bodies.length > 0
          ? bodies.flatMap((kid) => lowerStmts(context, kid))
          : lowerStmts(context, node.kids.at(-1) ?? null),
      isPost: false,
      ...at(node),
    },
  ];
};

function each(
  context: LowerContext,
  node: TreeNode,
  target: TreeNode | null,
  keyTarget: TreeNode | null,
  of: TreeNode | null,
  body: TreeNode | null,
  type: string | null,
  keys = false,
): Stmt {
  const subject = lowerExpr(context, of);
  return {
    k: 'each',
    target:
      keys && target === null ? lowerTarget(context, keyTarget, true) : lowerTarget(context, target, true),
    keyTarget: keys || keyTarget === null ? null : lowerTarget(context, keyTarget, true),
    of: subject,
    type,
    keys,
    body: lowerStmts(context, body),
    ...at(node),
  };
}

export const lowerEach: LowerStmt = (context, node) => [eachOf(context, node)];

function eachOf(context: LowerContext, node: TreeNode): Stmt {
  const body = child(node, 'body');
  const type = () => typeName(context, child(node, 'type'));
  switch (node.type) {
    case 'enhanced_for_statement':
      return each(context, node, child(node, 'name'), null, child(node, 'value'), body, type());
    case 'for_expression':
      return each(context, node, child(node, 'pattern'), null, child(node, 'value'), body, null);
    case 'for': {
      const of = child(node, 'value')?.kids[0] ?? null;
      return each(context, node, child(node, 'pattern'), null, of, body, null);
    }
    case 'for_range_loop':
      return each(context, node, declaratorName(node), null, child(node, 'right'), body, type());
    case 'foreach_statement':
      return context.language === 'PHP'
        ? pairwise(context, node, body)
        : each(context, node, child(node, 'left'), null, child(node, 'right'), body, type());
    default:
      return context.language === 'Kotlin'
        ? inOrder(context, node)
        : each(context, node, child(node, 'left'), null, child(node, 'right'), body, null);
  }
}

/** PHP's `foreach ($of as $key => $value)`. */
function pairwise(context: LowerContext, node: TreeNode, body: TreeNode | null): Stmt {
  const [of, item] = node.kids.filter((kid) => kid !== body && !isComment(kid));
  const [key, value] = item?.type === 'pair' ? item.kids : [null, item];
  const target = (value?.type === 'by_ref' ? value.kids[0] : value) ?? null;
  return each(context, node, target, key ?? null, of ?? null, body, null);
}

/** Kotlin's node has no field names. */
function inOrder(context: LowerContext, node: TreeNode): Stmt {
  const [target = null, of = null, body = null] = node.kids.filter((kid) => !isComment(kid));
  return each(context, node, target, null, of, body, null);
}

export const lowerForStatement: LowerStmt = (context, node) =>
  context.language === 'Python' || context.language === 'Kotlin'
    ? lowerEach(context, node)
    : lowerFor(context, node);
