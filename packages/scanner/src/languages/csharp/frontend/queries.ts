import type { Expr } from '../../../ir/ir.ts';
import {
  callNamed,
  call as callOf,
  declare,
  literal,
  textOf,
  variable,
} from '../../frontend/lower-context.ts';
import { type Lower, lowerExpr } from '../../frontend/lowering.ts';
import { at, child, isComment } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';

/**
 * `from x in xs let y = f(x) where c select z`: the names are bound to the values after them, and the result is a
 * list of the selected values.
 */
export const lowerQuery: Lower = (context, node) => {
  const items: Expr[] = [];
  const conditions: Expr[] = [];
  let selected: Expr = { k: 'none', ...at(node) };
  const bind = (name: TreeNode | null, v: Expr): void => {
    if (name === null) return;
    declare(context, textOf(context, name));
    items.push({ k: 'set', t: variable(name, textOf(context, name)), v, op: null, ...at(name) });
  };
  const each = (source: TreeNode): Expr =>
    callOf(source, { k: 'get', o: lowerExpr(context, source), name: '<element>', ...at(source) }, []);
  for (const clause of node.kids) {
    const parts = clause.kids.filter((kid) => !isComment(kid) && kid.field !== 'type');
    const [first, second] = parts;
    const last = parts.at(-1);
    if (first === undefined || last === undefined) continue;
    switch (clause.type) {
      case 'from_clause':
        bind(child(clause, 'name') ?? first, each(last));
        break;
      case 'join_clause':
        bind(first, each(second ?? last));
        break;
      case 'let_clause':
        bind(first, lowerExpr(context, last));
        break;
      case 'where_clause':
        conditions.push(lowerExpr(context, last));
        break;
      case 'group_clause':
      case 'select_clause':
        selected = lowerExpr(context, first);
        break;
      default:
    }
  }
  const kept = conditions.reduceRight<Expr>(
    (value, c) => ({ k: 'cond', c, a: value, b: { k: 'none', ...at(node) }, ...at(node) }),
    selected,
  );
  return { k: 'seq', items: [...items, callNamed(node, '<list_of>', [kept])], ...at(node) };
};

/** `x with { Name = y }`: a copy with other values for the named members. */
export const lowerWithExpression: Lower = (context, node) => {
  const [object, ...parts] = node.kids.filter((kid) => !isComment(kid));
  const initializers = parts.flatMap((part) => (part.type === 'with_initializer' ? [part] : part.kids));
  return callOf(
    node,
    { k: 'get', o: lowerExpr(context, object ?? null), name: '<with>', ...at(node) },
    initializers.flatMap((part): Expr[] => {
      const [name, value] = part.kids;
      return name === undefined || value === undefined
        ? []
        : [{ k: 'named', name: textOf(context, name), e: lowerExpr(context, value), ...at(part) }];
    }),
  );
};

/** `new { Name = x, y, z.Kind }`: an object with the given names, or with the names of the values. */
export const lowerNameless: Lower = (context, node) => {
  const kids = node.kids.filter((kid) => !isComment(kid));
  const entries: { key: Expr; value: Expr }[] = [];
  let isTaken = false;
  for (const [place, kid] of kids.entries()) {
    if (isTaken) {
      isTaken = false;
      continue;
    }
    const next = kids[place + 1];
    isTaken = next !== undefined && context.file.text.slice(kid.end, next.start).trim() === '=';
    const name = textOf(context, kid).replace(/^.*\./s, '');
    entries.push({ key: literal(kid, name), value: lowerExpr(context, isTaken && next ? next : kid) });
  }
  return { k: 'map', entries, ...at(node) };
};
