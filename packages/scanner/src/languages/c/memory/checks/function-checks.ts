import type { CExpression, CLoop, CStatement } from '../../frontend/c-tree.ts';
import { calleeOf, withoutCasts } from '../../frontend/paths.ts';
import { visitExpressions, visitStatements } from '../../frontend/visit.ts';
import { checkAllocations, checkEnvironment } from './allocations.ts';
import { checkCallArguments } from './arguments.ts';
import { checkBlankTexts } from './blank-texts.ts';
import { isSame, type Reading, typeOf } from './check.ts';
import { checkCopies, checkEnds, checkStreams } from './copies.ts';
import { checkFiles } from './file-checks.ts';
import { checkFormats, checkPrintedLength } from './formats.ts';
import {
  checkAnswers,
  checkCondition,
  checkDifferences,
  checkSignalHandlers,
  checkWritten,
} from './mistakes.ts';
import { checkCounter, checkNumbers, checkWidened } from './number-checks.ts';
import { checkOperators, checkTest } from './operators.ts';
import { checkSizes } from './size-checks.ts';
import { checkEffect, checkLateNull, checkStackInLoop } from './statement-checks.ts';

/** Checks that only need the tree of one function. */
export function checkFunction(reading: Reading): void {
  checkCopies(reading);
  checkStreams(reading);
  checkEnds(reading);
  checkAllocations(reading);
  checkEnvironment(reading);
  checkThenUse(reading);
  checkAnswers(reading);
  checkDifferences(reading);
  checkFormats(reading);
  checkPrintedLength(reading);
  checkCallArguments(reading);
  checkOperators(reading);
  checkNumbers(reading);
  checkSizes(reading);
  checkFiles(reading);
  checkSignalHandlers(reading);
  checkStatements(reading);
}

/** Checks that depend on the order of statements. */
function checkList(reading: Reading, statements: readonly CStatement[]): void {
  checkLateNull(reading, statements);
  checkBlankTexts(reading, statements);
}

function checkStatements(reading: Reading): void {
  checkList(reading, reading.body);
  visitStatements(
    reading.body,
    (one) => {
      if (one.kind === 'loop') {
        checkLoopBound(reading, one);
        checkCounter(reading, one);
        checkStackInLoop(reading, one);
        checkList(reading, one.body);
      } else if (one.kind === 'if') {
        checkList(reading, one.then);
        checkList(reading, one.other);
      } else if (one.kind === 'return' && one.value !== null) {
        checkReturned(reading, one.value, one.at);
        if (reading.fn.returnType !== undefined) checkWidened(reading, reading.fn.returnType, one.value);
      } else if (one.kind === 'expression') {
        checkIgnored(reading, one.expression);
        checkWritten(reading, one.expression);
        checkEffect(reading, one.expression);
      }
      if ((one.kind === 'if' || (one.kind === 'loop' && !one.isFor)) && one.test !== null)
        checkTest(reading, one.test);
      if ((one.kind === 'if' || one.kind === 'loop') && one.test !== null) checkCondition(reading, one.test);
    },
    () => undefined,
  );
}

/** `for (i = 0; i <= size; i++) array[i]` over an array of that size. */
function checkLoopBound(reading: Reading, loop: CLoop): void {
  const { test } = loop;
  if (!loop.isFor || test === null) return;
  const bound = test.kind === 'binary' && test.op === '&&' ? test.left : test;
  if (bound.kind !== 'binary' || bound.op !== '<=' || bound.left.kind !== 'name') return;
  const { name } = bound.left;
  let isBeyond = false;
  visitExpressions(loop.body, (e) => {
    if (e.kind !== 'index' || e.index.kind !== 'name' || e.index.name !== name) return;
    const [size] = typeOf(reading, e.of)?.dimensions ?? [];
    isBeyond ||= size != null && isSame(size, bound.right);
  });
  if (!isBeyond) return;
  reading.tell(
    {
      ruleId: 'memory/loop-bound',
      subject: name,
      impact: 'weakening',
      confidence: 0.7,
      cwe: ['CWE-193', 'CWE-787', 'CWE-125', 'CWE-119'],
      description: 'The last iteration reads or writes past the end.',
      recommendation: 'Compare with `<`.',
    },
    loop.at,
  );
}

/** Memory of the function's stack frame is returned. */
function checkReturned({ facts, fn, tell }: Reading, value: CExpression, at: number): void {
  const plain = withoutCasts(value);
  const isAddress = plain.kind === 'unary' && plain.op === '&';
  const place = isAddress ? plain.of : plain;
  const root = isAddress ? rootOf(place) : place.kind === 'name' ? place.name : '';
  const one = facts.locals.get(root);
  if (one === undefined || one.isStatic || one.type.isReference) return;
  // C++ converts the array to a string or a view if the function returns one.
  if (!isAddress && fn.view.file.language === 'C++' && fn.returnType?.pointers === 0) return;
  if (isAddress ? one.type.pointers > 0 && place.kind !== 'name' : one.type.dimensions.length === 0) return;
  tell(
    {
      ruleId: 'memory/returned-local',
      subject: root,
      impact: 'weakening',
      confidence: 0.75,
      cwe: ['CWE-562', 'CWE-825'],
      description: 'After the return the memory is reused by the next call.',
      recommendation: 'Let the caller pass the buffer, or allocate it.',
    },
    at,
  );
}

/** The variable that holds a place; '' if it is reached through a pointer or a call. */
function rootOf(e: CExpression): string {
  if (e.kind === 'name') return e.name;
  if (e.kind === 'index') return rootOf(e.of);
  return e.kind === 'member' && !e.isArrow ? rootOf(e.of) : '';
}

const privileges = /^(?:set(?:e|re|res)?[ug]id|setgroups|initgroups|chroot|chdir)$/;

/** A call whose failure makes the following code unsafe. */
function checkIgnored({ tell }: Reading, expression: CExpression): void {
  const e = withoutCasts(expression);
  const name = calleeOf(e);
  if (e.kind !== 'call' || !privileges.test(name) || (name === 'chdir' && e.args[0]?.kind === 'text')) return;
  tell(
    {
      ruleId: 'reliability/unchecked-privilege',
      impact: 'weakening',
      confidence: 0.7,
      cwe: ['CWE-252', 'CWE-273'],
      description: 'If the call fails, the program continues with the privileges that it meant to drop.',
      recommendation: 'End the program if the call fails.',
    },
    e.at,
  );
}

/** A file is checked by name and then used by name. */
function checkThenUse({ calls, tell }: Reading): void {
  const asked = calls.filter((e) => e.callee.kind === 'name' && /^(?:access|l?stat)$/.test(calleeOf(e)));
  for (const e of calls) {
    if (e.callee.kind !== 'name' || !/^(?:f?open|unlink|remove|chmod|chown|rename|execv?)$/.test(calleeOf(e)))
      continue;
    const [file] = e.args;
    const isAsked = asked.some(({ at, args }) => at < e.at && file && args[0] && isSame(args[0], file));
    if (isAsked)
      tell(
        {
          ruleId: 'reliability/check-then-use',
          impact: 'hygiene',
          confidence: 0.5,
          cwe: ['CWE-367', 'CWE-362'],
          description: 'Between the check and the use somebody else can put another file there.',
          recommendation: 'Open it directly, and check the open file (fstat, O_NOFOLLOW, O_EXCL).',
        },
        e.at,
      );
  }
}
