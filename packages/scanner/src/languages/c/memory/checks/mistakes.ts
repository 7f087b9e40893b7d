import type { CExpression, CStatement } from '../../frontend/c-tree.ts';
import { isPlainNumber } from '../../frontend/c-types.ts';
import { calleeOf, isNullLiteral, mentions, pathOf, withoutCasts } from '../../frontend/paths.ts';
import { visitExpressions } from '../../frontend/visit.ts';
import { type Call, type Reading, typeOf } from './check.ts';

const low = { impact: 'hygiene', confidence: 0.6 } as const;

/** Statements without an effect, and calls whose result is ignored. */
export function checkWritten(reading: Reading, e: CExpression): void {
  if (e.kind === 'binary' && e.op === '==' && withoutCasts(e.left).kind !== 'call')
    reading.tell(
      {
        ...low,
        ruleId: 'reliability/comparison-as-statement',
        cwe: ['CWE-482'],
        description: 'The comparison changes nothing, and its result is not used.',
        recommendation: 'Write `=` if you meant an assignment.',
      },
      e.at,
    );
  // `(void)read(…)` ignores the result on purpose.
  if (e.kind === 'call' && e.callee.kind === 'name' && readsInput.test(e.callee.name))
    reportIgnored(reading, e);
}

const readsInput = /^(?:fgets|fread|[fs]?scanf|read|recv|recvfrom|pread)$/;

function reportIgnored(reading: Reading, e: Call): void {
  reading.tell(
    {
      ...low,
      ruleId: 'reliability/ignored-result',
      subject: calleeOf(e),
      cwe: ['CWE-252'],
      description: 'If nothing was read, the buffer holds its old content, or was never initialized.',
      recommendation: 'Check the result of the call before you use what it read.',
    },
    e.at,
  );
}

/** `if (a = 5)` */
export function checkCondition({ tell }: Reading, test: CExpression): void {
  const parts = test.kind === 'binary' && /^(?:&&|\|\|)$/.test(test.op) ? [test.left, test.right] : [test];
  for (const e of parts)
    if (
      e.kind === 'assign' &&
      e.op === '=' &&
      !e.isBracketed &&
      (e.right.kind === 'number' || isNullLiteral(e.right))
    )
      tell(
        {
          ...low,
          ruleId: 'reliability/assignment-in-condition',
          subject: pathOf(e.left),
          cwe: ['CWE-481'],
          description: 'The condition always has the same result, and the variable gets another value.',
          recommendation: 'Compare with `==`.',
        },
        e.at,
      );
}

/** `a - b > 0` with unsigned numbers, which is true whenever they differ. */
export function checkDifferences(reading: Reading): void {
  for (const { op, left, right, at } of reading.comparisons) {
    if (op !== '>' && op !== '<') continue;
    const [difference, zero] = op === '>' ? [left, right] : [right, left];
    if (difference.kind !== 'binary' || difference.op !== '-' || !isNullLiteral(zero)) continue;
    const [a, b] = [pathOf(difference.left), pathOf(difference.right)];
    if (!isUnsigned(reading, difference.left) || !isUnsigned(reading, difference.right)) continue;
    const isOrdered = reading.comparisons.some(
      (one) => one.at < at && mentions(one, a) && mentions(one, b) && /^[<>]/.test(one.op),
    );
    if (isOrdered || isNoLarger(reading, a, b)) continue;
    reading.tell(
      {
        ruleId: 'memory/size-underflow',
        subject: `${a} - ${b}`,
        impact: 'hygiene',
        confidence: 0.6,
        cwe: ['CWE-191', 'CWE-839'],
        description: 'If the second is larger, the difference wraps around to a huge number.',
        recommendation: 'Compare the two directly.',
      },
      at,
    );
  }
}

/** `b = a`, `b = a - 1`, `a = b + 1` */
function isNoLarger({ assignments }: Reading, a: string, b: string): boolean {
  const comesOf = (path: string, other: string, op: string): boolean => {
    const value = assignments.findLast((one) => one.path === path)?.value;
    return (
      value !== undefined &&
      (pathOf(value) === other ||
        (value.kind === 'binary' && value.op === op && pathOf(value.left) === other))
    );
  };
  return a !== '' && b !== '' && (comesOf(b, a, '-') || comesOf(a, b, '+'));
}

function isUnsigned(reading: Reading, e: CExpression): boolean {
  const type = typeOf(reading, e);
  return type !== undefined && isPlainNumber(type) && !type.isSigned && !type.isFloat && type.width >= 4;
}

const pointerAnswers = /^(?:fgets|fopen|malloc|calloc|realloc|strchr|strstr|getenv)$/;
const countAnswers = /^(?:fread|fwrite|strlen)$/;

/** A result that is compared with a value it never has, or with one that does not show all failures. */
export function checkAnswers({ comparisons, tell }: Reading): void {
  for (const { op, left, right, at } of comparisons) {
    const call = withoutCasts(left);
    const name = calleeOf(call);
    const isZero = right.kind === 'number' && right.value === 0;
    const isNever = isZero && op === '<' && (pointerAnswers.test(name) || countAnswers.test(name));
    const isHalf = isZero && op === '==' && /^[fs]?scanf$/.test(name);
    if (call.kind !== 'call' || !(isNever || isHalf)) continue;
    tell(
      {
        ...low,
        ruleId: 'reliability/wrong-result-check',
        subject: name,
        cwe: ['CWE-253'],
        description: isNever
          ? 'It never returns a negative number, so the failure goes unnoticed.'
          : 'At the end of the input it returns EOF, which is not zero, so the failure goes unnoticed.',
        recommendation: 'Compare with the value that the call returns on failure.',
      },
      at,
    );
  }
}

const unsafeInHandler =
  /^(?:malloc|calloc|realloc|free|printf|fprintf|vfprintf|puts|fputs|fopen|fclose|fflush|syslog|exit|strdup|localtime|ctime|pthread_mutex_lock)$/;

/** A signal handler may interrupt any code, so it must not use what that code may be changing. */
export function checkSignalHandlers({ calls, program, fn, assignments, tell }: Reading): void {
  const given = calls.flatMap((e) =>
    calleeOf(e) === 'signal' && e.args[1] !== undefined ? [e.args[1]] : [],
  );
  for (const { path, value } of assignments) if (/\.sa_(?:handler|sigaction)$/.test(path)) given.push(value);
  for (const value of given) {
    const plain = withoutCasts(value.kind === 'unary' && value.op === '&' ? value.of : value);
    if (plain.kind !== 'name') continue;
    const handler = program.resolve(plain.name, fn.view, 1);
    const unsafe = handler === undefined ? null : unsafeCall(program.bodyOf(handler));
    if (unsafe === null) continue;
    tell(
      {
        ...low,
        ruleId: 'reliability/unsafe-signal-handler',
        subject: `${plain.name}: ${unsafe}`,
        cwe: ['CWE-479', 'CWE-364', 'CWE-828'],
        description:
          'A signal can interrupt anything: the call may find the heap or the stream half changed, or wait for itself.',
        recommendation: 'Set a flag of the type volatile sig_atomic_t, and do the rest outside the handler.',
      },
      value.at,
    );
  }
}

function unsafeCall(body: readonly CStatement[] | null): string | null {
  let found: string | null = null;
  visitExpressions(body ?? [], (e) => {
    if (e.kind === 'call' && e.callee.kind === 'name' && unsafeInHandler.test(e.callee.name))
      found ??= e.callee.name;
    else if (e.kind === 'new' || e.kind === 'delete') found ??= e.kind;
  });
  return found;
}
