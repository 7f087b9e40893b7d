import type { CExpression, CLoop, CType } from '../../frontend/c-tree.ts';
import { isPlainNumber } from '../../frontend/c-types.ts';
import { calleeOf, mentions, pathOf, withoutCasts } from '../../frontend/paths.ts';
import { isCompared, isSame, type Reading, typeOf } from './check.ts';
import { isPointer, valueType } from './expression-types.ts';

type Binary = Extract<CExpression, { kind: 'binary' }>;

/** Numbers that wrap around where nobody looks, and tests that cannot see it. */
export function checkNumbers(reading: Reading): void {
  for (const one of reading.comparisons) checkOverflowTest(reading, one);
  for (const { path, value } of reading.assignments) checkProduct(reading, path, value);
  checkEndOfFile(reading);
}

/** `a + b < a` */
function checkOverflowTest(reading: Reading, { op, left, right, at }: Binary): void {
  if (!/^[<>]=?$/.test(op)) return;
  const [sum, other] = left.kind === 'binary' && left.op === '+' ? [left, right] : [right, left];
  if (sum.kind !== 'binary' || sum.op !== '+') return;
  const added = isSame(sum.left, other) ? sum.right : isSame(sum.right, other) ? sum.left : null;
  if (added === null || added.kind === 'number' || pathOf(other) === '') return;
  const type = valueType(reading, other);
  const sumType = valueType(reading, sum);
  if (type === undefined || sumType === undefined) return;
  const why = whyUnseen(type, sumType);
  if (why === null) return;
  reading.tell(
    {
      ruleId: 'reliability/overflow-check',
      impact: 'weakening',
      confidence: 0.65,
      cwe: isPointer(type) ? ['CWE-758', 'CWE-119'] : ['CWE-190', 'CWE-758'],
      description: why,
      recommendation: isPointer(type)
        ? 'Compare the number with what is left: `count > end - start`.'
        : 'Compare with what is left first: `a > MAX - b`.',
    },
    at,
  );
}

function whyUnseen(type: CType, sum: CType): string | null {
  if (isPointer(type)) return 'No valid pointer wraps around: compilers leave the test out.';
  if (!isPlainNumber(type) || type.isFloat || sum.isFloat) return null;
  if (type.width < 4)
    return 'The sum of two narrow numbers is an int and never wraps around: the test is never true.';
  return sum.isSigned ? 'A signed sum must not wrap around: compilers leave the test out.' : null;
}

/** `long all = count * size` of two ints. */
function checkProduct(reading: Reading, path: string, value: CExpression): void {
  if (value.kind !== 'binary' || value.op !== '*' || !/^\w+$/.test(path)) return;
  const target = reading.facts.types.get(path);
  const product = valueType(reading, value);
  if (target === undefined || product === undefined || !isPlainNumber(target) || !isPlainNumber(product))
    return;
  if (target.isFloat || target.width !== 8 || product.isFloat || product.width !== 4) return;
  const parts = [value.left, value.right];
  if (parts.some((part) => part.kind === 'number' || part.kind === 'sizeof' || pathOf(part) === '')) return;
  if (parts.some((part) => part.kind === 'name' && /^[A-Z\d_]+$/.test(part.name))) return;
  if (parts.some((part) => (valueType(reading, part)?.width ?? 0) < 4)) return;
  if (parts.some((part) => isCompared(reading, pathOf(part), value.at))) return;
  reading.tell(
    {
      ruleId: 'memory/widened-product',
      subject: path,
      impact: 'hygiene',
      confidence: 0.5,
      cwe: ['CWE-190', 'CWE-197', 'CWE-681'],
      description: 'The product is worked out in 32 bits and wraps around before it is widened.',
      recommendation: 'Widen one of the two first.',
    },
    value.at,
  );
}

