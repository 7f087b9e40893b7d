import type { CExpression, CType } from '../../frontend/c-tree.ts';
import { calleeOf, mentions, pathOf, withoutCasts } from '../../frontend/paths.ts';
import type { Call, Reading } from './check.ts';
import { isPointer, valueType } from './expression-types.ts';

const formatAt: Readonly<Record<string, number>> = {
  printf: 0,
  fprintf: 1,
  sprintf: 1,
  dprintf: 1,
  syslog: 1,
  snprintf: 2,
  scanf: 0,
  fscanf: 1,
  sscanf: 1,
};

/** Format strings: their conversions, the arguments, and variables in place of the format. */
export function checkFormats(reading: Reading): void {
  for (const e of reading.calls) {
    const name = calleeOf(e);
    const at = e.callee.kind === 'name' && Object.hasOwn(formatAt, name) ? formatAt[name] : undefined;
    if (at === undefined) continue;
    const format = e.args[at];
    if (format === undefined) continue;
    if (format.kind !== 'text') checkVariable(reading, e, format, at);
    else if (!Number.isNaN(format.length)) checkArguments(reading, e, format.written, at);
  }
}

interface Conversion {
  /** The letter with its length modifier: `lu`. */
  kind: string;
  /** A width or a precision given by an argument. */
  isStar: boolean;
}

function checkArguments(reading: Reading, e: Call, format: string, at: number): void {
  const isScan = calleeOf(e).includes('scanf');
  const asked = conversionsOf(format, isScan);
  if (asked === null) return;
  const given = e.args.slice(at + 1);
  if (asked.length > given.length) {
    reading.tell(
      {
        ruleId: 'memory/format-arguments',
        subject: `${asked.length} asked for, ${given.length} given`,
        impact: 'weakening',
        confidence: 0.75,
        cwe: ['CWE-685', 'CWE-134'],
        description:
          'The missing arguments are read from whatever is in memory: the text reveals it, or the process crashes.',
        recommendation: 'Pass an argument for each conversion in the format.',
      },
      e.at,
    );
    return;
  }
  if (isScan) return;
  const wrong = asked.find((one, index) => !fits(reading, one, given[index]));
  if (wrong === undefined) return;
  const { kind } = wrong;
  const isFollowed = kind === 's' || kind === 'n';
  reading.tell(
    {
      ruleId: 'memory/format-type',
      subject: `%${kind}`,
      impact: isFollowed ? 'weakening' : 'hygiene',
      confidence: isFollowed ? 0.7 : 0.5,
      cwe: ['CWE-686', 'CWE-843'],
      description: isFollowed
        ? 'A number is used as an address.'
        : 'The argument is read as another type: the output is wrong, and so may be everything after it.',
      recommendation: 'Use the conversion of the type, such as %zu for size_t, or cast the argument.',
    },
    e.at,
  );
}

