import { only } from '../../../read/only.ts';
import { child, children, firstKid } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import { argumentsOf, textOf } from './go-note.ts';
import { isSingle, operate, type Range, single, wrapped } from './integer-range.ts';
import type { RangeFacts } from './range-facts.ts';

/** The assigned value: its type, its range, and its lengths. */
export interface StoredValue {
  type: string;
  range: Range | null;
  lengths: [string, Range][];
}

export function valueFor(
  facts: RangeFacts,
  target: TreeNode,
  right: readonly TreeNode[],
  at: number,
  operator: string,
): StoredValue {
  const one = right.length === 1 && at > 0 ? undefined : right[at];
  if (operator !== '=' && operator !== ':=') {
    const [before, by] = [facts.rangeOf(target), one === undefined ? null : facts.rangeOf(one)];
    const result = before === null || by === null ? null : operate(operator.slice(0, -1), before, by);
    const type = facts.typeOf(target);
    return { type, range: wrapped(result, facts.types.integer(type)), lengths: [] };
  }
  const single = only(right);
  if (single?.type === 'call_expression') {
    const results = facts.types.callResults(single);
    if (results.length > 1 || at > 0)
      return {
        type: results[at] ?? '',
        range: at === 0 ? facts.types.callRange(single, (node) => facts.rangeOf(node)) : null,
        lengths: [],
      };
  }
  if (one === undefined) return { type: '', range: null, lengths: [] };
  return {
    type: facts.typeOf(one) || (isWhole(one) ? 'int' : ''),
    range: facts.rangeOf(one),
    lengths: lengthsOf(facts, one),
  };
}

export function store(facts: RangeFacts, target: TreeNode, value: StoredValue, isNew: boolean): void {
  const name = textOf(facts.types.file, target);
  facts.forget(name);
  if (target.type === 'identifier' && isNew && value.type !== '') facts.names.set(name, value.type);
  else if (target.type === 'identifier' && isNew) facts.names.delete(name);
  const key = facts.key(target);
  if (key === null || key === '_') return;
  if (facts.types.integer(facts.typeOf(target))) facts.set(key, value.range);
  for (const [of, range] of value.lengths) facts.set(`${of}(${key})`, range);
}

/** The length and capacity of a new slice. */
function lengthsOf(facts: RangeFacts, node: TreeNode): [string, Range][] {
  const both = (range: Range | null): [string, Range][] =>
    range === null
      ? []
      : [
          ['len', range],
          ['cap', range],
        ];
  if (node.type === 'call_expression' && textOf(facts.types.file, child(node, 'function')) === 'make') {
    const [type, count, most] = argumentsOf(node);
    if (!textOf(facts.types.file, type ?? null).startsWith('[]') || count === undefined) return [];
    const range = facts.rangeOf(count);
    if (range === null) return [];
    const capacity = most === undefined ? range : facts.rangeOf(most);
    return capacity === null
      ? [['len', range]]
      : [
          ['len', range],
          ['cap', capacity],
        ];
  }
  if (node.type === 'composite_literal') {
    const items = child(node, 'body')?.kids.filter((kid) => kid.type !== 'comment') ?? [];
    if (
      !textOf(facts.types.file, child(node, 'type')).startsWith('[]') ||
      items.some((kid) => kid.type === 'keyed_element')
    )
      return [];
    return both(single(items.length));
  }
  return node.type === 'slice_expression' ? slicedLengths(facts, node) : [];
}

function slicedLengths(facts: RangeFacts, node: TreeNode): [string, Range][] {
  const operand = child(node, 'operand');
  const [start, end] = [child(node, 'start'), child(node, 'end')];
  const from = start === null ? single(0) : facts.rangeOf(start);
  const to = end === null ? null : facts.rangeOf(end);
  if (operand === null || from === null || to === null || !isSingle(from) || !isSingle(to)) return [];
  const key = facts.key(operand);
  const most = key === null ? undefined : facts.ranges.get(`cap(${key})`);
  const length: [string, Range] = ['len', single(to.lo - from.lo)];
  return most === undefined || !isSingle(most) ? [length] : [length, ['cap', single(most.lo - from.lo)]];
}

