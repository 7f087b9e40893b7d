import type { CExpression } from '../../frontend/c-tree.ts';
import { calleeOf, pathOf, some, withoutCasts } from '../../frontend/paths.ts';
import { type Call, isCompared, type Reading } from './check.ts';
import { reportSizeOfPointer } from './copies.ts';

const allocates = /^(?:malloc|calloc|realloc|alloca)$/;

/** Checks the sizes of allocations. */
export function checkAllocations(reading: Reading): void {
  for (const { path, value, at } of reading.assignments) checkAllocated(reading, path, value, at);
  for (const call of reading.calls) {
    if (!allocates.test(calleeOf(call))) continue;
    checkShort(reading, call);
    checkCount(reading, call);
  }
}

function checkAllocated(reading: Reading, path: string, value: CExpression, at: number): void {
  const call = withoutCasts(value);
  if (call.kind !== 'call' || !allocates.test(calleeOf(call))) return;
  const type = reading.facts.types.get(path);
  for (const size of call.args)
    if (size.kind === 'sizeof' && size.of !== null && pathOf(size.of) === path && path !== '')
      if (type !== undefined && type.pointers > 0) reportSizeOfPointer(reading, at);
}

/** A string needs one byte more than its length. */
function checkShort(reading: Reading, call: Call): void {
  const size = call.args.at(-1);
  if (size === undefined || !/^(?:malloc|realloc)$/.test(calleeOf(call))) return;
  const isLength = /^(?:str|wcs)len$/.test(calleeOf(size));
  const held = size.kind === 'name' ? reading.facts.lengths.get(size.name) : undefined;
  const isCopied =
    held !== undefined &&
    reading.calls.some(
      (one) =>
        /^(?:strcpy|stpcpy)$/.test(calleeOf(one)) && one.at > call.at && pathOf(one.args[1] ?? one) === held,
    );
  if (!isLength && !isCopied) return;
  reading.tell(
    {
      ruleId: 'memory/short-allocation',
      impact: 'weakening',
      confidence: 0.8,
      cwe: ['CWE-131', 'CWE-122', 'CWE-787'],
      description: 'A text takes one byte more than its length, for the terminating zero.',
      recommendation: 'Allocate strlen(text) + 1 bytes.',
    },
    call.at,
  );
}

/** A count from a caller, multiplied by a size or another count: a large one makes the result wrap around. */
function checkCount(reading: Reading, call: Call): void {
  if (calleeOf(call) === 'calloc') return;
  const asked = call.args.at(-1);
  const held = asked?.kind === 'name' ? sumIn(reading, asked.name, call.at) : undefined;
  const size = held ?? asked;
  if (size?.kind !== 'binary' || (held === undefined && size.op !== '*')) return;
  const given = reading.fn.params.filter(
    ({ name, type }) =>
      name !== '' &&
      type.pointers === 0 &&
      !type.isFloat &&
      some(size, (part) => part.kind === 'name' && part.name === name),
  );
  const least = held === undefined ? 1 : 2;
  const [first] = given;
  if (
    first === undefined ||
    given.length < least ||
    given.some(({ name }) => isCompared(reading, name, call.at))
  )
    return;
  if (some(size, (part) => part.kind === 'cast' && part.type.width === 8)) return;
  reading.tell(
    {
      ruleId: 'memory/allocation-overflow',
      subject: first.name,
      impact: 'hygiene',
      confidence: 0.5,
      cwe: ['CWE-190', 'CWE-680', 'CWE-131'],
      description: 'A large count wraps around; the block is then smaller than what is written into it.',
      recommendation: 'Use calloc, or check the count against the maximum first.',
    },
    call.at,
  );
}

/** The sum or product in a variable of at most 32 bits. */
function sumIn({ assignments, facts }: Reading, name: string, before: number): CExpression | undefined {
  const { width, isFloat } = facts.types.get(name) ?? {};
  if (width === undefined || width === 0 || width > 4 || isFloat) return undefined;
  const value = assignments.findLast((one) => one.path === name && one.at < before)?.value;
  return value?.kind === 'binary' && /^[+*]$/.test(value.op) ? value : undefined;
}

/** `getenv` returns NULL for a variable that is not set. */
export function checkEnvironment({ calls, tell }: Reading): void {
  for (const e of calls)
    if (
      /^(?:ato[ilf]|strtol|strlen|strcpy|strcat|strcmp|strdup|string|stoi)$/.test(calleeOf(e)) &&
      e.args.some((arg) => calleeOf(withoutCasts(arg)) === 'getenv')
    )
      tell(
        {
          ruleId: 'memory/unchecked-environment',
          impact: 'hygiene',
          confidence: 0.7,
          cwe: ['CWE-476', 'CWE-690'],
          description: 'If it is not set, the call returns NULL, and reading through it crashes the process.',
          recommendation: 'Check for NULL first.',
        },
        e.at,
      );
}
