import type { FileIr, FunctionIr } from '../ir/ir.ts';

interface ByName {
  /** How many were there; a file gets more while it is read. */
  count: number;
  functions: Map<string, FunctionIr[]>;
}

const known = new WeakMap<FileIr, ByName>();

/** A file's functions of a name, in order; asked for at nearly every call. */
export function functionsNamed(file: FileIr, name: string): readonly FunctionIr[] {
  let byName = known.get(file);
  if (byName?.count !== file.functions.length) {
    byName = { count: file.functions.length, functions: Map.groupBy(file.functions, (fn) => fn.name) };
    known.set(file, byName);
  }
  return byName.functions.get(name) ?? [];
}
