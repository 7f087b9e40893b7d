import type { ToldFault } from '../../../../rules/body-text.ts';
import type { CExpression } from '../../frontend/c-tree.ts';
import { calleeOf, mentions, pathOf, some, withoutCasts } from '../../frontend/paths.ts';
import { type Call, isLengthOf, isSame, type Reading, typeOf } from './check.ts';

/** Arguments that stand in each other's place, or say another length than the call asks for. */
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

const fill: ToldFault = {
  ruleId: 'memory/suspicious-fill',
  impact: 'hygiene',
  confidence: 0.75,
  cwe: ['CWE-628', 'CWE-665', 'CWE-787'],
  description: 'memset takes the value second and the length last: nothing is filled.',
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
  else if (isPointerItself(reading, place, size))
    reading.tell(
      {
        ...fill,
        impact: 'weakening',
        cwe: ['CWE-628', 'CWE-787'],
        description: 'The pointer itself is filled, and what stands behind it, not what it points to.',
        recommendation: 'Give the pointer, not its address.',
      },
      e.at,
    );
}

/** `memset(&pointer, 0, sizeof(*pointer))` */
function isPointerItself(reading: Reading, place: CExpression, size: CExpression): boolean {
  const plain = withoutCasts(place);
  if (plain.kind !== 'unary' || plain.op !== '&' || plain.of.kind !== 'name' || size.kind !== 'sizeof')
    return false;
  const type = typeOf(reading, plain.of);
  if (type === undefined || type.pointers === 0 || type.dimensions.length > 0) return false;
  const { of } = size;
  if (of !== null) return of.kind === 'unary' && of.op === '*' && pathOf(of.of) === plain.of.name;
  return (
    size.type !== null && size.type.pointers === 0 && size.type.name === type.name && size.type.width !== 8
  );
}

/** The bound of strncat is what may be added, without the end. */
function checkAppend(reading: Reading, e: Call): void {
  const [to, from, size] = e.args;
  if (to === undefined || from === undefined || size === undefined) return;
  const [target, source] = [pathOf(to), pathOf(from)];
  const isWhole = isSizeOf(size, to);
  const isRest =
    size.kind === 'binary' && size.op === '-' && isSizeOf(size.left, to) && isLengthOf(size.right, target);
  const isOfSource = source !== '' && isLengthOf(size, source) && !reading.facts.sized.has(target);
  const [room] = typeOf(reading, to)?.dimensions ?? [];
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
        'The bound of strncat counts what is added, without the end: this one lets more in than fits.',
      recommendation: 'Write sizeof(target) - strlen(target) - 1.',
    },
    e.at,
  );
}

function isSizeOf(e: CExpression, what: CExpression): boolean {
  return e.kind === 'sizeof' && e.of !== null && isSame(e.of, what);
}

/** readlink puts no end behind what it read. */
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
      description: 'readlink puts no end behind the text, and readers run on behind it.',
      recommendation: 'Read one byte less than the size, and set the byte behind what was read to zero.',
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
      description: 'The comparison stands within the brackets of the call: the length is zero or one.',
      recommendation: 'Close the brackets before the comparison.',
    },
    e.at,
  );
}
