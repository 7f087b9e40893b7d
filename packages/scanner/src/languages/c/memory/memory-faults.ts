import type { FindingDraft } from '../../../rules/finding-draft.ts';
import type { SourceView } from '../../../rules/source-view.ts';
import { functionShapes } from './checks/function-shapes.ts';
import { nativeLifetimes } from './lifetimes/lifetimes.ts';
import { knownValues } from './values/known-values.ts';
import { CProgram } from './values/program.ts';

interface MemoryFaults {
  /** By the shape of each function. */
  shapes: FindingDraft[];
  /** Along the ways through each function by itself. */
  lifetimes: FindingDraft[];
  /** By what functions tell each other. */
  values: FindingDraft[];
}

/** What C and C++ do wrong with memory and numbers. Each function is read once for all who ask. */
export function memoryFaults(views: readonly SourceView[]): MemoryFaults {
  const native = views.filter(({ file }) => file.language === 'C' || file.language === 'C++');
  if (native.length === 0) return { shapes: [], lifetimes: [], values: [] };
  const program = new CProgram(native);
  return {
    shapes: functionShapes(program, native),
    lifetimes: nativeLifetimes(program, native),
    values: knownValues(program, native),
  };
}
