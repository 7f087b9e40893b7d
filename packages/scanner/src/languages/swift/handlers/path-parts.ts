import { deepTaints } from '../../../flow/elements.ts';
import { maskOf } from '../../../flow/kinds.ts';
import type { Machine } from '../../../flow/machine.ts';
import { cleanTaints, unknown, type Value } from '../../../flow/value.ts';

/** The last part of a path has no folders. */
export function lastPart(m: Machine, o: Value, name: string): Value | null {
  return name === 'lastPathComponent' || name === 'pathExtension'
    ? { ...unknown, taints: cleanTaints(deepTaints(m, o), maskOf('path')) }
    : null;
}
