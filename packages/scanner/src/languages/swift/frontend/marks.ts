import type { Annotation } from '../../../ir/ir.ts';

/** Modifiers and attributes of a declaration. */
export interface Marks {
  annotations: Annotation[];
  isStatic: boolean;
  isExported: boolean;
  isLazy: boolean;
}