/** `char c = getchar()` that is compared with EOF. */
function checkEndOfFile(reading: Reading): void {
  for (const { path, value, at } of reading.assignments) {
    if (!/^(?:getchar|fgetc|getc)$/.test(calleeOf(withoutCasts(value)))) continue;
    const type = reading.facts.types.get(path);
    if (type?.width !== 1 || isPointer(type)) continue;
    const isAsked = reading.comparisons.some(
      ({ left, right }) => (mentions(left, path) && isEnd(right)) || (mentions(right, path) && isEnd(left)),
    );
    if (isAsked)
      reading.tell(
        {
          ruleId: 'memory/number-truncation',
          subject: path,
          impact: 'hygiene',
          confidence: 0.7,
          cwe: ['CWE-197', 'CWE-253'],
          description: 'EOF is no char: the end is not seen, or a byte 0xFF is taken for it.',
          recommendation: 'Hold the answer in an int.',
        },
        at,
      );
  }
}

const isEnd = (e: CExpression): boolean =>
  (e.kind === 'name' && e.name === 'EOF') || (e.kind === 'unary' && e.op === '-' && e.of.kind === 'number');

/** A loop whose counter is too narrow for its bound, or goes away from it. */
export function checkCounter(reading: Reading, loop: CLoop): void {
  const { test, step } = loop;
  if (test?.kind !== 'binary' || !/^[<>]=?$/.test(test.op) || test.left.kind !== 'name') return;
  const counter = test.left;
  const type = typeOf(reading, counter);
  if (step === null || type === undefined || !isPlainNumber(type)) return;
  if (step.kind !== 'step' || pathOf(step.of) !== counter.name) return;
  if (step.op === '++' && test.op.startsWith('<')) checkNarrow(reading, loop, type, test);
  else if (step.op === (test.op.startsWith('<') ? '--' : '++')) checkDirection(reading, loop, type, test);
}

function checkNarrow(reading: Reading, loop: CLoop, type: CType, { right }: Binary): void {
  const bound = valueType(reading, right);
  if (
    type.width > 2 ||
    bound === undefined ||
    !isPlainNumber(bound) ||
    bound.width <= Math.max(type.width, 2)
  )
    return;
  if (
    right.kind === 'number' ||
    right.kind === 'sizeof' ||
    (right.kind === 'name' && /^[A-Z\d_]+$/.test(right.name))
  )
    return;
  const path = pathOf(right);
  if (path === '' || isCompared(reading, path, loop.at)) return;
  if (reading.assignments.some((one) => one.path === path && one.value.kind === 'number')) return;
  reading.tell(
    {
      ruleId: 'reliability/narrow-counter',
      subject: path,
      impact: 'weakening',
      confidence: 0.65,
      cwe: ['CWE-835', 'CWE-190', 'CWE-197'],
      description:
        'Where the bound is beyond what the counter holds, the counter wraps around and the loop never ends.',
      recommendation: 'Give the counter the type of the bound.',
    },
    loop.at,
  );
}

/** `for (i = 0; i < n; i--)` */
function checkDirection(reading: Reading, loop: CLoop, type: CType, { left, op, right }: Binary): void {
  const start = firstValue(loop, pathOf(left));
  // Counting down below zero wraps around to where the test fails: that is done on purpose.
  if (start === null || (!type.isSigned && op.startsWith('<') && start.kind !== 'number')) return;
  if (isSame(start, right)) return;
  reading.tell(
    {
      ruleId: 'reliability/endless-loop',
      subject: pathOf(left),
      impact: 'hygiene',
      confidence: 0.75,
      cwe: ['CWE-835'],
      description: 'Each round takes the counter further from what would end the loop.',
      recommendation: 'Count towards the bound.',
    },
    loop.at,
  );
}

function firstValue({ first }: CLoop, name: string): CExpression | null {
  if (first?.kind === 'declaration') return first.declarators.find((one) => one.name === name)?.value ?? null;
  if (first?.kind !== 'expression' || first.expression.kind !== 'assign') return null;
  return pathOf(first.expression.left) === name ? first.expression.right : null;
}
