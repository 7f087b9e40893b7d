import type { CExpression, CType } from '../../frontend/c-tree.ts';
import type { Access } from './access.ts';
import { isCertain, nameOf } from './expression-facts.ts';
import type { Block, Place, PointerValue, Value } from './memory.ts';

/** Checks that an access at a place is within its block, and that the block is not freed. */
export function checkBounds(
  access: Access,
  block: Block,
  place: Place,
  width: number,
  isWrite: boolean,
  e: CExpression,
): void {
  if (block.isFreed) access.fault('used-after', e.at, nameOf(e));
  if (e.kind === 'name' || e.kind === 'member' || width === 0) return;
  checkRange(access, block, place, width, isWrite, e.at, block.name);
}

/** Checks that `width` bytes from a place are within its block. */
function checkRange(
  access: Access,
  block: Block,
  { path, low, high, how }: Pick<Place, 'path' | 'low' | 'high' | 'how'>,
  width: number,
  isWrite: boolean,
  at: number,
  name: string,
): void {
  const bytes = sizeAt(access, block, path);
  if (bytes === undefined || how === 'open' || (block.origin === 'literal' && !isWrite && high > bytes))
    return;
  if (low >= 0 && high + width <= bytes) return;
  if (how === 'outside') access.fault('index', at, name);
  else if (low < 0) access.fault(isWrite ? 'underwrite' : 'underread', at, name);
  else access.fault(isWrite ? 'overwrite' : 'overread', at, name);
}

/** The size of a block, or of the member in it. */
function sizeAt(access: Access, block: Block, path: string): number | undefined {
  if (path === '') return block.bytes;
  let type: CType | undefined = block.type;
  for (const name of path.split('.').slice(1)) {
    if (type === undefined || name.includes('[')) return undefined;
    type = access.run.program.record(type.name, access.fn.view)?.fields.get(name);
  }
  return type !== undefined && type.dimensions.length > 0 ? access.bytesOf(type) || undefined : undefined;
}

/** A call that reads or writes a number of bytes from a pointer on. */
export function touch(
  access: Access,
  pointer: PointerValue,
  count: Value,
  isWrite: boolean,
  at: number,
  name: string,
  size?: CExpression,
): void {
  const block = access.memory.blocks.get(pointer.block);
  if (block === undefined) return;
  if (block.isFreed) access.fault('used-after', at, name);
  if (count.kind !== 'number' || count.how === 'open') return;
  if (count.how === 'outside') {
    if (count.low < 0) access.fault('negative-size', at, name);
    else if (block.bytes !== undefined && count.high + pointer.low > block.bytes)
      access.fault('length', at, name);
    return;
  }
  if (size !== undefined && !isCertain(size, access.memory)) return;
  if (count.how === 'exact' && count.low < 0) access.fault('negative-size', at, name);
  if (count.high > 0) checkRange(access, block, pointer, count.high, isWrite, at, block.name);
}

/** Checks the number of elements in an allocation. */
export function checkAllocation(
  access: Access,
  count: Value,
  e: CExpression,
  width: number,
  isChecked: boolean,
  at: number,
): void {
  if (count.kind !== 'number') return;
  if (count.how === 'exact' && count.low < 0 && isCertain(e, access.memory))
    access.fault('negative-size', at, nameOf(e));
  if (count.how !== 'outside') return;
  const most = count.high * Math.max(1, width);
  if (count.low < 0 && count.high < 2 ** 20) access.fault('negative-size', at, nameOf(e));
  else if (most >= 2 ** 31 - 1) {
    const isProduct = (count.isMade || width > 1) && !isChecked;
    access.fault(isProduct ? 'allocation-overflow' : 'unbounded-allocation', at, nameOf(e));
  }
}
