import type { FaultDraft } from '../../../../rules/body-text.ts';
import type { CExpression } from '../../frontend/c-tree.ts';
import { calleeOf, mentions, pathOf, rootOf, withoutCasts } from '../../frontend/paths.ts';
import { type Call, isLengthOf, isMeasured, isSame, type Reading, typeOf } from './check.ts';

const overwritten: FaultDraft = {
  impact: 'weakening',
  confidence: 0.6,
  cwe: ['CWE-120', 'CWE-787'],
  ruleId: 'access/memory-unsafe-call',
  description: 'A text longer than the target overwrites the memory after it.',
  recommendation: 'Use the variant with a size (snprintf, strlcpy, fgets) and check the result.',
};

/** Copies whose length depends on the source, or is not limited at all. */
export function checkCopies(reading: Reading): void {
  for (const e of reading.calls) {
    const name = calleeOf(e);
    if (e.callee.kind !== 'name') continue;
    if (name === 'gets') {
      const told = { cwe: ['CWE-242', 'CWE-120'], confidence: 0.9 };
      reading.tell({ ...overwritten, ...told, impact: 'disclosure' }, e.at);
    } else if (/^(?:strcpy|strcat|stpcpy)$/.test(name)) checkText(reading, e);
    else if (/^v?sprintf$/.test(name)) checkPrinted(reading, e);
    else if (/^[fs]?scanf$/.test(name)) checkScanned(reading, e, name === 'scanf' ? 0 : 1);
    else if (/^(?:memcpy|memmove|bcopy)$/.test(name)) checkSizeOfSource(reading, e);
    else if (/^(?:strn|wcsn|stpn)cpy$/.test(name)) checkBoundOfSource(reading, e, e.args[1], e.args[2]);
    else if (/^(?:str|wcs)cpy_s$/.test(name)) checkBoundOfSource(reading, e, e.args[2], e.args[1]);
    if (name === 'strncpy') checkTerminator(reading, e);
    checkSizeOfPointer(reading, e);
  }
}

function checkText(reading: Reading, e: Call): void {
  const source = e.args[1];
  const [target] = e.args;
  if (source === undefined || target === undefined || isWritten(source) || isBounded(reading, source, e.at))
    return;
  if (isHeldByArray(reading, source, target)) return;
  reading.tell({ ...overwritten, ...weightOf(reading, e) }, e.at);
}

function checkPrinted(reading: Reading, e: Call): void {
  const format = e.args[1];
  if (format?.kind !== 'text' || !/%s/.test(format.written) || e.args.slice(2).every(isWritten)) return;
  reading.tell({ ...overwritten, ...weightOf(reading, e) }, e.at);
}

