import { only } from '../../../../read/only.ts';
import type { CExpression } from '../../frontend/c-tree.ts';
import { borrowingCall } from '../known-calls.ts';
import { decide } from './conditions.ts';
import type { Evaluator } from './evaluator.ts';
import type { CFunction } from './functions.ts';
import { joinMemories, joinValues } from './joins.ts';
import { callLibrary } from './library-calls.ts';
import { anyValue, type Place, type Value } from './memory.ts';

const MAX_DEPTH = 6;
const MAX_INLINED_LENGTH = 2_500;
/** Functions that only show their arguments, and keep nothing. */
const showing = /^(?:print|show|display|dump|log|trace|debug|warn|info|err|wprintf|fwprintf)\w*$/i;

type Call = Extract<CExpression, { kind: 'call' }>;

export function callFunction(ev: Evaluator, e: Call): Value {
  let { callee } = e;
  if (callee.kind === 'unary' && callee.op === '*') callee = callee.of;
  let name = callee.kind === 'name' ? callee.name : '';
  if (callee.kind === 'name') {
    if (ev.memory.vars.has(name) || ev.globalPlace(name) !== undefined) {
      const held = ev.value(callee);
      name = held.kind === 'function' ? held.name : '';
    } else {
      const macro = ev.run.program.macro(name, ev.fn.view);
      if (macro?.kind === 'name') name = macro.name;
    }
  } else if (callee.kind === 'member') ev.place(callee.of);
  if (/assert/i.test(name) && e.args[0] !== undefined) return asserted(ev, e.args[0]);
  const known = name === '' ? undefined : callLibrary(ev, name, e);
  if (known !== undefined) return known;
  const target = name === '' ? undefined : ev.run.program.resolve(name, ev.fn.view, e.args.length);
  if (target !== undefined && mayInline(ev, target)) {
    const answer = inlined(ev, target, e);
    if (answer !== undefined) return answer;
  }
  return unknownCall(ev, name, e, target);
}

/** After an assertion, the condition is true. */
function asserted(ev: Evaluator, condition: CExpression): Value {
  const [holds] = decide(ev, condition, ev.memory);
  if (holds[0] !== undefined) ev.memory = holds[0];
  return anyValue;
}

function mayInline(ev: Evaluator, target: CFunction): boolean {
  return (
    ev.depth < MAX_DEPTH &&
    target.end - target.start <= MAX_INLINED_LENGTH &&
    ev.run.steps * 2 < ev.run.mostSteps &&
    !ev.run.stack.includes(target)
  );
}

/** Runs the function with its arguments; undefined if no argument is worth it. */
function inlined(ev: Evaluator, target: CFunction, e: Call): Value | undefined {
  const values = e.args.map((arg, index) => (target.params[index]?.type.isReference ? null : ev.value(arg)));
  const isWorthALook =
    values.length === 0 ||
    values.some((value, index) => value === null || isTelling(ev, value, e.args[index] ?? null));
  if (!isWorthALook) {
    for (const value of values) if (value !== null) ev.memory.share(value, true);
    ev.memory.calls++;
    ev.run.forgetGlobals(ev.memory);
    if (ev.run.program.endsProgram(target)) ev.run.isEnded = true;
    return anyValue;
  }
  const { vars } = ev.memory;
  const blanks = values.flatMap((value) => blankBehind(ev, value));
  const own = new Map<string, Place>();
  for (const [index, param] of target.params.entries()) {
    if (param.name === '') continue;
    const [value, arg] = [values[index], e.args[index]];
    if (value === undefined || arg === undefined) continue;
    if (value === null) {
      const place = ev.place(arg);
      if (place !== null) own.set(param.name, { ...place, type: { ...param.type, isReference: false } });
      continue;
    }
    const type =
      param.type.dimensions.length > 0
        ? { ...param.type, dimensions: [], pointers: param.type.pointers + 1 }
        : param.type;
    const block = ev.memory.add('variable', param.name, e.at, {
      type,
      slots: new Map([['', ev.cast(value, type, arg, e.at)]]),
    });
    const place = { block, path: '', type, low: 0, high: 0, how: 'exact' as const };
    if (value.kind === 'any') ev.copyRecord(arg, place);
    own.set(param.name, place);
  }
  ev.memory.vars = own;
  const exits = ev.run.into(ev.run, target, ev.memory, ev.depth + 1);
  if (exits.length === 0) {
    // It never returns.
    ev.memory.vars = vars;
    ev.run.isEnded = true;
    return anyValue;
  }
  for (const { memory } of exits) {
    memory.vars = vars;
    for (const id of blanks) memory.change(id, { isBlank: false });
  }
  ev.memory = only(exits)?.memory ?? joinMemories(exits.map(({ memory }) => memory));
  return exits.map(({ value }) => value).reduce((a, b) => joinValues(a, b));
}

