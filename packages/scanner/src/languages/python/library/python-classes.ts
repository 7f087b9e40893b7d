import type { ClassIr, FileIr } from '../../../ir/ir.ts';

const known = new WeakMap<ClassIr, readonly string[]>();

/** Names of a class's bases, as far as its own file shows. */
export function basesOf(cls: ClassIr): readonly string[] {
  let found = known.get(cls);
  if (found === undefined) {
    const all = new Set<string>();
    const add = (one: ClassIr): void => {
      for (const base of one.bases) {
        if (all.has(base)) continue;
        all.add(base);
        const parent = cls.file.classes.find(({ name }) => name === base);
        if (parent !== undefined) add(parent);
      }
    };
    add(cls);
    found = [...all];
    known.set(cls, found);
  }
  return found;
}

const modules = new WeakMap<FileIr, readonly string[]>();

/** The modules that a file imports from. */
export function importsOf(file: FileIr): readonly string[] {
  let found = modules.get(file);
  if (found === undefined) {
    found = [...new Set(file.imports.map(({ module }) => module))];
    modules.set(file, found);
  }
  return found;
}
