import { anyValue, type Memory, type Value } from './memory.ts';

/** What is true on every one of the paths. */
export function joinMemories(memories: readonly Memory[]): Memory {
  const [first, ...others] = memories;
  if (first === undefined) throw new TypeError('Nothing is to be joined.');
  const joined = first.copy();
  for (const other of others) {
    for (const [id, block] of joined.blocks) {
      const there = other.blocks.get(id);
      if (there === block) continue;
      if (there === undefined) {
        joined.blocks.delete(id);
        continue;
      }
      const slots = new Map<string, Value>();
      for (const [key, value] of block.slots) {
        const second = there.slots.get(key);
        const both = second === undefined ? anyValue : joinValues(value, second);
        if (second !== undefined) slots.set(key, both);
        // A value that is forgotten here may be freed by other code that holds it.
        if (both.kind === 'any') {
          joined.share(value, false);
          if (second !== undefined) joined.share(second, false);
        }
      }
      for (const [key, value] of there.slots) if (!block.slots.has(key)) joined.share(value, false);
      joined.blocks.set(id, {
        ...block,
        slots,
        isBlank: block.isBlank && there.isBlank,
        filled: Math.max(block.filled, there.filled),
        text: block.text === there.text ? block.text : undefined,
        isOpen: block.isOpen && there.isOpen,
        isOutside: block.isOutside || there.isOutside,
        isFreed: block.isFreed && there.isFreed,
        isShared: block.isShared || there.isShared || block.isFreed !== there.isFreed,
      });
    }
    for (const [text, isTrue] of joined.conditions)
      if (other.conditions.get(text) !== isTrue) joined.conditions.delete(text);
    joined.decisions = Math.max(joined.decisions, other.decisions) + 1;
  }
  return joined;
}

export function joinValues(a: Value, b: Value): Value {
  if (a === b) return a;
  if (a.kind === 'number' && b.kind === 'number') {
    if (a.low === b.low && a.high === b.high && a.how === b.how) return a;
    const isOutside = a.how === 'outside' || b.how === 'outside';
    return {
      kind: 'number',
      low: Math.min(a.low, b.low),
      high: Math.max(a.high, b.high),
      how: isOutside ? 'outside' : 'open',
      isMade: a.isMade || b.isMade,
      isNonZero: a.isNonZero && b.isNonZero,
    };
  }
  if (
    a.kind === 'pointer' &&
    b.kind === 'pointer' &&
    a.block === b.block &&
    a.path === b.path &&
    a.low === b.low
  )
    return { ...a, may: a.may === b.may ? a.may : null };
  return anyValue;
}