/** The uninitialized variable that a pointer points to. The function is expected to fill it. */
function blankBehind(ev: Evaluator, value: Value | null): number[] {
  if (value?.kind !== 'pointer') return [];
  const block = ev.memory.blocks.get(value.block);
  return block?.isBlank && block.origin === 'variable' && block.type?.dimensions.length === 0
    ? [value.block]
    : [];
}

/** A value with a known size, owner or origin, which the function may misuse. */
function isTelling(ev: Evaluator, value: Value, arg: CExpression | null, depth = 0): boolean {
  const isNamed = arg === null || arg.kind === 'name' || arg.kind === 'member' || arg.kind === 'index';
  if (value.kind === 'number')
    return value.how === 'outside' || (value.how === 'exact' && isNamed && arg !== null);
  if (value.kind === 'null' || value.kind === 'function') return isNamed;
  if (value.kind !== 'pointer') return depth === 0 && arg?.kind === 'name' && isTellingRecord(ev, arg);
  const block = ev.memory.blocks.get(value.block);
  if (block === undefined || block.origin === 'literal' || block.origin === 'global') return false;
  if (block.origin !== 'variable') return true;
  if (block.type !== undefined && block.type.dimensions.length > 0) return true;
  return depth < 2 && [...block.slots.values()].some((inner) => isTelling(ev, inner, null, depth + 1));
}

function isTellingRecord(ev: Evaluator, arg: CExpression): boolean {
  const place = ev.plainPlace(arg);
  const block = place === null ? undefined : ev.memory.blocks.get(place.block);
  return block !== undefined && [...block.slots.values()].some((inner) => isTelling(ev, inner, null, 1));
}

function unknownCall(ev: Evaluator, name: string, e: Call, target: CFunction | undefined): Value {
  const isShowing = borrowingCall.test(name) || showing.test(name);
  const isMacro = name === '' || /^[A-Z_\d]+$/.test(name);
  for (const changed of isMacro ? ev.run.program.macroNames(name, ev.fn.view) : []) {
    const place = ev.memory.vars.get(changed);
    if (place !== undefined && place.type?.dimensions.length === 0) ev.memory.write(place, anyValue);
  }
  for (const [index, arg] of e.args.entries()) {
    const isReference = target?.params[index]?.type.isReference ?? (ev.run.isCpp(ev.fn) && !isShowing);
    const place = arg.kind === 'name' ? ev.plainPlace(arg) : null;
    const block = place && ev.memory.blocks.get(place.block);
    const isBlank = block?.isBlank === true && block.slots.size === 0 && place?.type?.dimensions.length === 0;
    const mayWrite =
      isReference || isMacro || (target === undefined && !isShowing && !ev.run.program.isFunction(name));
    if (isBlank && mayWrite && place !== null) ev.memory.change(place.block, { isBlank: false });
    const value = ev.value(arg);
    if (place !== null && mayWrite) {
      const held = ev.memory.blocks.get(place.block);
      if (value.kind === 'number' || value.kind === 'null') ev.memory.write(place, anyValue);
      else if (held !== undefined && value.kind === 'any')
        ev.memory.change(place.block, { slots: new Map(), isBlank: false });
    }
    if (!isShowing) ev.memory.share(value, true);
    else if (!showing.test(name)) ev.memory.overwrite(value);
  }
  if (!isShowing) ev.run.forgetGlobals(ev.memory);
  if (!isShowing) ev.memory.calls++;
  if (target !== undefined && ev.run.program.endsProgram(target)) ev.run.isEnded = true;
  return anyValue;
}
