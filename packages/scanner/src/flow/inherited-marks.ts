import type { Annotation, ClassIr, FunctionIr, Param } from '../ir/ir.ts';
import type { Lookup } from './ledger-types.ts';
import type { Machine } from './machine.ts';
import { nested } from './nested-map.ts';

export interface Marked {
  fn: FunctionIr;
  params: readonly Param[];
}

const known = new WeakMap<FunctionIr, Map<string, Lookup<Marked>>>();

/** A method and its parameters with the annotations of the interface it implements. */
export function withInheritedMarks(m: Machine, fn: FunctionIr): Marked {
  const { cls } = fn;
  const plain = { fn, params: fn.params };
  if (cls === null || cls.bases.length === 0 || fn.params.length === 0 || !fn.isExported) return plain;
  const contracts = m.program.modelOf(fn.file.language).hooks.contractWords;
  if (contracts === undefined) return plain;
  return m.program.looked(
    nested(known, fn),
    'marks',
    () => mark(fn, contractsOf(m, cls, contracts)) ?? plain,
  );
}

const contractsFrom = new WeakMap<ClassIr, Map<string, Lookup<readonly ClassIr[]>>>();

function contractsOf(m: Machine, cls: ClassIr, words: readonly string[]): readonly ClassIr[] {
  return m.program.looked(nested(contractsFrom, cls), 'contracts', () =>
    cls.bases.flatMap((base) => m.program.contractsNamed(base, cls.file, words)),
  );
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