function checkScanned(reading: Reading, e: Call, at: number): void {
  const format = e.args[at];
  if (format?.kind === 'text' && /%(?:l?s|\[)/.test(format.written)) reading.tell(overwritten, e.at);
}

/** A literal, whose length the author could see. */
function isWritten(e: CExpression): boolean {
  if (e.kind === 'choice') return isWritten(e.yes) && isWritten(e.no);
  return e.kind === 'text' || e.kind === 'number';
}

/**
 * The source is a local array, so its string is no longer than the array. If the size of the target is unknown, the
 * analysis of values checks it more precisely.
 */
function isHeldByArray({ facts }: Reading, source: CExpression, target: CExpression): boolean {
  const [held] = facts.locals.get(pathOf(source))?.type.dimensions ?? [];
  const [room] = facts.locals.get(pathOf(target))?.type.dimensions ?? [];
  if (held === undefined) return false;
  return !(held?.kind === 'number' && room?.kind === 'number' && held.value > room.value);
}

/** Whether the length of the source was compared before. */
function isBounded(reading: Reading, source: CExpression, at: number): boolean {
  const path = pathOf(source);
  return path !== '' && isMeasured(reading, path, at);
}

/** If the length was read before, or the target was sized by it, the copy is probably intended and weighs little. */
function weightOf(
  { calls, facts }: Reading,
  e: Call,
): { impact: 'weakening' | 'hygiene'; confidence: number } {
  const target = e.args[0] === undefined ? '' : pathOf(e.args[0]);
  const isTold = calls.some(
    (one) =>
      one.at < e.at && e.args.slice(1).some((arg) => pathOf(arg) !== '' && isLengthOf(one, pathOf(arg))),
  );
  const isThought = isTold || facts.sized.has(rootOf(target));
  return isThought ? { impact: 'hygiene', confidence: 0.4 } : { impact: 'weakening', confidence: 0.6 };
}

/** Only an array of a fixed size can be too small: an allocated block was given a size by the author. */
function checkSizeOfSource(reading: Reading, e: Call): void {
  const [to, from, size] = e.args;
  if (to === undefined || from === undefined || size === undefined) return;
  const [target, source] = [pathOf(to), pathOf(from)];
  const type = reading.facts.locals.get(target)?.type;
  if (type === undefined || type.dimensions.length === 0 || source === '' || source === target) return;
  const asked = size.kind === 'binary' && size.op === '+' ? size.left : size;
  const isSizeOf = asked.kind === 'sizeof' && asked.of !== null && pathOf(asked.of) === source;
  if (!isLengthOf(asked, source) && !(isSizeOf && type.width === 1)) return;
  if (isMeasured(reading, source, e.at)) return;
  reading.tell(sizeOfSource, e.at);
}

const sizeOfSource: FaultDraft = {
  ruleId: 'memory/size-of-source',
  impact: 'weakening',
  confidence: 0.6,
  cwe: ['CWE-120', 'CWE-805', 'CWE-787', 'CWE-121'],
  description: 'The length is that of the source, so a longer source overwrites the memory after the target.',
  recommendation: 'Limit the length to the size of the target.',
};

/** A bound taken from the source protects nothing. */
function checkBoundOfSource(
  reading: Reading,
  e: Call,
  from: CExpression | undefined,
  size: CExpression | undefined,
): void {
  const [to] = e.args;
  if (to === undefined || from === undefined || size === undefined || isSame(to, from)) return;
  const asked = size.kind === 'binary' && /^[-+/]$/.test(size.op) ? size.left : size;
  const source = pathOf(from);
  const isLength = source !== '' && isLengthOf(asked, source);
  const isWhole = asked.kind === 'sizeof' && asked.of !== null && isSame(asked.of, from);
  if (!isLength && !(isWhole && !isAsLarge(reading, to, from))) return;
  // The target was allocated with this length, or the length was checked before.
  if (reading.facts.sized.has(rootOf(pathOf(to))) || isMeasured(reading, source, e.at)) return;
  const isFixed = (typeOf(reading, to)?.dimensions.length ?? 0) > 0;
  reading.tell(isFixed ? sizeOfSource : { ...sizeOfSource, impact: 'hygiene', confidence: 0.5 }, e.at);
}

/**
 * Whether the target array is at least as large as the source array. A target of unknown size counts as large enough.
 */
function isAsLarge(reading: Reading, to: CExpression, from: CExpression): boolean {
  const [room, held] = [to, from].map((one) => typeOf(reading, one)?.dimensions[0]);
  if (room == null || held == null) return room === undefined;
  return isSame(room, held) || (room.kind === 'number' && held.kind === 'number' && room.value >= held.value);
}

/** `strncpy(to, from, sizeof(to))` without a terminator written afterwards. */
function checkTerminator(reading: Reading, e: Call): void {
  const [to, from, size] = e.args;
  if (
    to === undefined ||
    from?.kind === 'text' ||
    size?.kind !== 'sizeof' ||
    size.of === null ||
    !isSame(size.of, to)
  )
    return;
  const path = pathOf(to);
  const { calls, facts } = reading;
  if (facts.locals.get(path)?.value != null || facts.indexed.has(path)) return;
  const isCleared = calls.some(
    (one) => /^(?:memset|bzero)$/.test(calleeOf(one)) && one.at < e.at && isPlace(one.args[0], path),
  );
  if (isCleared) return;
  reading.tell(
    {
      ruleId: 'memory/missing-terminator',
      impact: 'hygiene',
      confidence: 0.6,
      cwe: ['CWE-170', 'CWE-125'],
      description:
        'A source that fills the array leaves no room for the terminating zero, so readers run past its end.',
      recommendation: 'Copy one character less and set the last one to zero.',
    },
    e.at,
  );
}

function isPlace(e: CExpression | undefined, path: string): boolean {
  if (e === undefined) return false;
  const place = withoutCasts(e);
  return pathOf(place.kind === 'unary' && place.op === '&' ? place.of : place) === path;
}

/** `cin >> text` into an array. */
export function checkStreams(reading: Reading): void {
  const { streams, calls, facts } = reading;
  const isWidthSet = calls.some((one) => /^(?:setw|width)$/.test(calleeOf(one)));
  for (const { left, right, at } of isWidthSet ? [] : streams) {
    if (left.kind !== 'name' || left.name !== 'cin' || right.kind !== 'name') continue;
    const type = facts.types.get(right.name);
    if (type?.name === 'char' && type.dimensions.length > 0)
      reading.tell(
        {
          ...overwritten,
          confidence: 0.7,
          description: 'A word longer than the array overwrites the memory after it.',
          recommendation: 'Read into a std::string, or set the width first.',
        },
        at,
      );
  }
}

/** `n = read(file, text, sizeof(text)); text[n] = 0;` */
export function checkEnds({ assignments, stores, comparisons, tell }: Reading): void {
  for (const { of, index, at } of stores) {
    if (index.kind !== 'name') continue;
    const from = assignments.findLast((one) => one.path === index.name && one.at < at);
    const call = from === undefined ? undefined : withoutCasts(from.value);
    if (call?.kind !== 'call' || !/^(?:read|recv|fread|recvfrom)$/.test(calleeOf(call))) continue;
    const isWhole =
      call.args.some((arg) => isSame(arg, of)) &&
      call.args.some((arg) => arg.kind === 'sizeof' && arg.of !== null && isSame(arg.of, of));
    const isBounded = comparisons.some(
      (one) => one.at > call.at && one.at < at && isUpper(one.left, one.right, index.name),
    );
    if (isWhole && !isBounded)
      tell(
        {
          ruleId: 'memory/terminator',
          subject: index.name,
          impact: 'weakening',
          confidence: 0.75,
          cwe: ['CWE-193', 'CWE-787', 'CWE-170'],
          description: 'If the buffer is filled completely, the index equals its size; on an error it is -1.',
          recommendation: 'Read one byte less than the size, and check the result.',
        },
        at,
      );
  }
}

/** A comparison of the name with anything but zero and negative numbers. */
function isUpper(left: CExpression, right: CExpression, name: string): boolean {
  const isLow = (e: CExpression) =>
    (e.kind === 'number' && e.value === 0) || (e.kind === 'unary' && e.op === '-' && e.of.kind === 'number');
  return (mentions(left, name) && !isLow(right)) || (mentions(right, name) && !isLow(left));
}

const sized =
  /^(?:mem(?:set|cpy|move|cmp)|strn(?:cpy|cat|cmp|casecmp)|fgets|snprintf|read|recv|fread|bzero|getcwd)$/;

/** The size of a pointer instead of the size of what it points to. */
function checkSizeOfPointer(reading: Reading, e: Call): void {
  if (!sized.test(calleeOf(e))) return;
  for (const size of e.args.slice(1)) {
    if (size.kind !== 'sizeof' || size.of === null || size.of.kind !== 'name') continue;
    const { name } = size.of;
    const type = reading.facts.types.get(size.of.name);
    if (type === undefined || type.pointers === 0 || type.dimensions.length > 0) continue;
    if (e.args.some((arg) => pathOf(arg) === name)) reportSizeOfPointer(reading, e.at);
  }
}

export function reportSizeOfPointer({ tell }: Reading, at: number): void {
  tell(
    {
      ruleId: 'memory/size-of-pointer',
      impact: 'weakening',
      confidence: 0.7,
      cwe: ['CWE-467', 'CWE-131'],
      description: 'It is 4 or 8, whatever the size of the block that the pointer points to.',
      recommendation: 'Use the size of what it points to, times the count.',
    },
    at,
  );
}