const conversion =
  /%(?:(\d+\$)|([-+ #0']*)(\*|\d+)?(?:\.(\*|\d+)?)?)(hh|h|ll|l|j|z|t|L|q|I64|I32|w)?(\[\^?\]?[^\]]*\]|[A-Za-z%])/g;

/** The conversions of a format in order; null if they are numbered. */
function conversionsOf(format: string, isScan: boolean): Conversion[] | null {
  const all: Conversion[] = [];
  for (const [, numbered, , width, precision, size = '', kind] of format.matchAll(conversion)) {
    if (numbered !== undefined) return null;
    if (kind === '%' || kind === 'm') continue;
    if (isScan && width === '*') continue;
    if (!isScan)
      for (const part of [width, precision]) if (part === '*') all.push({ kind: 'd', isStar: true });
    all.push({ kind: `${size}${kind}`, isStar: false });
  }
  return all;
}

function fits(reading: Reading, { kind, isStar }: Conversion, given: CExpression | undefined): boolean {
  if (given === undefined) return true;
  const type = valueType(reading, given);
  // NULL and 0 are pointers too. A type of unknown size may be anything.
  if (isStar || type === undefined || type.width === 0 || type.isReference) return true;
  const letter = kind.slice(-1);
  if (letter === 's' && kind.length === 1) return isPointer(type) ? isTextPointer(type) : isZero(given);
  if (letter === 'p') return isPointer(type) || type.width === 8 || isZero(given);
  if (/[fFeEgGaA]/.test(letter)) return !isPointer(type) && type.isFloat;
  if (!/[diuxXoc]/.test(letter)) return true;
  if (isPointer(type) || type.isFloat) return false;
  return letter === 'c' || Math.max(4, type.width) === widthOf(kind.slice(0, -1));
}

function isTextPointer(type: CType): boolean {
  const depth = type.pointers + type.dimensions.length;
  return depth === 1 && type.width === 1;
}

const isZero = (e: CExpression): boolean => {
  const plain = withoutCasts(e);
  return plain.kind === 'number' && plain.value === 0;
};

function widthOf(size: string): number {
  return /^(?:ll?|j|z|t|q|I64|L)$/.test(size) ? 8 : 4;
}

/** `printf(text)`: percent signs in the text are read as conversions. */
function checkVariable(reading: Reading, e: Call, format: CExpression, at: number): void {
  const plain = withoutCasts(format);
  const path = pathOf(plain);
  if (path === '' || e.args.length > at + 1 || calleeOf(e).includes('scanf') || /fmt|form/i.test(path))
    return;
  const type = valueType(reading, plain);
  if (type === undefined || !isTextPointer(type)) return;
  const given = reading.assignments.filter((one) => one.path === path);
  // The program's own string, or a choice among several of its own.
  if (given.length > 0 && given.every(({ value }) => isOwnText(value))) return;
  if (given.length === 0 && !isFilled(reading, path)) return;
  reading.tell(
    {
      ruleId: 'memory/variable-format',
      subject: path,
      impact: 'hygiene',
      confidence: 0.55,
      cwe: ['CWE-134'],
      description: 'Percent signs in the text are interpreted: they read memory, and %n writes to it.',
      recommendation: 'Write printf("%s", text).',
    },
    e.at,
  );
}

function isOwnText(e: CExpression): boolean {
  const plain = withoutCasts(e);
  if (plain.kind === 'choice') return isOwnText(plain.yes) && isOwnText(plain.no);
  return plain.kind === 'text' || /^(?:_|gettext|dgettext|tr|N_)$/.test(calleeOf(plain));
}

/** A parameter, or a local array that a call fills. */
function isFilled({ fn, facts, calls }: Reading, path: string): boolean {
  if (fn.params.some(({ name }) => name === path)) return true;
  const dimensions = facts.locals.get(path)?.type.dimensions ?? [];
  return dimensions.length > 0 && calls.some(({ args }) => args[0] !== undefined && pathOf(args[0]) === path);
}

/** `at += snprintf(text + at, size - at, …)`: the result is the length that would have been written. */
export function checkPrintedLength({ body, comparisons, calls, tell, added }: Reading): void {
  if (body.length === 0 || !calls.some((one) => calleeOf(one) === 'snprintf')) return;
  for (const { path, value, at } of added) {
    const call = withoutCasts(value);
    if (call.kind !== 'call' || calleeOf(call) !== 'snprintf' || path === '') continue;
    const [target, size] = call.args;
    if (target === undefined || size === undefined) continue;
    const isMoved = pathOf(target) === path || mentions(target, path);
    if (!isMoved || comparisons.some((one) => mentions(one, path))) continue;
    tell(
      {
        ruleId: 'memory/printed-length',
        subject: path,
        impact: 'weakening',
        confidence: 0.6,
        cwe: ['CWE-253', 'CWE-787', 'CWE-190'],
        description:
          'If the text did not fit, snprintf returns the length that it would have had: the next call writes past the end.',
        recommendation: 'Stop if the result is not smaller than the space that was left.',
      },
      at,
    );
  }
}
