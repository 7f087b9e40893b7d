import type { CExpression, CLoop, CType } from '../../frontend/c-tree.ts';
import { isPlainNumber, rangeOf } from '../../frontend/c-types.ts';
import { calleeOf, mentions, pathOf, withoutCasts } from '../../frontend/paths.ts';
import { visitExpressions } from '../../frontend/visit.ts';
import { isCompared, isSame, type Reading, typeOf } from './check.ts';
import { isPointer, valueType } from './expression-types.ts';

type Binary = Extract<CExpression, { kind: 'binary' }>;

/** Numbers that wrap around unchecked, and tests that cannot detect it. */
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
  if (added === null || pathOf(other) === '') return;
  const type = valueType(reading, other);
  const sumType = valueType(reading, sum);
  if (type === undefined || sumType === undefined) return;
  const why = whyUnseen(type, sumType);
  if (why === null || (added.kind === 'number' && type.width < 4)) return;
  reading.tell(
    {
      ruleId: 'reliability/overflow-check',
      impact: 'weakening',
      confidence: 0.65,
      cwe: isPointer(type) ? ['CWE-758', 'CWE-119'] : ['CWE-190', 'CWE-758'],
      description: why,
      recommendation: isPointer(type)
        ? 'Compare the number with the space that is left: `count > end - start`.'
        : 'Check first how much is left: `a > MAX - b`.',
    },
    at,
  );
}

function whyUnseen(type: CType, sum: CType): string | null {
  if (isPointer(type)) return 'No valid pointer wraps around: compilers remove the test.';
  if (!isPlainNumber(type) || type.isFloat || sum.isFloat) return null;
  if (type.width < 4)
    return 'The sum of two narrow numbers is an int and never wraps around: the test is never true.';
  return sum.isSigned ? 'Signed overflow is undefined: compilers remove the test.' : null;
}

/** `long all = count * size` with two ints. */
function checkProduct(reading: Reading, path: string, value: CExpression): void {
  const target = /^\w+$/.test(path) ? reading.facts.types.get(path) : undefined;
  if (target !== undefined) checkWidened(reading, target, value, path);
}

/** A product that is computed in 32 bits and then stored in 64. */
export function checkWidened(reading: Reading, target: CType, value: CExpression, subject?: string): void {
  if (value.kind !== 'binary' || value.op !== '*' || !isPlainNumber(target) || target.isFloat) return;
  const product = valueType(reading, value);
  if (target.width !== 8 || product === undefined || !isPlainNumber(product)) return;
  if (product.isFloat || product.width !== 4) return;
  const parts = [value.left, value.right];
  if (!parts.every((part) => mayBeLarge(reading, part, value.at))) return;
  reading.tell(
    {
      ruleId: 'memory/widened-product',
      subject,
      impact: 'hygiene',
      confidence: 0.5,
      cwe: ['CWE-190', 'CWE-197', 'CWE-681'],
      description: 'The product is computed in 32 bits and wraps around before it is widened.',
      recommendation: 'Convert one of the two to the wider type first.',
    },
    value.at,
  );
}

/** A number that the code does not fix, and that nothing limits. */
function mayBeLarge(reading: Reading, e: CExpression, at: number): boolean {
  const path = pathOf(e);
  if (path !== '')
    return (
      !/^[A-Z\d_]+$/.test(path) &&
      (valueType(reading, e)?.width ?? 0) >= 4 &&
      !isCompared(reading, path, at) &&
      !reading.assignments.some((one) => one.path === path && one.value.kind === 'number')
    );
  return (
    e.kind === 'binary' &&
    /^[-+*]$/.test(e.op) &&
    [e.left, e.right].some((part) => mayBeLarge(reading, part, at))
  );
}

/** `char c = getchar()`, compared with EOF. */
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
          description:
            'EOF does not fit into a char: the end goes unnoticed, or a byte 0xFF is mistaken for it.',
          recommendation: 'Store the result in an int.',
        },
        at,
      );
  }
}

const isEnd = (e: CExpression): boolean =>
  (e.kind === 'name' && e.name === 'EOF') || (e.kind === 'unary' && e.op === '-' && e.of.kind === 'number');

