import type { Expr } from '../../ir/ir.ts';
import { inner } from './lower-access.ts';
import {
  call as callOf,
  declare,
  type LowerContext,
  literal,
  none,
  textOf,
  typeName,
  variable,
} from './lower-context.ts';
import { bindPatterns } from './lower-patterns.ts';
import { lowerRelations } from './lower-relations.ts';
import { type Lower, lowerExpr } from './lowering.ts';
import { at, child, children, firstKid, isComment, lastKid } from './syntax-tree.ts';
import type { TreeNode } from './tree-node.ts';

const logical: Record<string, string> = {
  and: '&&',
  or: '||',
  '===': '==',
  '!==': '!=',
  '<>': '!=',
  is: '==',
  'is not': '!=',
  eq: '==',
  'not in': '!in',
};

export const lowerBinary: Lower = (context, node) => {
  const left = child(node, 'left') ?? node.kids[0] ?? null;
  const right = child(node, 'right') ?? lastKid(node);
  const operator =
    textOf(context, child(node, 'operator')) ||
    context.file.text.slice(left?.end ?? 0, right?.start ?? 0).trim();
  const op = logical[operator] ?? operator;
  if (op === '>' && context.language === 'Kotlin' && left !== null && right !== null) {
    const typed = lowerTypedCall(context, left, right);
    if (typed !== null) return typed;
  }
  const l = lowerExpr(context, left);
  const r = lowerExpr(context, right);
  if (op === '.' && context.language === 'PHP') return { k: 'cat', parts: [l, r], ...at(node) };
  if (op === '<<' && context.language === 'Ruby')
    return callOf(node, { k: 'get', o: l, name: '<<', ...at(node) }, [r]);
  return { k: 'bin', op, l, r, ...at(node) };
};

/** `load<Any>(text).name`: the grammar parses it as two comparisons, which Kotlin does not allow in a row. */
function lowerTypedCall(context: LowerContext, left: TreeNode, right: TreeNode): Expr | null {
  const [callee] = left.kids;
  if (left.type !== 'binary_expression' || callee === undefined) return null;
  if (!context.file.text.slice(callee.end, left.end).trimStart().startsWith('<')) return null;
  let given: TreeNode | undefined = right;
  while (given !== undefined && /^(?:navigation|call|index)_expression$/.test(given.type))
    given = given.kids[0];
  if (given?.type !== 'parenthesized_expression') return null;
  const { start, end } = given;
  const called = (arg: Expr): Expr => ({
    ...callOf(left, lowerExpr(context, callee), [arg]),
    pos: left.start,
    end,
  });
  const withHead = (e: Expr): Expr => {
    if (e.pos >= start && e.end <= end) return called(e);
    if (e.k === 'get') return { ...e, o: withHead(e.o), pos: left.start };
    return e.k === 'call' ? { ...e, f: withHead(e.f), pos: left.start } : e;
  };
  return withHead(lowerExpr(context, right));
}

export const lowerComparison: Lower = (context, node) => {
  const operands = node.kids.filter((kid) => kid.field === null);
  const operators = children(node, 'operators').map((kid) => textOf(context, kid));
  let result: Expr | null = null;
  for (const [at0, operand] of operands.entries()) {
    const next = operands[at0 + 1];
    if (next === undefined) break;
    const op = operators[at0] ?? '==';
    const part: Expr = {
      k: 'bin',
      op: logical[op] ?? op,
      l: lowerExpr(context, operand),
      r: lowerExpr(context, next),
      ...at(node),
    };
    result = result === null ? part : { k: 'bin', op: '&&', l: result, r: part, ...at(node) };
  }
  return result ?? none(node);
};

export const lowerUnary: Lower = (context, node) => {
  const operand = child(node, 'operand') ?? child(node, 'argument') ?? lastKid(node);
  const operator = (
    textOf(context, child(node, 'operator')) ||
    context.file.text.slice(node.start, operand?.start ?? node.end)
  ).trim();
  const e = lowerExpr(context, operand);
  if (operator === '&' || operator === '*' || operator === '<-' || operator === '&mut' || operator === '@')
    return e;
  if (operator === '-' && e.k === 'lit' && typeof e.v === 'number') return literal(node, -e.v);
  return { k: 'un', op: operator === 'not' ? '!' : operator, e, ...at(node) };
};

