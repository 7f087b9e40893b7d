import type { FileIr, FunctionIr } from '../ir/ir.ts';

/** Whether a function is the accessor of a property. */
export function isAccessor({ name, file }: FunctionIr): boolean {
  return file.semantics.accessors && (name.startsWith('get_') || name.startsWith('set_'));
}

/** Names of properties with accessors in a file. */
export function accessorsOf({ functions, classes, semantics }: FileIr): string[] {
  const names: string[] = [];
  for (const { name } of functions)
    if (name.startsWith('get_') || name.startsWith('set_')) names.push(name.slice(4));
  // A method may be an accessor under another name.
  for (const cls of semantics.accessors ? classes : [])
    for (const name of cls.methods.keys()) if (name.startsWith('get_')) names.push(name.slice(4));
  return names;
}
