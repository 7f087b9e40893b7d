import type { ClassIr, FileIr, FunctionIr, Literal } from '../ir/ir.ts';
import type { NumberType } from '../ir/semantics.ts';

/** Stands for an unknown part of `text`. */
export const hole = '\u0000';
/** Stands for an unknown part of `text` that is not tainted. */
export const own = '\u0001';

export interface Source {
  /** Such as `http_parameter`. */
  kind: string;
  exposure: 'external' | 'library' | 'local';
  /** It comes from other programs, not just from other code of this one. */
  isPublic?: boolean;
  /** The framework converts it to a text, whatever was sent. */
  isText?: boolean;
  file: FileIr;
  pos: number;
  end: number;
}

/** A place the data went through, newest first. */
export interface Step {
  file: FileIr;
  pos: number;
  end: number;
  fnId: number;
  previous: Step | null;
  depth: number;
}

/** One source's data in a value. */
export interface Taint {
  source: Source;
  /** Bits of the sink kinds that this data can no longer harm. */
  clean: number;
  /** 0 to 1: decreases when the data passes through code that is not understood. */
  weight: number;
  step: Step | null;
}

export interface Callable {
  fn: FunctionIr;
  self: Value | null;
}

/** What is known about an untrusted number, or one computed from it. */
export interface Numeric {
  type: NumberType;
  lo: number;
  hi: number;
  /** It was compared with an unknown value of the program, and is at least, or at most, as large. */
  low: boolean;
  high: boolean;
  nonZero: boolean;
  /** It may be the result of an undefined computation. */
  undefinable: boolean;
  /** The narrower type of the operands. */
  before: NumberType | null;
  taints: readonly Taint[];
}

/** What is known about a value. Immutable. */
export interface Value {
  taints: readonly Taint[];
  /** A known constant; undefined if unknown. */
  k: Literal | undefined;
  /** A partly known string, with `hole` for the rest. */
  text: string | null;
  /** Path of something external: `child_process.exec`, `@req.body`. */
  sym: string | null;
  /** Simple name of the type. */
  type: string | null;
  objs: readonly number[];
  fns: readonly Callable[];
  cls: ClassIr | null;
  /** A file of the program as a module. */
  mod: FileIr | null;
  /** A number from outside. Its data is kept apart from the taints of texts, because it is harmless in their sinks. */
  num: Numeric | null;
  /** The result of a call that returns null when it finds nothing. */
  mayBeNull: boolean;
}

const noTaints: readonly Taint[] = [];
const noObjs: readonly number[] = [];
const noFns: readonly Callable[] = [];

export const unknown: Value = {
  taints: noTaints,
  k: undefined,
  text: null,
  sym: null,
  type: null,
  objs: noObjs,
  fns: noFns,
  cls: null,
  mod: null,
  num: null,
  mayBeNull: false,
};

const smallConstants = new Map<Literal, Value>();

export function constant(k: Literal): Value {
  const known = smallConstants.get(k);
  if (known !== undefined) return known;
  const value: Value = { ...unknown, k };
  if (smallConstants.size < 2000) smallConstants.set(k, value);
  return value;
}

export function symbol(sym: string): Value {
  return { ...unknown, sym: sym.length > 160 ? null : sym };
}

/** The text of a value, as far as it is known; a hole if nothing is. */
export function textOfValue(value: Value): string {
  if (value.k !== undefined) return String(value.k);
  return value.text ?? hole;
}

const MAX_TAINTS = 6;

export function joinTaints(a: readonly Taint[], b: readonly Taint[]): readonly Taint[] {
  if (a === b || b.length === 0) return a;
  if (a.length === 0) return b;
  let result: Taint[] | null = null;
  for (const taint of b) {
    const list: readonly Taint[] = result ?? a;
    const at = list.findIndex((known) => known.source === taint.source);
    const known = at === -1 ? undefined : list[at];
    if (known === undefined) {
      if (list.length >= MAX_TAINTS) continue;
      result ??= [...a];
      result.push(taint);
    } else {
      const clean = known.clean & taint.clean;
      if (clean === known.clean && known.weight >= taint.weight) continue;
      result ??= [...a];
      const better = clean === taint.clean && clean !== known.clean ? taint : known;
      result[at] = { ...better, clean, weight: Math.max(known.weight, taint.weight) };
    }
  }
  return result ?? a;
}

