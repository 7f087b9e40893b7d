import type { CExpression } from '../../frontend/c-tree.ts';
import { elementOf } from '../../frontend/c-types.ts';
import { calleeOf, pathOf, withoutCasts } from '../../frontend/paths.ts';
import type { Reading } from './check.ts';
import { reportSizeOfPointer } from './copies.ts';
import { isPointer, valueType } from './expression-types.ts';

/** Wrong operands of sizeof, and wrong arithmetic with the result. */
export function checkSizes(reading: Reading): void {
  for (const e of reading.sizes) if (isArrayParameter(reading, e.of)) reportSizeOfPointer(reading, e.at);
  for (const e of reading.sums) {
    if (e.op === '/') checkCount(reading, e);
    else if (e.op === '+' || e.op === '-') checkScaling(reading, e);
  }
  for (const { path, value, at } of reading.assignments) checkBlock(reading, path, value, at);
  for (const e of reading.casts) checkWide(reading, e);
}

/** `void f(char text[80]) { … sizeof(text) … }` */
function isArrayParameter({ fn, facts }: Reading, of: CExpression | null): boolean {
  if (of?.kind !== 'name' || facts.locals.has(of.name)) return false;
  const type = fn.params.find(({ name }) => name === of.name)?.type;
  return type !== undefined && type.dimensions.length > 0 && !type.isReference;
}

type Binary = Extract<CExpression, { kind: 'binary' }>;

/** `sizeof(pointer) / sizeof(pointer[0])` */
function checkCount(reading: Reading, { left, right, at }: Binary): void {
  if (left.kind !== 'sizeof' || right.kind !== 'sizeof' || left.of === null || right.of === null) return;
  const path = pathOf(left.of);
  const isElement =
    (right.of.kind === 'index' || (right.of.kind === 'unary' && right.of.op === '*')) &&
    pathOf(right.of.of) === path;
  const type = valueType(reading, left.of);
  if (path !== '' && isElement && type !== undefined && type.pointers > 0 && type.dimensions.length === 0)
    reportSizeOfPointer(reading, at);
}

/** `numbers + count * sizeof(int)` */
function checkScaling(reading: Reading, { left, right, at }: Binary): void {
  const type = valueType(reading, left);
  const element = type !== undefined && isPointer(type) ? elementOf(type) : undefined;
  if (element === undefined || (element.pointers === 0 && element.width < 2)) return;
  const isSize = (e: CExpression): boolean =>
    e.kind === 'sizeof' || (e.kind === 'binary' && e.op === '*' && (isSize(e.left) || isSize(e.right)));
  if (!isSize(right)) return;
  reading.tell(
    {
      ruleId: 'memory/pointer-scaling',
      impact: 'weakening',
      confidence: 0.7,
      cwe: ['CWE-468', 'CWE-119'],
      description:
        'Pointer arithmetic already multiplies by the size of an element: the size is applied twice, and the address is far past the end.',
      recommendation: 'Add the count alone, or cast to a char pointer first.',
    },
    at,
  );
}

/** `int *p = malloc(2)`, `double *p = malloc(sizeof(float))` */
function checkBlock(reading: Reading, path: string, value: CExpression, at: number): void {
  const call = withoutCasts(value);
  if (call.kind !== 'call' || calleeOf(call) !== 'malloc') return;
  const type = reading.facts.types.get(path);
  const element = type !== undefined && type.pointers > 0 ? elementOf(type) : undefined;
  const [size] = call.args;
  if (element === undefined || size === undefined || element.name === 'void') return;
  const needed = element.pointers > 0 ? 8 : element.width;
  const given = sizeArgument(size);
  if (needed < 2 || given === null || given % needed === 0) return;
  reading.tell(
    {
      ruleId: 'memory/short-allocation',
      subject: path,
      impact: 'weakening',
      confidence: 0.7,
      cwe: ['CWE-131', 'CWE-122', 'CWE-787'],
      description:
        'The size of the block is not a multiple of the size of an element: the last one is partly outside.',
      recommendation: 'Write malloc(count * sizeof *pointer).',
    },
    at,
  );
}

/** The number of bytes that are allocated, or the size of the type that the count is multiplied by. */
function sizeArgument(e: CExpression): number | null {
  if (e.kind === 'number' && !e.isFloat) return e.value;
  if (e.kind === 'sizeof' && e.type !== null && e.type.dimensions.length === 0) {
    const width = e.type.pointers > 0 ? 8 : e.type.width;
    return width === 0 ? null : width;
  }
  if (e.kind !== 'binary' || e.op !== '*') return null;
  const [a, b] = [sizeArgument(e.left), sizeArgument(e.right)];
  if (a !== null && b !== null) return a * b;
  // A multiple of the size of a type.
  return e.left.kind === 'sizeof' ? a : e.right.kind === 'sizeof' ? b : null;
}

/** `(wchar_t *)text` */
function checkWide(reading: Reading, { type, of, at }: Extract<CExpression, { kind: 'cast' }>): void {
  const isWide =
    (/^(?:wchar_t|WCHAR)$/.test(type.name) && type.pointers === 1) ||
    (/^(?:LPC?WSTR|PC?WSTR)$/.test(type.name) && type.pointers === 0);
  const from = isWide ? valueType(reading, of) : undefined;
  if (from === undefined) return;
  const depth = from.pointers + from.dimensions.length;
  const isNarrow = /^LPC?STR$/.test(from.name)
    ? depth === 0
    : /^(?:char|CHAR)$/.test(from.name) && depth === 1;
  if (!isNarrow) return;
  reading.tell(
    {
      ruleId: 'memory/wide-cast',
      impact: 'weakening',
      confidence: 0.6,
      cwe: ['CWE-704', 'CWE-125'],
      description: 'Each character of a wide text has several bytes: its end is searched for past the text.',
      recommendation: 'Convert it, with mbstowcs or MultiByteToWideChar.',
    },
    at,
  );
}
