import type { Expr } from '../ir/ir.ts';
import type { TaintKind } from '../types/flow-findings.ts';
import { allKinds, maskOf } from './kinds.ts';
import type { Machine } from './machine.ts';
import { type Taint, unknown, type Value } from './value.ts';

/** A new source at `e`. */
export function sourceValue(
  m: Machine,
  kind: string,
  e: Expr,
  exposure: 'external' | 'library' | 'local' = 'external',
  sym: string | null = null,
  only?: readonly TaintKind[],
): Value {
  const { file, fn } = m.frame;
  const key = `${file.path}:${e.pos}:${e.end}:${kind}:${exposure}`;
  let source = m.program.sources.get(key);
  if (source === undefined) {
    source = { kind, exposure, file, pos: e.pos, end: e.end };
    m.program.sources.set(key, source);
  }
  const taint: Taint = {
    source,
    clean: only === undefined ? 0 : allKinds & ~maskOf(...only),
    weight: only === undefined ? 1 : 0.6,
    step: { file, pos: e.pos, end: e.end, fnId: fn.id, previous: null, depth: 0 },
  };
  return { ...unknown, taints: [taint], sym };
}
