import type { Expr } from '../../ir/ir.ts';
import { only } from '../../read/only.ts';
import { definedAs } from '../c/frontend/defined-names.ts';
import { call as callOf, literal, none, textOf, variable } from './lower-context.ts';
import { type Lower, lowerExpr } from './lowering.ts';
import { at, child, firstKid, isComment, lastKid, ofType } from './syntax-tree.ts';

export const lowerNumber: Lower = (context, node) => {
  const text = textOf(context, node)
    .replaceAll('_', '')
    .replace(/(?<=\d)(?:[uUlLfFdDmM]+|[iu](?:8|16|32|64|128|size)|f(?:32|64))$/, '');
  const value = Number(text);
  return Number.isNaN(value) ? none(node) : literal(node, value);
};

export const lowerName: Lower = (context, node) => {
  const name = textOf(context, node);
  return context.language === 'Python' && (name === 'self' || name === 'cls')
    ? { k: 'this', ...at(node) }
    : (definedAs(context, node, name) ?? variable(node, name));
};

export const inner: Lower = (context, node) => lowerExpr(context, firstKid(node));

export const member =
  (object: string | number, name: string | number): Lower =>
  (context, node) => {
    const o = typeof object === 'string' ? child(node, object) : (node.kids[object] ?? null);
    const n = typeof name === 'string' ? child(node, name) : (node.kids.at(name) ?? null);
    const field = textOf(context, n)
      .replace(/^\$/, '')
      .replace(/<[\s\S]*/, '');
    if (o === null || field === '') return none(node);
    if (n !== null && context.language === 'PHP' && n.type !== 'name' && n.type !== 'variable_name') {
      return { k: 'at', o: lowerExpr(context, o), i: lowerExpr(context, n), ...at(node) };
    }
    return { k: 'get', o: lowerExpr(context, o), name: field, ...at(node) };
  };

export const index =
  (object: string | number, key: string | number): Lower =>
  (context, node) => {
    const kids = node.kids.filter((kid) => !isComment(kid));
    const o = typeof object === 'string' ? child(node, object) : (kids[object] ?? null);
    const i = typeof key === 'string' ? child(node, key) : (kids[key] ?? null);
    if (i !== null && (i.type === 'slice' || i.type === 'range_expression' || i.type === 'range')) {
      return callOf(
        node,
        { k: 'get', o: lowerExpr(context, o), name: 'slice', ...at(node) },
        i.kids.map((kid) => lowerExpr(context, kid)),
      );
    }
    return {
      k: 'at',
      o: lowerExpr(context, o),
      i: i === null ? null : lowerExpr(context, (/argument/.test(i.type) ? only(i.kids) : undefined) ?? i),
      ...at(node),
    };
  };

export const lowerSlice: Lower = (context, node) =>
  callOf(node, { k: 'get', o: lowerExpr(context, child(node, 'operand')), name: 'slice', ...at(node) }, [
    lowerExpr(context, child(node, 'start')),
    lowerExpr(context, child(node, 'end')),
  ]);

export const lowerThis: Lower = (_, node) => ({ k: 'this', ...at(node) });

export const lowerVariableName: Lower = (context, node) => {
  const name = textOf(context, node).replace(/^\$/, '');
  return name === 'this' ? { k: 'this', ...at(node) } : variable(node, name);
};

export const lowerInvocationMember: Lower = (context, node) => {
  const condition = child(node, 'condition') ?? node.kids[0] ?? null;
  const binding = node.kids.at(-1) ?? null;
  if (binding === null || condition === null) return none(node);
  return replaceBinding(lowerExpr(context, binding), lowerExpr(context, condition));
};

/** C#'s `a?.b(c)`: fills the placeholder at the beginning of the access with `a`. */
function replaceBinding(access: Expr, object: Expr): Expr {
  switch (access.k) {
    case 'none':
      return object;
    case 'get':
    case 'at':
      return { ...access, o: replaceBinding(access.o, object) };
    case 'call':
      return { ...access, f: replaceBinding(access.f, object) };
    default:
      return access;
  }
}

export const lowerInstanceVariable: Lower = (context, node) => ({
  k: 'get',
  o: { k: 'this', ...at(node) },
  name: textOf(context, node).replace(/^@+/, ''),
  ...at(node),
});

export const lowerMemberAccess: Lower = (context, node) =>
  member(child(node, 'expression') !== null ? 'expression' : 'object', 'name')(context, node);

export const lowerFieldExpression: Lower = (context, node) =>
  member(child(node, 'value') !== null ? 'value' : 'argument', 'field')(context, node);

export const lowerScopeResolution: Lower = (context, node) =>
  child(node, 'scope') === null
    ? variable(node, textOf(context, child(node, 'name')))
    : member('scope', 'name')(context, node);

/** PHP's `self::` and `static::` */
export const lowerRelativeScope: Lower = (context, node) =>
  context.cls === null ? none(node) : variable(node, context.cls.name);

export const lowerScopedIdentifier: Lower = (context, node) => {
  const scope = child(node, 'scope') ?? child(node, 'path') ?? child(node, 'qualifier');
  const name = child(node, 'name') ?? lastKid(node);
  return scope === null || context.language === 'PHP'
    ? variable(node, textOf(context, name))
    : { k: 'get', o: lowerExpr(context, scope), name: textOf(context, name), ...at(node) };
};

export const lowerMemberBinding: Lower = (context, node) => ({
  k: 'get',
  o: none(node),
  name: textOf(context, child(node, 'name')),
  ...at(node),
});

export const lowerElementBinding: Lower = (context, node) => ({
  k: 'at',
  o: none(node),
  i: inner(context, node),
  ...at(node),
});

export const lowerIndexExpression: Lower = (context, node) =>
  child(node, 'operand') !== null ? index('operand', 'index')(context, node) : index(0, 1)(context, node);

export const lowerSubscript: Lower = (context, node) =>
  child(node, 'argument') !== null
    ? {
        k: 'at',
        o: lowerExpr(context, child(node, 'argument')),
        i: lowerExpr(context, child(node, 'index') ?? ofType(node, 'subscript_argument_list')),
        ...at(node),
      }
    : index(0, 1)(context, node);

/** `Type::method`, or just `::function`. */
export const lowerMethodReference: Lower = (context, node) =>
  node.kids.length === 1
    ? lowerExpr(context, node.kids[0] ?? null)
    : {
        k: 'get',
        o: lowerExpr(context, node.kids[0] ?? null),
        name: textOf(context, lastKid(node)),
        ...at(node),
      };
