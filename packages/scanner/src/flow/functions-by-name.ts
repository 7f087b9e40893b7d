import type { FileIr, FunctionIr } from '../ir/ir.ts';

interface ByName {
  /** The number of functions then; a file gets more while it is lowered. */
  count: number;
  functions: Map<string, FunctionIr[]>;
}

const known = new WeakMap<FileIr, ByName>();

/** A file's functions of a name, in order; needed at nearly every call. */
export function functionsNamed(file: FileIr, name: string): readonly FunctionIr[] {
  let byName = known.get(file);
  if (byName?.count !== file.functions.length) {
    byName = { count: file.functions.length, functions: Map.groupBy(file.functions, (fn) => fn.name) };
    known.set(file, byName);
  }
  return byName.functions.get(name) ?? [];
}
