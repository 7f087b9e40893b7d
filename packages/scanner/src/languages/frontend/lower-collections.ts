import type { Expr } from '../../ir/ir.ts';
import { lowerArg, lowerKey, lowerList } from './lower-calls.ts';
import {
  callNamed,
  call as callOf,
  type LowerContext,
  literal,
  none,
  textOf,
  typeName,
} from './lower-context.ts';
import { type Lower, lowerExpr, lowerTarget } from './lowering.ts';
import { at, child, firstKid, isComment, lastKid, ofType } from './syntax-tree.ts';
import type { TreeNode } from './tree-node.ts';

export const lowerDict: Lower = (context, node) => ({
  k: 'map',
  entries: node.kids.flatMap((kid): { key: Expr | null; value: Expr }[] => {
    if (isComment(kid)) return [];
    if (kid.type === 'pair' || kid.type === 'keyed_element' || kid.type === 'field_initializer') {
      const key = child(kid, 'key') ?? child(kid, 'field') ?? kid.kids[0] ?? null;
      const value = child(kid, 'value') ?? lastKid(kid);
      return [
        {
          key: key?.type === 'field_identifier' ? literal(key, textOf(context, key)) : lowerKey(context, key),
          value: lowerExpr(context, value),
        },
      ];
    }
    if (kid.type === 'shorthand_field_initializer')
      return [{ key: literal(kid, textOf(context, kid)), value: lowerExpr(context, kid) }];
    return [{ key: null, value: lowerArg(context, kid) }];
  }),
  ...at(node),
});

export const lowerComposite: Lower = (context, node) => {
  const body = child(node, 'body');
  return body === null ? none(node) : lowerFields(context, node, body, child(node, 'type'));
};

export const lowerStruct: Lower = (context, node) => ({
  k: 'cast',
  type: typeName(context, child(node, 'name')) ?? '',
  e: lowerDict(context, child(node, 'body') ?? node),
  ...at(node),
});

/** The types of elements of a literal that omit them: `[]Route{{Name: "a"}}`. */
const leftOut = new WeakMap<TreeNode, TreeNode>();

export const lowerLiteralValue: Lower = (context, node) =>
  lowerFields(context, node, node, leftOut.get(node) ?? null);

function lowerFields(context: LowerContext, node: TreeNode, body: TreeNode, type: TreeNode | null): Expr {
  const part = partType(type);
  if (part !== null) for (const inner of innerLiterals(body)) leftOut.set(inner, part);
  const isMap = body.kids.some((kid) => kid.type === 'keyed_element');
  const e = isMap ? lowerDict(context, body) : lowerList(context, body);
  const name = typeName(context, type);
  return name === null && type === null ? e : { k: 'cast', type: name ?? '', e, ...at(node) };
}

/** The element type of a list or a map. */
function partType(type: TreeNode | null): TreeNode | null {
  if (type === null) return null;
  if (type.type === 'map_type') return child(type, 'value');
  return /^(?:slice|array|implicit_length_array)_type$/.test(type.type) ? child(type, 'element') : null;
}

function innerLiterals(body: TreeNode): TreeNode[] {
  return body.kids.flatMap((kid) => {
    const element = kid.type === 'keyed_element' ? lastKid(kid) : kid;
    const inner = element?.type === 'literal_element' ? element.kids[0] : element;
    return inner?.type === 'literal_value' ? [inner] : [];
  });
}

const lowerPhpArray: Lower = (context, node) => {
  const elements = node.kids.filter((kid) => kid.type === 'array_element_initializer');
  if (elements.some((kid) => kid.kids.length === 2)) {
    return {
      k: 'map',
      entries: elements.map((kid) => {
        const [key, value, ...more] = kid.kids;
        return key && value && more.length === 0
          ? { key: lowerExpr(context, key), value: lowerExpr(context, value) }
          : { key: null, value: lowerExpr(context, firstKid(kid)) };
      }),
      ...at(node),
    };
  }
  return { k: 'list', items: elements.map((kid) => lowerArg(context, kid.kids[0] ?? kid)), ...at(node) };
};

export const lowerArrayCreation: Lower = (context, node) => {
  if (context.language === 'PHP') return lowerPhpArray(context, node);
  const value = child(node, 'value') ?? ofType(node, 'initializer_expression', 'array_initializer');
  if (value !== null) return lowerExpr(context, value);
  const rank = ofType(child(node, 'type') ?? node, 'array_rank_specifier');
  const sized = rank === null ? node.kids.filter(({ type }) => type === 'dimensions_expr') : [rank];
  const sizes = sized.flatMap(({ kids }) => kids.filter((kid) => !isComment(kid) && kid.field !== 'type'));
  return { k: 'list', items: [], sizes: sizes.map((kid) => lowerExpr(context, kid)), ...at(node) };
};

/** The value if all conditions of a comprehension are true. */
function keptWhen(context: Parameters<Lower>[0], node: Parameters<Lower>[1], value: Expr): Expr {
  return node.kids
    .filter((kid) => kid.type === 'if_clause')
    .reduceRight<Expr>((kept, clause) => {
      const c = lowerExpr(context, clause.kids.at(-1) ?? clause);
      return { k: 'cond', c, a: kept, b: { k: 'none', ...at(clause) }, ...at(clause) };
    }, value);
}

/** `[f(x) for x in xs if c]` runs its body for each element. The result is a list of the body's values. */
export const lowerComprehension: Lower = (context, node) => {
  const clauses = node.kids.filter((kid) => kid.type === 'for_in_clause');
  const body = child(node, 'body');
  const items: Expr[] = [];
  for (const clause of clauses) {
    const target = lowerTarget(context, child(clause, 'left'), true);
    items.push({
      k: 'set',
      t: target,
      v: callOf(
        clause,
        { k: 'get', o: lowerExpr(context, child(clause, 'right')), name: '<element>', ...at(clause) },
        [],
      ),
      op: null,
      ...at(clause),
    });
  }
  const value: Expr =
    body?.type === 'pair'
      ? {
          k: 'map',
          entries: [
            {
              key: keptWhen(context, node, lowerExpr(context, body.kids[0] ?? null)),
              value: keptWhen(context, node, lowerExpr(context, body.kids.at(-1) ?? null)),
            },
          ],
          ...at(node),
        }
      : callNamed(node, '<list_of>', [keptWhen(context, node, lowerExpr(context, body))]);
  items.push(value);
  return { k: 'seq', items, ...at(node) };
};
