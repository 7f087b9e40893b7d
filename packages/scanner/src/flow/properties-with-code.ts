import type { FileIr, FunctionIr } from '../ir/ir.ts';

/** The code of a property. */
export function isAccessor({ name, file }: FunctionIr): boolean {
  return file.semantics.accessors && (name.startsWith('get_') || name.startsWith('set_'));
}

/** Names of properties to which a file gives code. */
export function accessorsOf({ functions, classes, semantics }: FileIr): string[] {
  const names: string[] = [];
  for (const { name } of functions)
    if (name.startsWith('get_') || name.startsWith('set_')) names.push(name.slice(4));
  // A method may be one by another name.
  for (const cls of semantics.accessors ? classes : [])
    for (const name of cls.methods.keys()) if (name.startsWith('get_')) names.push(name.slice(4));
  return names;
}
