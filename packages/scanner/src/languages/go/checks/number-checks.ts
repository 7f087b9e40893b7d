import { only } from '../../../read/only.ts';
import { child } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import { argumentsOf, noteAt, type Report, textOf } from './go-note.ts';
import { type IntegerType, isWithin, type Range } from './integer-range.ts';
import type { Counter } from './loop-bounds.ts';
import type { RangeFacts } from './range-facts.ts';
import { keptBy } from './refine-ranges.ts';

/** `uint16(x)` where x may be larger, as far as types and comparisons show. */
export function checkConversion(facts: RangeFacts, call: TreeNode, report: Report): void {
  const f = child(call, 'function');
  const given = only(argumentsOf(call));
  if (f?.type !== 'identifier' || given === undefined) return;
  const name = textOf(facts.types.file, f);
  const target = facts.types.integer(name);
  if (target === undefined || facts.names.has(name)) return;
  const from = facts.types.integer(facts.typeOf(given));
  if (from === undefined || !mayChange(from, target)) return;
  const range = facts.rangeOf(given);
  if (range === null || isWithin(range, target) || isSplit(facts, given)) return;
  report(
    noteAt(call, 'integer_overflow', `${facts.typeOf(given)} to ${name}`, isCut(from, target) ? 0.55 : 0.4),
  );
}

/** Conversions between word-sized types are intended. A wider type only loses the sign. */
function mayChange(from: IntegerType, target: IntegerType): boolean {
  if (from.isWord && target.isWord) return false;
  return (
    target.bits < from.bits ||
    (from.isSigned !== target.isSigned && target.bits <= from.bits) ||
    (from.isSigned && !target.isSigned)
  );
}

const isCut = (from: IntegerType, target: IntegerType): boolean => target.bits < from.bits;

/** `byte(x >> 8)`: a number is split into its bytes. */
function isSplit(facts: RangeFacts, node: TreeNode): boolean {
  const text = textOf(facts.types.file, node).trim();
  if (node.type === 'binary_expression' && child(node, 'operator')?.type === '>>') return true;
  if (!/^[\w.[\]]+$/.test(text)) return false;
  // The lowest byte needs no shift.
  return facts.shifted.has(text);
}

/** `s[i]` beyond any element, and `s[i:j]` beyond the end. */
export function checkIndex(
  facts: RangeFacts,
  node: TreeNode,
  counters: ReadonlyMap<string, Counter>,
  report: Report,
): void {
  const [operand, index] = [child(node, 'operand'), child(node, 'index')];
  if (operand === null || index === null) return;
  const count = lengthOf(facts, operand);
  const range = facts.rangeOf(index);
  if (count !== null && range !== null && range.lo >= count.hi && !isMap(facts, operand))
    report(noteAt(node, 'index_out_of_range', textOf(facts.types.file, node), 0.8));
  else if (isBeyond(facts, operand, index, count, counters))
    report(noteAt(node, 'index_out_of_range', textOf(facts.types.file, node), 0.7));
}

const isMap = (facts: RangeFacts, operand: TreeNode): boolean =>
  facts.types.underlying(facts.typeOf(operand)).startsWith('map[');

function lengthOf(facts: RangeFacts, operand: TreeNode, of: 'len' | 'cap' = 'len'): Range | null {
  const count = facts.types.arrayLength(facts.typeOf(operand));
  if (count !== null) return { lo: count, hi: count };
  const key = facts.key(operand);
  return key === null ? null : (facts.ranges.get(`${of}(${key})`) ?? null);
}

/** The last value of a loop's counter, plus a constant. */
function isBeyond(
  facts: RangeFacts,
  operand: TreeNode,
  index: TreeNode,
  count: Range | null,
  counters: ReadonlyMap<string, Counter>,
): boolean {
  const [name, added] = sumOf(facts, index);
  const counter = name === null ? undefined : counters.get(name);
  if (counter === undefined || isMap(facts, operand)) return false;
  if (counter.last !== null && count !== null) return counter.last + added >= count.hi;
  return counter.of !== null && counter.of === facts.key(operand) && counter.offset + added >= 0;
}

/** `i + 1` as a name and a number. */
function sumOf(facts: RangeFacts, node: TreeNode): [name: string | null, added: number] {
  if (node.type === 'identifier') return [textOf(facts.types.file, node), 0];
  const operator = child(node, 'operator')?.type;
  const [left, right] = [child(node, 'left'), child(node, 'right')];
  if (node.type !== 'binary_expression' || (operator !== '+' && operator !== '-') || !left || !right)
    return [null, 0];
  const number = facts.rangeOf(right);
  if (right.type !== 'int_literal' || number === null) return [null, 0];
  const [name, added] = sumOf(facts, left);
  return [name, operator === '+' ? added + number.lo : added - number.lo];
}

export function checkSlice(facts: RangeFacts, node: TreeNode, report: Report): void {
  const operand = child(node, 'operand');
  if (operand === null) return;
  const count = lengthOf(facts, operand);
  const most = lengthOf(facts, operand, 'cap') ?? count;
  const beyond = (field: string, limit: Range | null): boolean => {
    const end = child(node, field);
    const range = end === null ? null : facts.rangeOf(end);
    return limit !== null && range !== null && range.lo > limit.hi;
  };
  const isOpen = child(node, 'end') === null;
  if (beyond('end', most) || beyond('capacity', most) || beyond('start', isOpen ? count : most))
    report(noteAt(node, 'index_out_of_range', textOf(facts.types.file, node), 0.8));
}

/** A comparison that checks whether a conversion keeps the number. */
export function isProbe(facts: RangeFacts, node: TreeNode): boolean {
  if (node.type !== 'binary_expression') return false;
  const operator = child(node, 'operator')?.type ?? '';
  const [left, right] = [child(node, 'left'), child(node, 'right')];
  if (left === null || right === null) return false;
  if (operator === '==' || operator === '!=')
    return keptBy(facts, left, right) !== null || keptBy(facts, right, left) !== null;
  return (
    (operator === '<' || operator === '>=') &&
    left.type === 'call_expression' &&
    textOf(facts.types.file, right) === '0'
  );
}
