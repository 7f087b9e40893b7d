import type { Annotation, ClassIr, FunctionIr, Param } from '../ir/ir.ts';
import type { Machine } from './machine.ts';

export interface Marked {
  fn: FunctionIr;
  params: readonly Param[];
}

const known = new WeakMap<FunctionIr, Marked>();

/** A method and its parameters with the annotations that the interface gives them whose method it is. */
export function withInheritedMarks(m: Machine, fn: FunctionIr): Marked {
  const { cls } = fn;
  const plain = { fn, params: fn.params };
  if (cls === null || cls.bases.length === 0 || fn.params.length === 0 || !fn.isExported) return plain;
  const contracts = m.program.modelOf(fn.file.language).hooks.contractWords;
  if (contracts === undefined) return plain;
  let marked = known.get(fn);
  if (marked === undefined) {
    marked = mark(fn, contractsOf(m, cls, contracts)) ?? plain;
    known.set(fn, marked);
  }
  return marked;
}

const contractsFrom = new WeakMap<ClassIr, readonly ClassIr[]>();

function contractsOf(m: Machine, cls: ClassIr, words: readonly string[]): readonly ClassIr[] {
  let found = contractsFrom.get(cls);
  if (found === undefined) {
    found = cls.bases.flatMap((base) => m.program.contractsNamed(base, cls.file, words));
    contractsFrom.set(cls, found);
  }
  return found;
}

function mark(fn: FunctionIr, found: readonly ClassIr[]): Marked | null {
  const declared = found
    .flatMap((cls) => cls.methods.get(fn.name) ?? [])
    .find((other) => other !== fn && other.params.length === fn.params.length);
  if (declared === undefined) return null;
  const join = (own: readonly Annotation[], more: readonly Annotation[]): Annotation[] => [...own, ...more];
  return {
    fn: { ...fn, annotations: join(fn.annotations, declared.annotations) },
    params: fn.params.map((param, index) => ({
      ...param,
      annotations: join(param.annotations, declared.params[index]?.annotations ?? []),
    })),
  };
}