/** A loop whose counter is too narrow for its bound, or counts away from it. */
export function checkCounter(reading: Reading, loop: CLoop): void {
  const asked = counterOf(loop.test);
  if (asked === null) return;
  const type = typeOf(reading, asked.counter);
  if (type === undefined || !isPlainNumber(type) || type.isFloat) return;
  const op = stepOf(loop, asked.counter.name);
  if (op === '++' && asked.isBelow) checkNarrow(reading, loop, type, asked.bound);
  else if (loop.step !== null && op === (asked.isBelow ? '--' : '++'))
    checkDirection(reading, loop, type, asked);
}

interface Counted {
  counter: Extract<CExpression, { kind: 'name' }>;
  bound: CExpression;
  /** The loop continues while the counter is below the bound. */
  isBelow: boolean;
}

function counterOf(test: CExpression | null): Counted | null {
  if (test?.kind !== 'binary' || !/^[<>]=?$/.test(test.op)) return null;
  const { left, right, op } = test;
  if (left.kind === 'name') return { counter: left, bound: right, isBelow: op.startsWith('<') };
  return right.kind === 'name' ? { counter: right, bound: left, isBelow: op.startsWith('>') } : null;
}

/** The operator that changes the counter in each iteration. */
function stepOf({ step, body }: CLoop, name: string): string | null {
  if (step !== null) return step.kind === 'step' && pathOf(step.of) === name ? step.op : null;
  let op: string | null = null;
  visitExpressions(body, (e) => {
    if (e.kind === 'step' && pathOf(e.of) === name) op = e.op;
    else if (e.kind === 'assign' && pathOf(e.left) === name) op = '=';
  });
  return op;
}

function checkNarrow(reading: Reading, loop: CLoop, type: CType, bound: CExpression): void {
  if (type.width > 2 || !isWider(reading, type, bound, loop)) return;
  reading.tell(
    {
      ruleId: 'reliability/narrow-counter',
      subject: pathOf(bound),
      impact: 'weakening',
      confidence: 0.65,
      cwe: ['CWE-835', 'CWE-190', 'CWE-197'],
      description:
        'If the bound is larger than the counter can hold, the counter wraps around and the loop never ends.',
      recommendation: 'Give the counter the type of the bound.',
    },
    loop.at,
  );
}

function isWider(reading: Reading, type: CType, bound: CExpression, loop: CLoop): boolean {
  if (bound.kind === 'number') return bound.value > rangeOf(type)[1];
  const path = pathOf(bound);
  const of = valueType(reading, bound);
  if (path === '' || of === undefined || !isPlainNumber(of) || of.width <= 2 || of.isFloat) return false;
  if (/^[A-Z\d_]+$/.test(path) || isCompared(reading, path, loop.at)) return false;
  const given = reading.assignments.filter((one) => one.path === path);
  // A constant, or a number that the loop itself changes.
  if (given.some(({ value, at }) => value.kind === 'number' || at > loop.at)) return false;
  let isChanged = false;
  visitExpressions(loop.body, (e) => {
    isChanged ||=
      (e.kind === 'step' && pathOf(e.of) === path) || (e.kind === 'assign' && pathOf(e.left) === path);
  });
  return !isChanged;
}

/** `for (i = 0; i < n; i--)` */
function checkDirection(
  reading: Reading,
  loop: CLoop,
  type: CType,
  { counter, bound, isBelow }: Counted,
): void {
  const start = firstValue(loop, counter.name);
  // Counting an unsigned number down to below zero wraps around and ends the loop. That is done on purpose.
  if (!type.isSigned && isBelow && !(start?.kind === 'number' && start.value === 0)) return;
  if (start !== null && isSame(start, bound)) return;
  reading.tell(
    {
      ruleId: 'reliability/endless-loop',
      subject: counter.name,
      impact: 'hygiene',
      confidence: 0.75,
      cwe: ['CWE-835'],
      description: 'Each iteration moves the counter further away from the bound that would end the loop.',
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