/** What is true for either value. */
export function joinValues(a: Value, b: Value): Value {
  if (a === b) return a;
  if (b === unknown && a.taints.length === 0 && a.k === undefined && a.text === null) return a;
  const taints = joinTaints(a.taints, b.taints);
  const k = a.k === b.k ? a.k : undefined;
  // Null is a variable's value before it is set: it says nothing about later values.
  const aNull = a.k === null;
  const bNull = b.k === null;
  const areTexts = typeof a.k === 'string' && typeof b.k === 'string';
  return {
    taints,
    k,
    text:
      k !== undefined
        ? null
        : a.text === b.text && !areTexts
          ? a.text
          : aNull
            ? b.text
            : bNull
              ? a.text
              : joinText(a, b),
    sym: joinSyms(a, b),
    type: a.type === b.type ? a.type : (a.type ?? b.type),
    objs: joinIds(a.objs, b.objs),
    fns: joinCallables(a.fns, b.fns),
    cls: a.cls ?? b.cls,
    mod: a.mod ?? b.mod,
    num: a.num === null && b.num === null ? null : joinNumbers(a, b),
    mayBeNull: a.mayBeNull || b.mayBeNull,
  };
}

/** A program that picks one of two modules at run time, `https` or `http`: the symbol is the longer name. */
function joinSyms({ sym: a, k: left }: Value, { sym: b, k: right }: Value): string | null {
  if (a === b) return a;
  if (left === null || a === null) return b;
  if (right === null || b === null) return a;
  if (!plainName.test(a) || !plainName.test(b)) return null;
  return a.includes(b) ? a : b.includes(a) ? b : null;
}

const plainName = /^[\w-]+$/;

/** A number that the program knows. */
export function exactly(k: number, type: NumberType): Numeric {
  return {
    type,
    lo: k,
    hi: k,
    low: true,
    high: true,
    nonZero: k !== 0,
    undefinable: false,
    before: null,
    taints: noTaints,
  };
}

function joinNumbers(a: Value, b: Value): Numeric | null {
  if (a.num === b.num) return a.num;
  if (a.num === null) return joinNumbers(b, a);
  const other = b.num ?? (typeof b.k === 'number' ? exactly(b.k, a.num.type) : null);
  // The other side is unknown, and not from outside.
  if (other === null) return a.num;
  return {
    type: a.num.type,
    lo: Math.min(a.num.lo, other.lo),
    hi: Math.max(a.num.hi, other.hi),
    low: a.num.low && other.low,
    high: a.num.high && other.high,
    nonZero: a.num.nonZero && other.nonZero,
    undefinable: a.num.undefinable || other.undefinable,
    before: a.num.before ?? other.before,
    taints: joinTaints(a.num.taints, other.taints),
  };
}

/** Keeps the common prefix, which rules about prefixes need. */
function joinText(a: Value, b: Value): string | null {
  const left = textOfValue(a);
  const right = textOfValue(b);
  let length = 0;
  while (
    length < left.length &&
    length < right.length &&
    left[length] === right[length] &&
    left[length] !== hole
  )
    length++;
  return length === 0 ? null : left.slice(0, length) + hole;
}

function joinIds(a: readonly number[], b: readonly number[]): readonly number[] {
  if (b.length === 0 || a === b) return a;
  if (a.length === 0) return b;
  const merged = [...a];
  for (const id of b) if (!merged.includes(id) && merged.length < 4) merged.push(id);
  return merged;
}

function joinCallables(a: readonly Callable[], b: readonly Callable[]): readonly Callable[] {
  if (b.length === 0 || a === b) return a;
  if (a.length === 0) return b;
  const merged = [...a];
  for (const callable of b)
    if (!merged.some((known) => known.fn === callable.fn) && merged.length < 5) merged.push(callable);
  return merged;
}

/** The same data, harmless for the kinds in `mask`. */
export function cleanTaints(taints: readonly Taint[], mask: number): readonly Taint[] {
  if (taints.length === 0) return taints;
  return taints.map((taint) =>
    taint.clean === (taint.clean | mask) ? taint : { ...taint, clean: taint.clean | mask },
  );
}

export function weaken(taints: readonly Taint[], factor: number): readonly Taint[] {
  return taints.map((taint) => ({ ...taint, weight: taint.weight * factor }));
}

const MAX_STEPS = 24;

export function addStep(
  taints: readonly Taint[],
  file: FileIr,
  pos: number,
  end: number,
  fnId: number,
): readonly Taint[] {
  if (taints.length === 0) return taints;
  return taints.map((taint) => {
    const { step } = taint;
    if (step !== null && ((step.pos === pos && step.file === file) || step.depth >= MAX_STEPS)) return taint;
    return { ...taint, step: { file, pos, end, fnId, previous: step, depth: (step?.depth ?? 0) + 1 } };
  });
}

const exposureRank = { external: 3, local: 2, library: 1 } as const;

/** Of two paths to one position, the stronger one is reported. */
export function strengthOf(taint: Taint): number {
  return exposureRank[taint.source.exposure] + taint.weight;
}
