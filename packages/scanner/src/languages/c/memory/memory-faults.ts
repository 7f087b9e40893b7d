import type { FindingDraft } from '../../../rules/finding-draft.ts';
import type { SourceView } from '../../../rules/source-view.ts';
import { functionShapes } from './checks/function-shapes.ts';
import { nativeLifetimes } from './lifetimes/lifetimes.ts';
import { knownValues } from './values/known-values.ts';
import { CProgram } from './values/program.ts';

interface MemoryFaults {
  /** Found in the tree of each function. */
  shapes: FindingDraft[];
  /** Found along the paths through each function by itself. */
  lifetimes: FindingDraft[];
  /** Found by values across functions. */
  values: FindingDraft[];
}

/** Flaws with memory and numbers in C and C++. Each function is parsed once for all checks. */
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
