import { opposite, turned } from '../../../ir/comparisons.ts';
import { only } from '../../../read/only.ts';
import { child, firstKid } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import { textOf } from './go-note.ts';
import { integerTypes, isEmpty, isSingle, isWithin, meet, minus, plus, type Range } from './integer-range.ts';
import type { RangeFacts } from './range-facts.ts';

const everything: Range = { lo: Number.NEGATIVE_INFINITY, hi: Number.POSITIVE_INFINITY };

/** Assumes that a condition is true, or false. Returns false if that is impossible, so the code is unreachable. */
export function assume(facts: RangeFacts, condition: TreeNode, holds: boolean): boolean {
  switch (condition.type) {
    case 'parenthesized_expression': {
      const inner = firstKid(condition);
      return inner === null || assume(facts, inner, holds);
    }
    case 'unary_expression': {
      const operand = child(condition, 'operand');
      return child(condition, 'operator')?.type !== '!' || operand === null || assume(facts, operand, !holds);
    }
    case 'binary_expression': {
      const [left, right] = [child(condition, 'left'), child(condition, 'right')];
      const operator = child(condition, 'operator')?.type ?? '';
      if (left === null || right === null) return true;
      if (operator === '&&' || operator === '||')
        return (operator === '&&') === holds
          ? assume(facts, left, holds) && assume(facts, right, holds)
          : assumeEither(facts, left, right, holds);
      return compare(facts, left, holds ? operator : opposite[operator], right);
    }
    case 'identifier': {
      const meant = facts.conditions.get(textOf(facts.types.file, condition));
      return meant === undefined || assume(facts, meant, holds);
    }
    default:
      return true;
  }
}

/** The first is true, or it is false and the second is true. */
function assumeEither(facts: RangeFacts, left: TreeNode, right: TreeNode, holds: boolean): boolean {
  const other = facts.copy();
  const first = assume(facts, left, holds);
  const second = assume(other, left, !holds) && assume(other, right, holds);
  if (first && second) facts.joinWith(other);
  else if (second) facts.ranges = other.ranges;
  return first || second;
}

function compare(facts: RangeFacts, left: TreeNode, operator: string | undefined, right: TreeNode): boolean {
  const fromRight = operator === undefined ? undefined : turned[operator];
  if (operator === undefined || fromRight === undefined) return true;
  if (operator === '==') {
    const kept = keptBy(facts, left, right) ?? keptBy(facts, right, left);
    if (kept !== null) return narrow(facts, kept.node, kept.range);
  }
  const [a, b] = [facts.rangeOf(left), facts.rangeOf(right)];
  const isNumber = (range: Range | null) => range !== null;
  if (!isNumber(a) && !isNumber(b)) return true;
  return narrow(facts, left, boundBy(operator, a, b)) && narrow(facts, right, boundBy(fromRight, b, a));
}

/** `int(uint8(x)) == x`: x fits into uint8. */
export function keptBy(
  facts: RangeFacts,
  converted: TreeNode,
  node: TreeNode,
): { node: TreeNode; range: Range } | null {
  const key = facts.key(node);
  let range: Range = everything;
  for (let inner = converted; inner.type === 'call_expression'; ) {
    const given = only(child(inner, 'arguments')?.kids ?? []);
    const target = facts.types.integer(facts.types.written(child(inner, 'function')));
    if (given === undefined || target === undefined) return null;
    range = meet(range, target);
    inner = given;
    if (key !== null && facts.key(inner) === key) return { node, range };
  }
  return null;
}

function boundBy(operator: string, own: Range | null, other: Range | null): Range {
  if (other === null) return everything;
  switch (operator) {
    case '<':
      return { ...everything, hi: other.hi - 1 };
    case '<=':
      return { ...everything, hi: other.hi };
    case '>':
      return { ...everything, lo: other.lo + 1 };
    case '>=':
      return { ...everything, lo: other.lo };
    case '==':
      return other;
    default:
      if (own === null || !isSingle(other)) return everything;
      return {
        lo: own.lo === other.lo ? own.lo + 1 : own.lo,
        hi: own.hi === other.hi ? own.hi - 1 : own.hi,
      };
  }
}

