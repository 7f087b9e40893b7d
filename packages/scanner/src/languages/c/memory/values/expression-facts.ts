import type { CExpression } from '../../frontend/c-tree.ts';
import type { Memory } from './memory.ts';

/** The name of an expression in messages. */
export function nameOf(e: CExpression | undefined): string {
  switch (e?.kind) {
    case 'name':
      return e.name;
    case 'member':
      return `${nameOf(e.of)}${e.isArrow ? '->' : '.'}${e.name}`;
    case 'index':
    case 'cast':
    case 'unary':
    case 'step':
      return nameOf(e.of);
    case 'assign':
    case 'binary':
      return nameOf(e.left);
    case 'call':
      return e.callee.kind === 'name' ? `${e.callee.name}()` : 'the result';
    default:
      return 'the value';
  }
}

/**
 * Whether everything that the number depends on is constant, or was assigned after the last condition with an unknown
 * result.
 */
export function isCertain(e: CExpression, memory: Memory): boolean {
  switch (e.kind) {
    case 'number':
    case 'sizeof':
      return true;
    case 'name': {
      const place = memory.vars.get(e.name);
      if (place === undefined) return true;
      const block = memory.blocks.get(place.block);
      return block === undefined || block.decisions === memory.decisions;
    }
    case 'cast':
    case 'unary':
    case 'step':
      return isCertain(e.of, memory);
    case 'binary':
      return isCertain(e.left, memory) && isCertain(e.right, memory);
    case 'assign':
      return isCertain(e.left, memory) && isCertain(e.right, memory);
    case 'call':
      return true;
    case 'member':
    case 'index':
      return memory.decisions === 0;
    default:
      return false;
  }
}
