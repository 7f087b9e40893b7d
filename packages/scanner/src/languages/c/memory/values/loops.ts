import type { CExpression, CLoop, CStatement } from '../../frontend/c-tree.ts';
import { leavesProgram } from '../known-calls.ts';
import type { Evaluator } from './evaluator.ts';
import { nameOf } from './expression-facts.ts';
import type { LoopFacts } from './loop-facts.ts';
import { anyValue, exactNumber, type Memory, type NumberValue, openNumber } from './memory.ts';

interface CountedLoop {
  name: string;
  maySkip: boolean;
  /** Gives the loop variable its whole range of values. */
  begin: (memory: Memory) => void;
  finish: (memory: Memory) => void;
}

/**
 * `for (i = a; i < b; i++)` with known bounds and a body without early exits. `once` if it runs a single time; null
 * for all others.
 */
export function countedLoop(
  ev: Evaluator,
  test: CExpression | null,
  step: CExpression | null,
  loop: CLoop,
): CountedLoop | 'once' | null {
  if (test === null || !loop.isFor) {
    const always = test === null ? true : isConstantTest(ev, test);
    if (loop.isPost) return always === false ? 'once' : null;
    const last = loop.body.at(-1);
    return always === true && last?.kind === 'leave' && last.isBreak ? 'once' : null;
  }
  if (test.kind !== 'binary' || !/^[<>]=?$|^!=$/.test(test.op) || step === null || test.left.kind !== 'name')
    return null;
  const { name } = test.left;
  const from = ev.value(test.left);
  const to = ev.value(test.right);
  const isUp = step.kind === 'step' ? step.op === '++' : step.kind === 'assign' && step.op === '+=';
  if (
    (step.kind !== 'step' && step.kind !== 'assign') ||
    nameOf(step.kind === 'step' ? step.of : step.left) !== name
  )
    return null;
  if (from.kind !== 'number' || to.kind !== 'number' || !isUp || !/^</.test(test.op)) return null;
  const place = ev.plainPlace(test.left);
  if (place === null || factsOf(ev, loop).changed.has(name)) return null;
  const last = test.op === '<=' ? to.high : to.high - 1;
  if (from.how === 'exact' && to.how === 'exact' && from.low === last && step.kind === 'step') return 'once';
  const isSure =
    from.how === 'exact' && (to.how === 'exact' || to.how === 'outside') && !leavesEarly(loop.body);
  const steps = step.kind === 'step' ? 1 : 0;
  const how: NumberValue['how'] =
    isSure && steps === 1 ? (to.how === 'outside' ? 'outside' : 'sweep') : 'open';
  if (last < from.low) return null;
  const range: NumberValue = { ...openNumber(from.low, last), how };
  const maySkip = !(from.how === 'exact' && to.how === 'exact');
  return {
    name,
    maySkip,
    begin: (memory) => memory.write(place, range),
    finish: (memory) =>
      memory.write(
        place,
        to.how === 'exact' && !leavesEarly(loop.body)
          ? exactNumber(last + 1)
          : openNumber(from.low, last + 1),
      ),
  };
}

/** The value of a constant condition; undefined for all others. */
function isConstantTest(ev: Evaluator, test: CExpression): boolean | undefined {
  if (test.kind !== 'number' && test.kind !== 'name') return undefined;
  if (test.kind === 'name' && ev.memory.vars.has(test.name)) return undefined;
  const value = ev.value(test);
  return value.kind === 'number' && value.how === 'exact' ? value.low !== 0 : undefined;
}

export function leavesEarly(body: readonly CStatement[]): boolean {
  return body.some((one) => {
    switch (one.kind) {
      case 'leave':
      case 'return':
      case 'goto':
      case 'throw':
        return true;
      case 'if':
        return leavesEarly(one.then) || leavesEarly(one.other);
      case 'switch':
        return one.cases.some(({ body: part }) =>
          part.some((inner) => inner.kind !== 'leave' && leavesEarly([inner])),
        );
      case 'try':
        return leavesEarly(one.body);
      case 'loop':
        return one.body.some((inner) => inner.kind !== 'leave' && leavesEarly([inner]));
      case 'expression':
        return leavesProgram(one);
      default:
        return false;
    }
  });
}

function factsOf(ev: Evaluator, loop: CLoop): LoopFacts {
  return ev.run.program.loopFacts(loop);
}

/** The variables that the loop changes are unknown during and after it. */
export function forgetAssigned(ev: Evaluator, memory: Memory, loop: CLoop, but: string): void {
  const { assigned, stepped, replaced } = factsOf(ev, loop);
  for (const name of assigned) {
    if (name === but) continue;
    const place = memory.vars.get(name);
    if (place === undefined) continue;
    const block = memory.blocks.get(place.block);
    if (block === undefined || block.isBlank) continue;
    for (const text of memory.conditions.keys()) if (text.includes(name)) memory.conditions.delete(text);
    const value = block.slots.get(place.path);
    if (value?.kind === 'pointer') {
      if (stepped.has(name))
        memory.write(place, { ...value, high: Number.POSITIVE_INFINITY, how: 'open', may: null });
      else if (replaced.has(name)) {
        memory.share(value, false);
        memory.write(place, anyValue);
      }
    } else if (value !== undefined && value.kind !== 'function') {
      const isKept = value.kind === 'number' && value.how === 'outside' && !replaced.has(name);
      if (!isKept) memory.write(place, anyValue);
    } else if (place.type !== undefined && place.type.dimensions.length === 0) memory.write(place, anyValue);
  }
  for (const text of memory.conditions.keys()) if (text.includes('(')) memory.conditions.delete(text);
}