/** Narrows an expression to a range, and its parts accordingly. False if that is impossible. */
export function narrow(facts: RangeFacts, node: TreeNode, range: Range): boolean {
  if (range.lo === Number.NEGATIVE_INFINITY && range.hi === Number.POSITIVE_INFINITY) return true;
  const before = facts.rangeOf(node);
  const met = before === null ? range : meet(before, range);
  if (isEmpty(met)) return false;
  const key = facts.key(node);
  if (key !== null && !/^-?\d+$/.test(key)) facts.set(key, met);
  return narrowParts(facts, node, met);
}

function narrowParts(facts: RangeFacts, node: TreeNode, range: Range): boolean {
  if (node.type === 'parenthesized_expression') {
    const inner = firstKid(node);
    return inner === null || narrow(facts, inner, range);
  }
  if (node.type === 'unary_expression' && child(node, 'operator')?.type === '-') {
    const operand = child(node, 'operand');
    return operand === null || narrow(facts, operand, { lo: 0 - range.hi, hi: 0 - range.lo });
  }
  if (node.type === 'call_expression') return narrowConverted(facts, node, range);
  if (node.type !== 'binary_expression') return true;
  const [left, right] = [child(node, 'left'), child(node, 'right')];
  if (left === null || right === null) return true;
  return narrowOperand(facts, left, child(node, 'operator')?.type ?? '', right, range);
}

/** Narrows the operand of a conversion that keeps each value. */
function narrowConverted(facts: RangeFacts, node: TreeNode, range: Range): boolean {
  const inner = only(child(node, 'arguments')?.kids ?? []);
  const target = integerTypes.get(facts.typeOf(node));
  if (inner === undefined || target === undefined) return true;
  const before = facts.rangeOf(inner);
  if (before === null) return true;
  if (isWithin(before, target)) return narrow(facts, inner, range);
  const from = facts.types.integer(facts.typeOf(inner));
  if (from === undefined || from.bits > target.bits || from.isSigned === target.isSigned) return true;
  // With different signs, the number may change: uint(x) < 10 leaves 0 to 9, int64(x) >= 0 leaves the lower half.
  const half = 2 ** (from.bits - 1) - 1;
  return range.lo < 0 || range.hi > Math.min(half, 2 ** (target.bits - 1) - 1)
    ? true
    : narrow(facts, inner, range);
}

function narrowOperand(
  facts: RangeFacts,
  left: TreeNode,
  operator: string,
  right: TreeNode,
  range: Range,
): boolean {
  const [a, b] = [facts.rangeOf(left), facts.rangeOf(right)];
  if (b !== null && isSingle(b)) {
    if (operator === '+' || operator === '-')
      return narrowUnwrapped(facts, left, operator === '+' ? minus(range, b) : plus(range, b), range);
    if (b.lo < 0 || b.lo > 63) return true;
    const factor = 2 ** b.lo;
    if (operator === '<<')
      return narrowUnwrapped(
        facts,
        left,
        { lo: Math.ceil(range.lo / factor), hi: Math.floor(range.hi / factor) },
        range,
      );
    return (
      operator !== '>>' || narrow(facts, left, { lo: range.lo * factor, hi: range.hi * factor + factor - 1 })
    );
  }
  if (a === null || !isSingle(a)) return true;
  if (operator === '+') return narrowUnwrapped(facts, right, minus(range, a), range);
  return operator !== '-' || narrowUnwrapped(facts, right, minus(a, range), range);
}

/**
 * Sums and shifts may wrap around. So parts are only narrowed if the range is limited on both sides, or far from the
 * limits.
 */
function narrowUnwrapped(facts: RangeFacts, node: TreeNode, undone: Range, range: Range): boolean {
  const type = facts.types.integer(facts.typeOf(node));
  if (type !== undefined && range.lo <= type.lo && range.hi >= type.hi) return true;
  const before = facts.rangeOf(node);
  const met = before === null ? undone : meet(before, undone);
  return isEmpty(met) ? true : narrow(facts, node, met);
}

/** The value is one of those in the case. */
export function narrowToCase(facts: RangeFacts, value: TreeNode, conditions: readonly TreeNode[]): void {
  const ranges = conditions.map((one) => facts.rangeOf(one));
  const key = facts.key(value);
  if (key === null || ranges.length === 0 || ranges.includes(null)) return;
  const known = ranges.filter((one) => one !== null);
  facts.set(key, {
    lo: Math.min(...known.map((one) => one.lo)),
    hi: Math.max(...known.map((one) => one.hi)),
  });
}
