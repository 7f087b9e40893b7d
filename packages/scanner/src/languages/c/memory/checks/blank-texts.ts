import type { CExpression, CStatement } from '../../frontend/c-tree.ts';
import { calleeOf, pathOf, withoutCasts } from '../../frontend/paths.ts';
import { partsOf, visitStatements } from '../../frontend/visit.ts';
import type { Reading } from './check.ts';

/** Calls that read the string in their first argument, in the second, and in any. */
const readsFirst =
  /^(?:str(?:len|nlen|dup|ndup|cat|ncat|cmp|ncmp|chr|rchr|str|tok|pbrk|spn|cspn)|wcs(?:len|dup|cat)|ato[ilf]|strto\w+|puts|fputs|printf)$/;
const readsSecond = /^(?:strcpy|stpcpy|strcat|strcmp|strstr|wcscpy|wcscat)$/;
const readsAny = /^(?:f?printf|dprintf|syslog)$/;

/**
 * A char array that is read as a string before anything is written to it: the call looks for a terminator that is not
 * there.
 */
export function checkBlankTexts(reading: Reading, statements: readonly CStatement[]): void {
  statements.forEach((one, at) => {
    if (one.kind !== 'declaration') return;
    for (const { name, type, value, isStatic } of one.declarators) {
      const isText = type.dimensions.length === 1 && type.width === 1 && type.pointers === 0;
      if (!isText || value !== null || isStatic || type.isReference) continue;
      const found = firstUse(statements.slice(at + 1), name);
      if (found !== null) reportBlank(reading, found, name);
    }
  });
}

function reportBlank(reading: Reading, at: number, name: string): void {
  reading.tell(
    {
      ruleId: 'memory/uninitialized',
      subject: name,
      impact: 'weakening',
      confidence: 0.75,
      cwe: ['CWE-457', 'CWE-170', 'CWE-665'],
      description:
        'Nothing was written into the array, so the end of its text is searched for in whatever was there before.',
      recommendation: 'Initialize it with an empty text: `char text[80] = "";`.',
    },
    at,
  );
}

/** Where the first use of a name reads it as a string; null if the first use is something else. */
function firstUse(statements: readonly CStatement[], name: string): number | null {
  let first: number | null | undefined;
  visitStatements(
    statements,
    (one) => {
      // The block of a macro is not analysed.
      if (one.kind === 'opaque' && one.names.has(name)) first ??= null;
    },
    () => undefined,
  );
  if (first === null) return null;
  let isDone = false;
  const seen = new Set<CExpression>();
  visitStatements(
    statements,
    () => undefined,
    (e) => {
      if (isDone || seen.has(e)) return;
      const use = useIn(e, name, seen);
      if (use === undefined) return;
      isDone = true;
      first = use;
    },
  );
  return first ?? null;
}

/** Undefined if the expression does not use the name. All its parts are marked as seen. */
function useIn(e: CExpression, name: string, seen: Set<CExpression>): number | null | undefined {
  seen.add(e);
  if (e.kind === 'name') return e.name === name ? null : undefined;
  // Neither its size nor its address reads the content.
  if (e.kind === 'sizeof') return mark(e, seen);
  if (e.kind === 'call') {
    const at = e.args.findIndex((arg) => pathOf(withoutCasts(arg)) === name);
    if (at >= 0) {
      const callee = e.callee.kind === 'name' ? calleeOf(e) : '';
      const reads =
        (at === 0 && readsFirst.test(callee)) ||
        (at === 1 && readsSecond.test(callee)) ||
        (at > 0 && readsAny.test(callee));
      return reads && !isGiven(e, name) ? e.at : null;
    }
  }
  for (const part of partsOf(e)) {
    const use = useIn(part, name, seen);
    if (use !== undefined) return use;
  }
  return undefined;
}

/** Another argument of the same call may fill it. */
function isGiven(e: Extract<CExpression, { kind: 'call' }>, name: string): boolean {
  return e.args
    .filter((arg) => pathOf(withoutCasts(arg)) !== name)
    .some((arg) => useIn(arg, name, new Set()) !== undefined);
}

function mark(e: CExpression, seen: Set<CExpression>): undefined {
  seen.add(e);
  for (const part of partsOf(e)) mark(part, seen);
  return undefined;
}
