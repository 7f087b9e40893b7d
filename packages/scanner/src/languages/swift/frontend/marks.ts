import type { Annotation } from '../../../ir/ir.ts';

/** What stands before a declaration. */
export interface Marks {
  annotations: Annotation[];
  isStatic: boolean;
  isExported: boolean;
  isLazy: boolean;
}