/** Assigns the variables of a range loop. */
export function bindRange(facts: RangeFacts, clause: TreeNode): void {
  const over = child(clause, 'right');
  if (over === null) return;
  const type = facts.types.underlying(facts.typeOf(over).replace(/^\*/, ''));
  const [index, element] = child(clause, 'left')?.kids ?? [];
  const isIndexed = /^\[|^string$/.test(type);
  if (index !== undefined && isIndexed) {
    const count = facts.types.arrayLength(type);
    store(
      facts,
      index,
      { type: 'int', range: { lo: 0, hi: count === null ? lastIndex(facts, over) : count - 1 }, lengths: [] },
      true,
    );
  } else if (index !== undefined) {
    const counted = facts.types.integer(type);
    const most = counted === undefined ? null : facts.rangeOf(over);
    store(
      facts,
      index,
      {
        type: counted === undefined ? '' : type,
        range: most === null ? null : { lo: 0, hi: Math.max(0, most.hi - 1) },
        lengths: [],
      },
      true,
    );
  }
  if (element === undefined) return;
  store(
    facts,
    element,
    type === 'string'
      ? { type: 'rune', range: { lo: 0, hi: 0x10ffff }, lengths: [] }
      : { type: facts.types.element(type), range: null, lengths: [] },
    true,
  );
}

/** An untyped number is an int. */
const isWhole = (node: TreeNode): boolean =>
  node.type === 'int_literal' ||
  (node.type === 'unary_expression' && child(node, 'operand')?.type === 'int_literal') ||
  (node.type === 'binary_expression' && node.kids.every((kid) => kid.field === 'operator' || isWhole(kid)));

/** The parameters and named results of a function, with their types. */
export function declareParameters(facts: RangeFacts, fn: TreeNode): void {
  for (const list of ['receiver', 'parameters', 'result'])
    for (const parameter of child(fn, list)?.kids ?? []) {
      const type = facts.types.written(child(parameter, 'type'));
      for (const name of children(parameter, 'name').filter((kid) => kid.type === 'identifier')) {
        const text = textOf(facts.types.file, name);
        facts.forget(text);
        facts.names.set(text, parameter.type === 'variadic_parameter_declaration' ? `[]${type}` : type);
      }
    }
}

/** Increment or decrement. */
export function step(facts: RangeFacts, node: TreeNode): void {
  const target = firstKid(node);
  if (target === null) return;
  const range = facts.rangeOf(target);
  const by = node.type === 'inc_statement' ? 1 : -1;
  const type = facts.types.integer(facts.typeOf(target));
  facts.forget(textOf(facts.types.file, target));
  const key = facts.key(target);
  if (key === null || range === null || type === undefined) return;
  // Nobody counts to the end of a word.
  facts.set(key, { lo: Math.max(type.lo, range.lo + by), hi: Math.min(type.hi, range.hi + by) });
}

/** The last index of a slice, as far as its length is known. */
function lastIndex(facts: RangeFacts, over: TreeNode): number {
  const key = facts.key(over);
  const known = key === null ? undefined : facts.ranges.get(`len(${key})`);
  return known === undefined ? 2 ** 63 - 1 : Math.max(0, known.hi - 1);
}

/** `ok := x < 10`: remembers the condition for when ok is tested. */
export function rememberCondition(
  facts: RangeFacts,
  left: readonly TreeNode[],
  right: readonly TreeNode[],
): void {
  const [name, value] = [left[0], right[0]];
  if (left.length !== 1 || name?.type !== 'identifier' || value === undefined) return;
  if (/^(?:binary|unary|parenthesized)_expression$/.test(value.type))
    facts.conditions.set(textOf(facts.types.file, name), value);
}

/** The value of a name declared with `var` or `const`; without a value, the zero value of its type. */
export function declaredValue(facts: RangeFacts, spec: TreeNode, name: TreeNode, at: number): StoredValue {
  const type = facts.types.written(child(spec, 'type'));
  const values = child(spec, 'value')?.kids;
  if (values === undefined) {
    const none = single(0);
    return {
      type,
      range: none,
      lengths: type.startsWith('[]')
        ? [
            ['len', none],
            ['cap', none],
          ]
        : [],
    };
  }
  const known = valueFor(facts, name, values, at, ':=');
  return { ...known, type: type || known.type };
}
