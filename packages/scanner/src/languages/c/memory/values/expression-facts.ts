import type { CExpression } from '../../frontend/c-tree.ts';
import type { Memory } from './memory.ts';

/** What an expression is called where it is spoken of. */
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

/** Everything that the number is made of was set since the last condition of unknown outcome, or is constant. */
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
