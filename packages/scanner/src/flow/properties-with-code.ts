import type { FunctionIr } from '../ir/ir.ts';

/** The code of a property. */
export function isAccessor({ name, file }: FunctionIr): boolean {
  return file.semantics.accessors && (name.startsWith('get_') || name.startsWith('set_'));
}
