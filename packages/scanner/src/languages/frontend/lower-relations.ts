import type { Expr } from '../../ir/ir.ts';
import { type LowerContext, textOf } from './lower-context.ts';
import { lowerExpr } from './lowering.ts';
import { at, isComment, lastKid } from './syntax-tree.ts';
import type { TreeNode } from './tree-node.ts';

/** C#'s `x is >= 0 and < 10` as the equivalent comparisons; null for other patterns. */
export function lowerRelations(context: LowerContext, pattern: TreeNode, subject: Expr): Expr | null {
  return /[<>]/.test(textOf(context, pattern)) ? relation(context, pattern, subject) : null;
}

function relation(context: LowerContext, node: TreeNode, subject: Expr): Expr | null {
  const kids = node.kids.filter((kid) => !isComment(kid));
  switch (node.type) {
    case 'relational_pattern': {
      const [op] = /^[<>]=?/.exec(textOf(context, node)) ?? [];
      return op === undefined
        ? null
        : { k: 'bin', op, l: subject, r: lowerExpr(context, lastKid(node)), ...at(node) };
    }
    case 'constant_pattern':
      return { k: 'bin', op: '==', l: subject, r: lowerExpr(context, lastKid(node)), ...at(node) };
    case 'and_pattern':
    case 'or_pattern': {
      const [l, r] = [kids[0], kids.at(-1)].map((kid) => (kid ? relation(context, kid, subject) : null));
      return l && r ? { k: 'bin', op: node.type === 'and_pattern' ? '&&' : '||', l, r, ...at(node) } : null;
    }
    case 'negated_pattern':
    case 'parenthesized_pattern': {
      const inner = kids[0] === undefined ? null : relation(context, kids[0], subject);
      return node.type === 'parenthesized_pattern' || inner === null
        ? inner
        : { k: 'un', op: '!', e: inner, ...at(node) };
    }
    default:
      return null;
  }
}
