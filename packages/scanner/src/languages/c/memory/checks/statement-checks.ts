import type { CExpression, CLoop, CStatement } from '../../frontend/c-tree.ts';
import { calleeOf, isNullLiteral, pathOf } from '../../frontend/paths.ts';
import { partsOf, visitExpression, visitStatements } from '../../frontend/visit.ts';
import type { Reading } from './check.ts';
import { isPointer, valueType } from './expression-types.ts';

/** `*p + 1;` as a statement of its own. */
export function checkEffect(reading: Reading, e: CExpression): void {
  if (!/^(?:binary|member|index|unary)$/.test(e.kind) || (e.kind === 'binary' && e.op === '==')) return;
  if (!isPure(reading, e)) return;
  reading.tell(
    {
      ruleId: 'reliability/no-effect',
      impact: 'hygiene',
      confidence: 0.6,
      cwe: ['CWE-561', 'CWE-1164'],
      description: 'The value is computed and not used: an assignment or a call is missing.',
      recommendation: 'Use the value, or remove the statement.',
    },
    e.at,
  );
}

/** An expression without side effects, in which no name can be a macro or an overloaded operator. */
function isPure(reading: Reading, e: CExpression): boolean {
  if (e.kind === 'name') {
    const type = reading.facts.types.get(e.name);
    return type !== undefined && !type.isReference && (isPointer(type) || type.width > 0);
  }
  if (e.kind === 'member')
    return e.of.kind === 'name' ? reading.facts.types.has(e.of.name) : isPure(reading, e.of);
  if (/^(?:number|text|sizeof)$/.test(e.kind)) return true;
  return /^(?:binary|unary|index)$/.test(e.kind) && partsOf(e).every((part) => isPure(reading, part));
}

/** Stack memory that each iteration allocates, and that only the return frees. */
export function checkStackInLoop(reading: Reading, loop: CLoop): void {
  const { test, isPost, body } = loop;
  // `do { … } while (0)` runs once.
  if (isPost && test !== null && isNullLiteral(test)) return;
  const last = body.at(-1);
  const isCounted = test?.kind === 'binary' && /^[<>]=?$|^!=$/.test(test.op) && test.right.kind === 'number';
  if (last?.kind === 'return' || (last?.kind === 'leave' && last.isBreak)) return;
  visitStatements(
    body,
    () => undefined,
    (e) => {
      if (
        /^(?:_?alloca|ALLOCA|__builtin_alloca|strdupa|strndupa|_malloca)$/.test(calleeOf(e)) &&
        !(isCounted && isFixed(e))
      )
        reading.tell(
          {
            ruleId: 'memory/stack-in-loop',
            subject: calleeOf(e),
            impact: 'weakening',
            confidence: 0.65,
            cwe: ['CWE-770', 'CWE-789', 'CWE-674'],
            description:
              'Each iteration takes more of the stack, which is freed only when the function returns.',
            recommendation: 'Allocate the memory once before the loop, or on the heap.',
          },
          e.at,
        );
    },
  );
}

/** An amount that is fixed in the code. */
function isFixed(e: CExpression): boolean {
  return e.kind === 'call' && e.args.every((arg) => arg.kind === 'number' || arg.kind === 'sizeof');
}

/** A pointer that is dereferenced before it is checked for NULL. */
export function checkLateNull(reading: Reading, statements: readonly CStatement[]): void {
  const followed = new Map<string, number>();
  for (const one of statements) {
    if (one.kind === 'if') reportLate(reading, one.test, followed);
    if (one.kind !== 'expression' && one.kind !== 'declaration') {
      // The nested statements may assign another value.
      if (followed.size > 0) forgetWithin(one, followed);
      continue;
    }
    const all =
      one.kind === 'expression' ? [one.expression] : one.declarators.flatMap(({ value }) => value ?? []);
    for (const e of all) {
      noteFollowed(reading, e, followed);
      // `p = p->next` dereferences the old pointer.
      forgetPassed(e, followed);
      forgetHandedOn(reading, e, followed);
    }
    if (one.kind === 'declaration') for (const { name } of one.declarators) followed.delete(name);
  }
}

function reportLate(reading: Reading, test: CExpression, followed: ReadonlyMap<string, number>): void {
  const path = checkedForNull(test);
  if (path === '' || !followed.has(path)) return;
  reading.tell(
    {
      ruleId: 'memory/late-null-check',
      subject: path,
      impact: 'hygiene',
      confidence: 0.65,
      cwe: ['CWE-476'],
      description: 'It was dereferenced earlier: if it is NULL, the program crashes before this check.',
      recommendation: 'Check it first, or remove the check.',
    },
    test.at,
  );
}

function checkedForNull(test: CExpression): string {
  if (test.kind === 'binary' && /^(?:&&|\|\|)$/.test(test.op)) return checkedForNull(test.left);
  if (test.kind === 'unary' && test.op === '!') return test.of.kind === 'name' ? test.of.name : '';
  if (test.kind === 'binary' && /^[=!]=$/.test(test.op) && isNullLiteral(test.right))
    return test.left.kind === 'name' ? test.left.name : '';
  return test.kind === 'name' ? test.name : '';
}

function noteFollowed(reading: Reading, e: CExpression, followed: Map<string, number>): void {
  // Code after a condition only runs if the condition is true.
  if (e.kind === 'choice' || e.kind === 'sizeof' || (e.kind === 'binary' && /^(?:&&|\|\|)$/.test(e.op)))
    return;
  // A macro may do anything with it.
  if (e.kind === 'call' && (e.callee.kind !== 'name' || /^[A-Z\d_]+$/.test(e.callee.name))) return;
  if (e.kind === 'unary' && e.op === '&') return;
  const through =
    e.kind === 'member' && e.isArrow
      ? e.of
      : e.kind === 'unary' && e.op === '*'
        ? e.of
        : e.kind === 'index'
          ? e.of
          : null;
  if (through?.kind === 'name') {
    const type = valueType(reading, through);
    if (type !== undefined && type.pointers > 0 && type.dimensions.length === 0)
      followed.set(through.name, e.at);
  }
  for (const part of partsOf(e)) noteFollowed(reading, part, followed);
}

function forgetPassed(e: CExpression, followed: Map<string, number>): void {
  visitExpression(e, (one) => {
    if (one.kind === 'assign' || one.kind === 'step')
      followed.delete(pathOf(one.kind === 'assign' ? one.left : one.of));
    else if (one.kind === 'unary' && one.op === '&') followed.delete(pathOf(one.of));
  });
}

/** A callee that is not a function of the program may be a macro that assigns the name. */
function forgetHandedOn({ program }: Reading, e: CExpression, followed: Map<string, number>): void {
  visitExpression(e, (one) => {
    if (one.kind !== 'call' || (one.callee.kind === 'name' && program.isFunction(one.callee.name))) return;
    for (const arg of one.args) if (arg.kind === 'name') followed.delete(arg.name);
  });
}

function forgetWithin(one: CStatement, followed: Map<string, number>): void {
  if (one.kind === 'label' || one.kind === 'opaque') followed.clear();
  visitStatements(
    [one],
    () => undefined,
    (e) => forgetPassed(e, followed),
  );
}
