import type { CExpression } from '../../frontend/c-tree.ts';
import type { Evaluator } from './evaluator.ts';
import { isCertain, nameOf } from './expression-facts.ts';
import type { Origin, Value } from './memory.ts';

export type Release = 'free' | 'delete' | 'delete[]' | 'fclose' | 'realloc';

const fits: Record<Release, readonly Origin[]> = {
  free: ['malloc'],
  realloc: ['malloc'],
  delete: ['new'],
  'delete[]': ['new[]'],
  fclose: ['file'],
};

/** Frees a block. */
export function releaseBlock(ev: Evaluator, value: Value, by: Release, at: number, e: CExpression): void {
  if (value.kind !== 'pointer') return;
  const block = ev.memory.blocks.get(value.block);
  if (block === undefined) return;
  if (block.isFreed) {
    ev.fault('freed-twice', at, nameOf(e));
    return;
  }
  const { origin } = block;
  const name = nameOf(e);
  // Which of two blocks it is may depend on the condition that decides whether it is freed.
  const isSure = isCertain(e, ev.memory);
  if (by !== 'fclose') {
    if (origin === 'variable' || origin === 'alloca' || origin === 'literal') {
      if (isSure) ev.fault('freed-foreign', at, name);
    } else if (origin === 'global') {
      if (isSure && block.type !== undefined && block.type.dimensions.length > 0)
        ev.fault('freed-foreign', at, name);
    } else if (!fits[by].includes(origin) && origin !== 'foreign') ev.fault('freed-otherwise', at, name);
    else if (value.path === '' && value.how === 'exact' && value.low > 0 && origin !== 'foreign')
      ev.fault('freed-inside', at, name);
    else if (
      value.how === 'open' &&
      value.path === '' &&
      origin !== 'foreign' &&
      value.low >= 0 &&
      isStepped(value)
    )
      ev.fault('freed-inside', at, name);
  }
  if (origin === 'variable' || origin === 'global') return;
  ev.memory.change(value.block, { isFreed: true });
}

function isStepped(value: Extract<Value, { kind: 'pointer' }>): boolean {
  return value.high === Number.POSITIVE_INFINITY;
}
