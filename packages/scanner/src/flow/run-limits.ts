import type { FunctionIr } from '../ir/ir.ts';
import { deepTaints } from './elements.ts';
import type { Machine } from './machine.ts';
import { joinTaints, type Taint, unknown, type Value, weaken } from './value.ts';

/** How often one root may run a function: often with data from outside, seldom with what was seen before. */
export function runLimit(m: Machine, fn: FunctionIr, self: Value | null, args: readonly Value[]): number {
  if (fn.file.semantics.accessors && /^[gs]et_/.test(fn.name)) return accessorLimit(m, self, args);
  // A short one costs little, and is called from many places.
  const often = fn.end - fn.pos < 200 ? 8 : 1;
  if ((often > 1 && isClosure(fn)) || args.some((value) => holdsInput(m, value))) return 24 * often;
  if (fn.cls?.methods.get('<init>')?.includes(fn)) return 12 * often;
  return (self !== null && self.objs.length > 0 && holdsInput(m, self) ? 12 : 3) * often;
}

/** Given nothing from outside; what a closure holds of it is not seen here. */
export function isGivenNothing(
  m: Machine,
  fn: FunctionIr,
  self: Value | null,
  args: readonly Value[],
  named: ReadonlyMap<string, Value>,
): boolean {
  if (isClosure(fn)) return false;
  const given =
    self !== null && self.objs.length > 0 ? [...args, ...named.values(), self] : [...args, ...named.values()];
  return !given.some((value) => holdsInput(m, value));
}

function isClosure({ parent, file }: FunctionIr): boolean {
  return parent !== null && parent !== file.top;
}

/** Properties are read everywhere: what those of a class itself give is asked once. */
function accessorLimit(m: Machine, self: Value | null, args: readonly Value[]): number {
  if (args.some((value) => holdsInput(m, value))) return 8;
  if (self === null || self.objs.length === 0) return 1;
  return holdsInput(m, self) ? 6 : 2;
}

/** A setting is not, and what a file holds is not: where a program takes its key from must not decide how far its libraries are read. */
function holdsInput(m: Machine, value: Value): boolean {
  return deepTaints(m, value).some(({ source }) => !ownKinds.has(source.kind));
}

const ownKinds = new Set(['environment', 'setting', 'file', 'answer', 'record']);

/** What it gave before, and what it was given now. */
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
