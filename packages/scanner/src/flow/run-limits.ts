import type { FunctionIr } from '../ir/ir.ts';
import { holdsDeep } from './elements.ts';
import type { Machine } from './machine.ts';
import { isAccessor } from './properties-with-code.ts';
import { joinTaints, type Source, type Taint, unknown, type Value, weaken } from './value.ts';

/** Whether the arguments of a call have data from outside, and whether its receiver does. */
export interface Inputs {
  args: boolean;
  self: boolean;
}

export function inputsOf(m: Machine, self: Value | null, given: readonly Value[]): Inputs {
  const args = given.some((value) => holdsInput(m, value) || holdsNumber(value));
  // If the arguments do, the receiver does not matter.
  return { args, self: !args && self !== null && self.objs.length > 0 && holdsInput(m, self) };
}

/** How often an entry point may run a function: often with untrusted data, rarely with inputs seen before. */
export function runLimit(m: Machine, fn: FunctionIr, self: Value | null, inputs: Inputs): number {
  if (isAccessor(fn)) return accessorLimit(self, inputs);
  // A short function costs little, and is called from many places.
  const often = fn.end - fn.pos < 200 ? 8 : 1;
  const isConstructor = fn.cls?.methods.get('<init>')?.includes(fn) === true;
  if (!isConstructor && !inputs.args && !inputs.self && isForeign(m, fn))
    return often * (often > 1 && isClosure(fn) ? 3 : 1);
  if ((often > 1 && isClosure(fn)) || inputs.args) return 24 * often;
  if (isConstructor) return 12 * often;
  return (inputs.self ? 12 : 3) * often;
}

/**
 * Whether the function is in another file than the running module. If modules require each other, each runs functions
 * of many others.
 */
function isForeign({ module }: Machine, { file }: FunctionIr): boolean {
  return module?.semantics.modulesAreObjects === true && module !== file;
}

/** Whether nothing from outside is passed in. The variables that a closure captures are unknown here. */
export function hasNoArguments(fn: FunctionIr, inputs: Inputs): boolean {
  return !isClosure(fn) && !inputs.args && !inputs.self;
}

function isClosure({ parent, file }: FunctionIr): boolean {
  return parent !== null && parent !== file.top;
}

/** Properties are read everywhere, so those of a class itself are only run once. */
function accessorLimit(self: Value | null, inputs: Inputs): number {
  if (inputs.args) return 8;
  if (self === null || self.objs.length === 0) return 1;
  return inputs.self ? 6 : 2;
}

/**
 * Whether a value contains input. Settings and the content of files do not count: where a program gets its key from
 * must not decide how deeply its libraries are analysed.
 */
function holdsInput(m: Machine, value: Value): boolean {
  return holdsDeep(m, value, isInput);
}

function holdsNumber({ num }: Value): boolean {
  return num?.taints.some(({ source }) => isInput(source)) === true;
}

function isInput({ kind }: Source): boolean {
  return !ownKinds.has(kind);
}

const ownKinds = new Set(['environment', 'setting', 'file', 'answer', 'record']);

/** The earlier result, combined with the current arguments. */
export function repeatResult(m: Machine, fn: FunctionIr, args: readonly Value[], isPlain: boolean): Value {
  let taints: readonly Taint[] = [];
  for (const value of args) taints = joinTaints(taints, value.taints);
  const before = (isPlain ? m.plainResults : m.results).get(fn);
  return {
    ...(before ?? unknown),
    k: undefined,
    taints: joinTaints(before?.taints ?? [], weaken(taints, 0.7)),
    type: before?.type ?? fn.returnType,
  };
}
