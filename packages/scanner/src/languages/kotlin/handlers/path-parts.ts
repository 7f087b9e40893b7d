import { deepTaints } from '../../../flow/elements.ts';
import { maskOf } from '../../../flow/kinds.ts';
import type { Machine } from '../../../flow/machine.ts';
import { cleanTaints, unknown, type Value } from '../../../flow/value.ts';
import type { Expr } from '../../../ir/ir.ts';

/** The last part of a path. */
export function lastPart(m: Machine, o: Value, name: string, e: Expr, written: string): Value | null {
  const isPart =
    (o.type === 'File' && /^name(?:WithoutExtension)?$/.test(name)) ||
    (/^(?:name|fileName|nameWithoutExtension)$/.test(name) &&
      /\bPaths?\b|^\S* (?:java\.io\.)?File\(/.test(`${o.type ?? ''} ${written}`));
  if (!isPart) return null;
  // The path object is only created to take its last part, which has no folders.
  if (e.k === 'get' && e.o.k === 'call') m.refute(`${m.file.path}:${e.o.pos}:path`);
  return { ...unknown, taints: cleanTaints(deepTaints(m, o), maskOf('path')) };
}