export const lowerConditional: Lower = (context, node) => {
  const condition = child(node, 'condition');
  if (condition !== null) {
    const yes = child(node, 'consequence') ?? child(node, 'body');
    const c = lowerExpr(context, condition);
    return {
      k: 'cond',
      c,
      a: yes === null ? c : lowerExpr(context, yes),
      b: lowerExpr(context, child(node, 'alternative')),
      ...at(node),
    };
  }
  const [a, c, b] = node.kids.filter((kid) => !isComment(kid));
  return {
    k: 'cond',
    c: lowerExpr(context, c ?? null),
    a: lowerExpr(context, a ?? null),
    b: lowerExpr(context, b ?? null),
    ...at(node),
  };
};

export const lowerIncrement: Lower = (context, node) => {
  const operand = lowerExpr(context, child(node, 'argument') ?? child(node, 'operand') ?? firstKid(node));
  const text = textOf(context, node);
  return { k: 'set', t: operand, v: literal(node, 1), op: text.includes('--') ? '-' : '+', ...at(node) };
};

export const lowerPostfix: Lower = (context, node) => {
  const text = textOf(context, node);
  return text.endsWith('++') || text.endsWith('--') ? lowerIncrement(context, node) : inner(context, node);
};

export const lowerCast: Lower = (context, node) => {
  const value = child(node, 'value') ?? child(node, 'operand') ?? child(node, 'left') ?? lastKid(node);
  const type = typeName(context, child(node, 'type') ?? child(node, 'right'));
  return { k: 'cast', type: type ?? '', e: lowerExpr(context, value), ...at(node) };
};

export const lowerRescue: Lower = (context, node) => ({
  k: 'cond',
  c: none(node),
  a: lowerExpr(context, child(node, 'body')),
  b: lowerExpr(context, child(node, 'handler')),
  ...at(node),
});

/** `o instanceof String s`, `o is string s`: the name has the same value. */
export const lowerInstanceOf: Lower = (context, node) => {
  const e = lowerExpr(context, node.kids[0] ?? null);
  const test: Expr = { k: 'un', op: 'instanceof', e, ...at(node) };
  const whole = child(node, 'pattern');
  if (whole !== null) {
    const relations = lowerRelations(context, whole, e);
    if (relations !== null) return relations;
    const bound = bindPatterns(context, whole, e).map((set) =>
      set.k === 'set' ? { ...set, op: null } : set,
    );
    return bound.length === 0 ? test : { k: 'seq', items: [...bound, test], ...at(node) };
  }
  const pattern = node.kids.find((kid) => /^(?:declaration_pattern|type_pattern)$/.test(kid.type));
  const name = child(node, 'name') ?? (pattern === undefined ? null : child(pattern, 'name'));
  if (name === null || name.type !== 'identifier') return test;
  declare(context, textOf(context, name));
  const type = context.language === 'Java' ? typeName(context, child(node, 'right')) : null;
  const v: Expr = type === null ? e : { k: 'cast', type, e, ...at(node) };
  const set: Expr = { k: 'set', t: variable(name, textOf(context, name)), v, op: null, ...at(node) };
  return { k: 'seq', items: [set, test], ...at(node) };
};

/** Kotlin's grammar binds `!` to the first name: `!a.b(c)` means not `a.b(c)`. */
export function negateWhole(e: Expr): Expr {
  const at0 = { pos: e.pos, end: e.end };
  if (e.k === 'get' && e.o.k === 'un' && e.o.op === '!')
    return { k: 'un', op: '!', e: { ...e, o: e.o.e }, ...at0 };
  if (e.k === 'call' && e.f.k === 'un' && e.f.op === '!')
    return { k: 'un', op: '!', e: { ...e, f: e.f.e }, ...at0 };
  return e;
}
