import type { FaultDraft } from '../../../../rules/body-text.ts';
import type { CExpression } from '../../frontend/c-tree.ts';
import { isPlainNumber } from '../../frontend/c-types.ts';
import { calleeOf, isNullLiteral, withoutCasts } from '../../frontend/paths.ts';
import { visitExpression } from '../../frontend/visit.ts';
import type { Reading } from './check.ts';
import { isPointer, valueType } from './expression-types.ts';

const wrong: Omit<FaultDraft, 'description' | 'recommendation'> = {
  ruleId: 'reliability/wrong-operator',
  impact: 'hygiene',
  confidence: 0.65,
  cwe: ['CWE-480'],
};

/** Logical operators in place of bitwise ones, and the reverse. */
export function checkOperators(reading: Reading): void {
  for (const e of reading.bitwise)
    if (isNegated(e.left) !== isNegated(e.right) && isMask(reading, isNegated(e.right) ? e.right : e.left, e))
      reading.tell(
        {
          ...wrong,
          subject: '!',
          description:
            '`!` turns it into zero or one, whatever its bits: the test or the mask is not the intended one.',
          recommendation: 'Write `~` to invert the bits, or put the bit test in parentheses.',
        },
        e.at,
      );
}

const isNegated = (e: CExpression): boolean => e.kind === 'unary' && e.op === '!';

/** `flags & !MASK`, `!flags & MASK`, and the same with two unsigned numbers, which hold bits. */
function isMask(
  reading: Reading,
  negated: CExpression,
  { left, right }: { left: CExpression; right: CExpression },
): boolean {
  const other = negated === left ? right : left;
  const inner = negated.kind === 'unary' ? negated.of : negated;
  if (isConstant(inner) || (negated === left && isConstant(other))) return true;
  return [inner, other].every((one) => {
    const type = one.kind === 'name' ? valueType(reading, one) : undefined;
    return type !== undefined && isPlainNumber(type) && !type.isSigned && !/bool/i.test(type.name);
  });
}

const isConstant = (e: CExpression): boolean =>
  (e.kind === 'number' && e.value > 1) || (e.kind === 'name' && /^[A-Z][A-Z\d_]*$/.test(e.name));

/** Conditions that always have the same result, or are not meant as conditions. */
export function checkTest(reading: Reading, test: CExpression): void {
  visitExpression(test, (e) => {
    if (e.kind !== 'binary') return;
    if (e.op === '&&' || e.op === '||')
      for (const side of [e.left, e.right]) checkConstantSide(reading, side);
    else if (/^[<>]=?$/.test(e.op)) {
      checkChain(reading, e);
      checkSign(reading, e);
    }
  });
  const asked = test.kind === 'unary' && test.op === '!' ? test.of : test;
  if (/^(?:strcpy|strncpy|strcat|strncat)$/.test(calleeOf(asked)))
    reading.tell(
      {
        ...wrong,
        subject: calleeOf(asked),
        confidence: 0.8,
        description: 'The call copies and returns its target, which is never NULL.',
        recommendation: 'Use strcmp to compare.',
      },
      asked.at,
    );
}

/** `flags && 0x20` */
function checkConstantSide(reading: Reading, side: CExpression): void {
  if (side.kind !== 'number' || side.isFloat || side.value < 2) return;
  reading.tell(
    {
      ...wrong,
      subject: '&&',
      description: 'The number is always true, whatever the other operand is: no bit is tested.',
      recommendation: 'Write `&` to test bits.',
    },
    side.at,
  );
}

/** `0 < x < 10` */
function checkChain(reading: Reading, e: Extract<CExpression, { kind: 'binary' }>): void {
  // `a < b > (c)` may be template arguments.
  if (e.left.kind !== 'binary' || e.left.op[0] !== e.op[0] || e.left.op.length > 2) return;
  if (!/^[<>]=?$/.test(e.left.op)) return;
  if (reading.fn.view.code.slice(e.left.at, e.at).includes(')')) return;
  reading.tell(
    {
      ...wrong,
      subject: e.op,
      confidence: 0.75,
      description: 'The first comparison gives zero or one, and that is compared with the third value.',
      recommendation: 'Join two comparisons with `&&`.',
    },
    e.at,
  );
}

/** An unsigned number is never below zero. */
function checkSign(
  reading: Reading,
  { op, left, right, at }: Extract<CExpression, { kind: 'binary' }>,
): void {
  const number = op === '<' || op === '>=' ? left : right;
  const zero = number === left ? right : left;
  if (
    zero.kind !== 'number' ||
    !isNullLiteral(zero) ||
    zero.isFloat ||
    (number.kind !== 'name' && number.kind !== 'member')
  )
    return;
  if (number === right && op !== '>' && op !== '<=') return;
  const type = valueType(reading, withoutCasts(number));
  if (type === undefined || isPointer(type) || !isPlainNumber(type) || type.isSigned || type.isFloat) return;
  if (!/^(?:unsigned|u?int|short|long|char|size_t|uint\d+_t|u\d+|uintptr_t)$/.test(type.name)) return;
  reading.tell(
    {
      ruleId: 'reliability/constant-condition',
      subject: number.name,
      impact: 'hygiene',
      confidence: 0.65,
      cwe: ['CWE-570', 'CWE-571', 'CWE-839'],
      description: 'An unsigned number is never negative: a failure that is reported as -1 goes unnoticed.',
      recommendation: 'Store it in a signed type, or compare with the value that reports the failure.',
    },
    at,
  );
}
