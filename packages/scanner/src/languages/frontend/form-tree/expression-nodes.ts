import type { Expr, FunctionIr, Stmt } from '../../../ir/ir.ts';
import type { Span } from '../cursor.ts';
import type { TreeNode } from '../tree-node.ts';
import { inField, nodeOf, spanOf, type WrittenCode } from './written-code.ts';

/** Functions and statements contain expressions, and the reverse. */
export interface FormParts {
  code: WrittenCode;
  lambda(fn: FunctionIr): TreeNode;
  statements(body: readonly Stmt[], within: Span): TreeNode[];
}

type Of<K extends Expr['k']> = Extract<Expr, { k: K }>;
type Make<K extends Expr['k']> = (parts: FormParts, e: Of<K>) => TreeNode | null;

/** The node of an expression; null if no part of it is in the text. */
export function expressionNode(parts: FormParts, e: Expr | null): TreeNode | null {
  if (e === null || e.end <= e.pos) return null;
  const make = makers[e.k] as Make<Expr['k']> | undefined;
  return make === undefined ? nodeOf('other', spanOf(e)) : make(parts, e);
}

const many = (parts: FormParts, all: readonly (Expr | null)[]) =>
  all.map((one) => expressionNode(parts, one));

/** The text between two parts as an operator. */
const operator = (sign: string, start: number, end: number): TreeNode => ({
  type: sign,
  field: 'operator',
  start,
  end: Math.max(start + 1, end),
  kids: [],
});

const literal: Make<'lit'> = ({ code }, e) => {
  const first = code.text[e.pos] ?? '';
  if (typeof e.v === 'number') return nodeOf('number_literal', spanOf(e));
  if (typeof e.v !== 'string') return nodeOf('literal', spanOf(e));
  if (first === '.') return nodeOf('implicit_member', spanOf(e));
  return nodeOf(first === '/' ? 'pattern_literal' : 'string_literal', spanOf(e));
};

/** `a.b`: the intermediate form has the place of the name, the node the place of the whole. */
const member: Make<'get'> = (parts, e) => {
  const { text } = parts.code;
  const owner = expressionNode(parts, e.o);
  const name = e.name === '<init>' ? 'init' : e.name;
  const least = text.startsWith(name, e.pos) ? e.pos : Math.max(e.pos, owner?.end ?? 0);
  const behind = text.slice(least, e.end).indexOf(name);
  if (behind < 0) return owner;
  const from = least + behind;
  const end = from + name.length;
  const named = nodeOf('identifier', { start: from, end }, [], 'name');
  return nodeOf('field_access', { start: Math.min(owner?.start ?? e.pos, e.pos), end }, [owner, named]);
};

const element: Make<'at'> = (parts, e) =>
  nodeOf('subscript', spanOf(e), [expressionNode(parts, e.o), inField(expressionNode(parts, e.i), 'index')]);

const call: Make<'call'> = (parts, e) => {
  // A library function applied to an interpolated value has a name only in the intermediate form.
  if (e.f.k === 'var' && e.f.name.startsWith('\\')) return expressionNode(parts, e.args[0] ?? null);
  const callee = inField(expressionNode(parts, e.f), 'function');
  const args = many(parts, e.block === undefined ? e.args : [...e.args, e.block]);
  const start = Math.min(callee?.start ?? e.pos, e.pos);
  const list = argumentsSpan(parts.code, callee?.end ?? e.pos, e.end, args);
  return nodeOf('call_expression', { start, end: e.end }, [
    callee,
    nodeOf('arguments', list, args, 'arguments'),
  ]);
};

function argumentsSpan(
  { text }: WrittenCode,
  from: number,
  end: number,
  args: readonly (TreeNode | null)[],
): Span {
  const first = args.find((one) => one !== null)?.start ?? end;
  const open = text.slice(from, first).indexOf('(');
  return { start: open >= 0 ? from + open : Math.min(first, end), end };
}

