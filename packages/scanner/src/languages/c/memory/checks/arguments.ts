import type { FaultDraft } from '../../../../rules/body-text.ts';
import type { CExpression } from '../../frontend/c-tree.ts';
import { calleeOf, mentions, pathOf, some, withoutCasts } from '../../frontend/paths.ts';
import { type Call, isLengthOf, isSame, type Reading, typeOf } from './check.ts';
import { valueType } from './expression-types.ts';

/** Arguments in the wrong order, or with another length than the call needs. */
export function checkCallArguments(reading: Reading): void {
  for (const e of reading.calls) {
    if (e.callee.kind !== 'name') continue;
    const { name } = e.callee;
    if (name === 'memset' || name === 'wmemset') checkFill(reading, e);
    else if (name === 'strncat' || name === 'wcsncat') checkAppend(reading, e);
    else if (name === 'readlink' || name === 'readlinkat') checkLink(reading, e, name === 'readlink' ? 1 : 2);
    checkComparedArgument(reading, e, name);
  }
}

const fill: FaultDraft = {
  ruleId: 'memory/suspicious-fill',
  impact: 'hygiene',
  confidence: 0.75,
  cwe: ['CWE-628', 'CWE-665', 'CWE-787'],
  description: 'memset takes the value second and the length last: here nothing is filled.',
  recommendation: 'Write memset(place, value, length).',
};

function checkFill(reading: Reading, e: Call): void {
  const [place, value, size] = e.args;
  if (place === undefined || value === undefined || size === undefined) return;
  const isNothing =
    size.kind === 'number' && size.value === 0 && !(value.kind === 'number' && value.value === 0);
  const isSwapped =
    some(value, (one) => one.kind === 'sizeof') && !some(size, (one) => one.kind === 'sizeof');
  if (isNothing || isSwapped) reading.tell(fill, e.at);
  else if (isOfOtherDepth(reading, place, size))
    reading.tell(
      {
        ...fill,
        impact: 'weakening',
        cwe: ['CWE-628', 'CWE-787', 'CWE-131'],
        description:
          'The memory that is filled is not the object whose size is taken: one of them is a pointer to the other.',
        recommendation: 'Pass the address of the object, and the size of that object.',
      },
      e.at,
    );
}

/** `memset(&pointer, 0, sizeof(*pointer))`, `memset(pointer, 0, sizeof(struct of *))` */
function isOfOtherDepth(reading: Reading, place: CExpression, size: CExpression): boolean {
  const plain = withoutCasts(place);
  const isAddress = plain.kind === 'unary' && plain.op === '&';
  const given = valueType(reading, isAddress ? plain.of : plain);
  const counted = size.kind === 'binary' && size.op === '*' ? size.left : size;
  if (given === undefined || counted.kind !== 'sizeof') return false;
  // Reported as the size of a pointer instead.
  if (!isAddress && counted.of !== null && isSame(counted.of, plain)) return false;
  const measured = counted.of === null ? counted.type : valueType(reading, counted.of);
  if (measured == null || measured.name !== given.name || measured.name === 'void') return false;
  const isArray = given.dimensions.length > 0;
  const depth = isArray || isAddress ? given.pointers : given.pointers - 1;
  // The size of a whole array, or of one of its elements.
  return depth >= 0 && measured.pointers !== depth;
}

/** The bound of strncat is the number of characters that may be added, without the terminator. */
function checkAppend(reading: Reading, e: Call): void {
  const [to, from, size] = e.args;
  if (to === undefined || from === undefined || size === undefined) return;
  const [target, source] = [pathOf(to), pathOf(from)];
  const [room] = typeOf(reading, to)?.dimensions ?? [];
  const isRoom = (e: CExpression) => isSizeOf(e, to) || (room != null && isSame(e, room));
  const isWhole = isSizeOf(size, to);
  const isRest =
    size.kind === 'binary' && size.op === '-' && isRoom(size.left) && isLengthOf(size.right, target);
  const isOfSource = source !== '' && isLengthOf(size, source) && !reading.facts.sized.has(target);
  const isAll = room?.kind === 'number' && size.kind === 'number' && size.value >= room.value;
  if (!isWhole && !isRest && !isOfSource && !isAll) return;
  reading.tell(
    {
      ruleId: 'memory/append-bound',
      subject: target === '' ? undefined : target,
      impact: 'weakening',
      confidence: isRest || isOfSource ? 0.55 : 0.7,
      cwe: ['CWE-805', 'CWE-193', 'CWE-787'],
      description:
        'The bound of strncat limits what is appended, without the terminating zero: this one allows more than fits.',
      recommendation: 'Write sizeof(target) - strlen(target) - 1.',
    },
    e.at,
  );
}

function isSizeOf(e: CExpression, what: CExpression): boolean {
  return e.kind === 'sizeof' && e.of !== null && isSame(e.of, what);
}

/** readlink does not terminate the text that it reads. */
function checkLink(reading: Reading, e: Call, at: number): void {
  const [to, size] = [e.args[at], e.args[at + 1]];
  const path = to === undefined ? '' : pathOf(to);
  const { facts, calls } = reading;
  if (path === '' || size === undefined || facts.indexed.has(path)) return;
  const local = facts.locals.get(path);
  if (local === undefined || local.value !== null || local.type.dimensions.length === 0) return;
  const isCleared = calls.some(
    (one) =>
      /^(?:memset|bzero)$/.test(calleeOf(one)) && one.args[0] !== undefined && mentions(one.args[0], path),
  );
  const isRead = calls.some(
    (one) =>
      one.at > e.at &&
      /^(?:str\w+|f?printf|puts|open|fopen)$/.test(calleeOf(one)) &&
      one.args.some((arg) => pathOf(arg) === path),
  );
  if (isCleared || !isRead) return;
  reading.tell(
    {
      ruleId: 'memory/missing-terminator',
      impact: 'weakening',
      confidence: 0.65,
      cwe: ['CWE-170', 'CWE-125'],
      description: 'readlink does not terminate the text, so readers run past its end.',
      recommendation: 'Read one byte less than the size, and set the byte after the text to zero.',
    },
    e.at,
  );
}

const lengthLast = /^(?:mem(?:cmp|cpy|move|set)|strn(?:case)?cmp|strn(?:cpy|cat)|malloc)$/;

/** `if (memcmp(a, b, n == 0))` */
function checkComparedArgument(reading: Reading, e: Call, name: string): void {
  const last = e.args.at(-1);
  if (!lengthLast.test(name) || last?.kind !== 'binary' || !/^(?:[=!]=|[<>]=?)$/.test(last.op)) return;
  reading.tell(
    {
      ruleId: 'reliability/wrong-operator',
      subject: last.op,
      impact: 'weakening',
      confidence: 0.75,
      cwe: ['CWE-480', 'CWE-628'],
      description: 'The comparison is inside the parentheses of the call: the length is zero or one.',
      recommendation: 'Close the parentheses before the comparison.',
    },
    e.at,
  );
}
