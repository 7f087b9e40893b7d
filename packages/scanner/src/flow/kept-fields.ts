import type { ClassIr, FunctionIr } from '../ir/ir.ts';
import { setField } from './assign.ts';
import { deepTaints } from './elements.ts';
import type { Machine } from './machine.ts';
import { joinTaints, type Taint, unknown, type Value, weaken } from './value.ts';

/** Untrusted data that methods leave in fields, for methods that run later on the same object. */
export class KeptFields {
  private readonly fields = new Map<ClassIr, Map<string, readonly Taint[]>>();

  /** Records what an entry point left in its object. */
  keep(m: Machine, fn: FunctionIr, self: Value | null): void {
    if (self === null || fn.cls === null || !fn.file.semantics.keptObjects || self.objs.length !== 1) return;
    const object = m.s.first(self);
    for (const [name, value] of object?.fields ?? []) {
      const taints = deepTaints(m, value).filter(({ source }) => source.exposure === 'external');
      if (taints.length === 0) continue;
      const kept = this.fields.get(fn.cls) ?? new Map<string, readonly Taint[]>();
      this.fields.set(fn.cls, kept);
      m.ledger?.leavesValues();
      kept.set(name, joinTaints(kept.get(name) ?? [], weaken(taints, 0.8)));
    }
  }

  /** Those files in which any class has such fields. */
  paths(files: readonly { path: string }[]): string[] {
    const filled = new Set([...this.fields.keys()].map((cls) => cls.file.path));
    return files.flatMap(({ path }) => (filled.has(path) ? path : []));
  }

  /** Names of fields that methods of the class may find set. */
  namesOf(cls: ClassIr | null): readonly string[] {
    const kept = cls === null ? undefined : this.fields.get(cls);
    return kept === undefined ? [] : [...kept.keys()];
  }

  /** Fills an object with what earlier methods may have left. */
  fill(m: Machine, cls: ClassIr, self: Value): void {
    for (const [name, taints] of this.fields.get(cls) ?? []) {
      const declared = cls.fields.find((field) => field.name === name);
      setField(m, self, name, { ...unknown, type: declared?.type ?? null, taints });
    }
  }
}