const joined: Make<'cat'> = (parts, e) => {
  const { text } = parts.code;
  const holes = e.parts
    .filter((part) => part.k !== 'lit')
    .map((part) => expressionNode(parts, part))
    .map((part) => (part === null ? null : nodeOf('interpolation', part, [part])));
  return /^[#r]?["']|^#+"/.test(text.slice(e.pos, e.pos + 9))
    ? nodeOf('string_literal', spanOf(e), holes)
    : nodeOf('other', spanOf(e), many(parts, e.parts));
};

const pairs: Make<'map'> = (parts, e) => {
  const nodes = e.entries.map(({ key, value }) => {
    const [a, b] = many(parts, [key, value]);
    if (!b) return null;
    const start = a?.start ?? b.start;
    return nodeOf('pair', { start, end: b.end }, [inField(a ?? null, 'key'), inField(b, 'value')]);
  });
  const isTuple = parts.code.text[e.pos] === '(';
  return nodeOf(isTuple ? 'tuple' : 'dictionary', spanOf(e), nodes);
};

const assignment: Make<'set'> = (parts, e) => {
  const right = expressionNode(parts, e.v);
  // The part that a pattern binds is written in the pattern.
  if (e.op === 'match' || isMade(e.t)) return right;
  const left = expressionNode(parts, e.t);
  const sign = e.op === null ? null : operator(`${e.op}=`, left?.end ?? e.pos, right?.start ?? e.end);
  return nodeOf('assignment_expression', spanOf(e), [inField(left, 'left'), sign, inField(right, 'right')]);
};

/** A name that was made up for something without one. */
const isMade = (e: Expr) => e.k === 'var' && e.name.startsWith('<');

const several: Make<'seq'> = (parts, e) => {
  const nodes = many(parts, e.items).filter((one) => one !== null);
  const [only] = nodes;
  return nodes.length === 1 && only !== undefined ? only : nodeOf('sequence', spanOf(e), nodes);
};

const typed: Make<'cast'> = (parts, e) => {
  const value = expressionNode(parts, e.e);
  const type = { start: value?.end ?? e.pos, end: e.end };
  return nodeOf('cast_expression', spanOf(e), [value, nodeOf('cast_type', trimmed(parts.code, type))]);
};

export function trimmed({ text }: WrittenCode, { start, end }: Span): Span {
  const written = text.slice(start, end);
  const from = start + (written.length - written.trimStart().length);
  return { start: from, end: Math.max(from, end - (written.length - written.trimEnd().length)) };
}

const makers: { readonly [K in Expr['k']]?: Make<K> } = {
  lit: literal,
  var: (_, e) => (e.name.startsWith('<') ? null : nodeOf('identifier', spanOf(e))),
  this: (_, e) => nodeOf('identifier', spanOf(e)),
  super: (_, e) => nodeOf('identifier', spanOf(e)),
  get: member,
  at: element,
  call,
  new: (parts, e) => nodeOf('object_creation_expression', spanOf(e), many(parts, e.args)),
  bin: (parts, e) => {
    const [l, r] = many(parts, [e.l, e.r]);
    const sign = operator(e.op, l?.end ?? e.pos, r?.start ?? e.end);
    return nodeOf('binary_expression', spanOf(e), [
      inField(l ?? null, 'left'),
      sign,
      inField(r ?? null, 'right'),
    ]);
  },
  un: (parts, e) => {
    const inner = expressionNode(parts, e.e);
    const isBefore = e.op === '!' || e.op === '-';
    const sign = isBefore ? operator(e.op, e.pos, e.pos + 1) : null;
    return nodeOf(isBefore ? 'unary_expression' : `${e.op}_expression`, spanOf(e), [sign, inner]);
  },
  cond: (parts, e) => nodeOf('conditional_expression', spanOf(e), many(parts, [e.c, e.a, e.b])),
  cat: joined,
  list: (parts, e) =>
    nodeOf(parts.code.text[e.pos] === '(' ? 'tuple' : 'array', spanOf(e), many(parts, e.items)),
  map: pairs,
  fn: (parts, e) => parts.lambda(e.fn),
  set: assignment,
  seq: several,
  named: (parts, e) => {
    const label = { start: e.pos, end: e.pos + e.name.length };
    return nodeOf('keyword_argument', spanOf(e), [
      nodeOf('identifier', label, [], 'name'),
      inField(expressionNode(parts, e.e), 'value'),
    ]);
  },
  spread: (parts, e) => nodeOf('spread', spanOf(e), many(parts, [e.e])),
  cast: typed,
  await: (parts, e) => nodeOf('await_expression', spanOf(e), many(parts, [e.e])),
  do: (parts, e) => {
    const nodes = parts.statements(e.body, spanOf(e));
    const [only] = nodes;
    return nodes.length === 1 && only !== undefined ? only : nodeOf('do_expression', spanOf(e), nodes);
  },
  none: (_, e) => nodeOf('other', spanOf(e)),
};
