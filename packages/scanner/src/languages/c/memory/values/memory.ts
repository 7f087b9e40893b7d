import type { CType } from '../../frontend/c-tree.ts';

/**
 * How a number is known. `exact`: it is this one number. `sweep`: it takes each number in the range in turn.
 * `outside`: others choose it within the range. `open`: unknown.
 */
export type Certainty = 'exact' | 'sweep' | 'outside' | 'open';

export interface NumberValue {
  kind: 'number';
  low: number;
  high: number;
  how: Certainty;
  /** The sum, difference or product of something that is not constant. */
  isMade: boolean;
  isNonZero: boolean;
}

export interface PointerValue {
  kind: 'pointer';
  block: number;
  /** The member that is pointed to; '' for the block itself. */
  path: string;
  low: number;
  high: number;
  how: Certainty;
  /** Not checked for NULL yet, and the reason why it may be NULL. */
  may: 'allocation' | 'search' | 'file' | null;
}

export type Value =
  | NumberValue
  | PointerValue
  /** The number of conditions with an unknown result, and of unknown calls, that were passed when it became null. */
  | { kind: 'null'; decisions: number; calls: number }
  | { kind: 'blank'; decisions: number }
  | { kind: 'function'; name: string }
  | { kind: 'any' };

export const anyValue: Value = { kind: 'any' };

export type Origin =
  | 'variable'
  | 'malloc'
  | 'new'
  | 'new[]'
  | 'alloca'
  | 'literal'
  | 'foreign'
  | 'file'
  | 'global';

export interface Block {
  origin: Origin;
  name: string;
  at: number;
  /** Undefined if the size is not known. */
  bytes: number | undefined;
  type: CType | undefined;
  slots: ReadonlyMap<string, Value>;
  /** Only its slots and its first `filled` bytes are initialized. */
  isBlank: boolean;
  decisions: number;
  filled: number;
  /** The length of the string in it, without the terminator. */
  text: number | undefined;
  /** The string is not terminated. */
  isOpen: boolean;
  /** Others choose its content. */
  isOutside: boolean;
  isFreed: boolean;
  /** Unknown code holds a pointer to it. */
  isShared: boolean;
  /** The function that allocated it. */
  home: object | undefined;
  /** The block that this one replaces, if realloc did not fail. */
  replaces: number | undefined;
}

export interface Place {
  block: number;
  path: string;
  type: CType | undefined;
  low: number;
  high: number;
  how: Certainty;
}

/** The memory and the returned value at an exit of a function. */
export interface Exit {
  memory: Memory;
  value: Value;
}

let nextBlock = 1;

/** The state on one path through a function. */
export class Memory {
  blocks: Map<number, Block>;
  vars: Map<string, Place>;
  conditions: Map<string, boolean>;
  decisions: number;
  calls: number;

  constructor(from?: Memory) {
    this.blocks = new Map(from?.blocks);
    this.vars = new Map(from?.vars);
    this.conditions = new Map(from?.conditions);
    this.decisions = from?.decisions ?? 0;
    this.calls = from?.calls ?? 0;
  }

  /** NULL that was assigned: calls in between do not change it. */
  get null(): Value {
    return { kind: 'null', decisions: this.decisions, calls: Number.POSITIVE_INFINITY };
  }

  copy(): Memory {
    return new Memory(this);
  }

  add(origin: Origin, name: string, at: number, more: Partial<Block> = {}): number {
    const id = nextBlock++;
    this.blocks.set(id, {
      origin,
      name,
      at,
      bytes: undefined,
      type: undefined,
      slots: new Map(),
      isBlank: false,
      decisions: this.decisions,
      filled: 0,
      text: undefined,
      isOpen: false,
      isOutside: false,
      isFreed: false,
      isShared: false,
      home: undefined,
      replaces: undefined,
      ...more,
    });
    return id;
  }

  change(id: number, more: Partial<Block>): void {
    const block = this.blocks.get(id);
    if (block !== undefined) this.blocks.set(id, { ...block, ...more });
  }

  write({ block: id, path, low, high, how, type }: Place, value: Value): void {
    const block = this.blocks.get(id);
    if (block === undefined) return;
    const width = type === undefined || type.pointers > 0 ? 8 : type.width;
    const slots = new Map(block.slots);
    const more: Partial<Block> = { slots };
    if (how === 'exact') {
      const key = slotKey(path, low);
      for (const other of slots.keys()) if (other.startsWith(`${key}.`)) slots.delete(other);
      slots.set(key, value);
      if (path === '' && low <= block.filled) more.filled = Math.max(block.filled, low + width);
    } else {
      for (const [other, lost] of slots)
        if (other === path || other.startsWith(`${path}[`)) {
          slots.delete(other);
          this.share(lost, false);
        }
      this.share(value, false);
      if (how === 'sweep' && low <= block.filled) more.filled = Math.max(block.filled, high + width);
      else if (how !== 'sweep') more.isBlank = false;
    }
    if (value.kind === 'number' && width <= 4 && path === '') {
      if (how === 'exact' && value.low === 0 && value.high === 0) {
        if (block.text === undefined || block.isOpen || low <= block.text) {
          more.text = block.isBlank && block.filled < low ? undefined : low;
          more.isOpen = false;
        }
      } else if (how !== 'exact' || (block.text !== undefined && low <= block.text)) more.text = undefined;
    }
    this.blocks.set(id, { ...block, ...more });
  }

  /** A call that does not keep its argument may have overwritten it. */
  overwrite(value: Value): void {
    if (value.kind === 'pointer')
      this.change(value.block, { slots: new Map(), isBlank: false, text: undefined, isOpen: false });
  }

  /** What an unknown call may have done to its argument, and to everything reached from there. */
  share(value: Value, mayWrite: boolean, depth = 0): void {
    if (value.kind !== 'pointer' || depth > 3) return;
    const block = this.blocks.get(value.block);
    if (block === undefined) return;
    for (const inner of block.slots.values())
      if (inner.kind === 'pointer') this.share(inner, mayWrite, depth + 1);
    if (mayWrite)
      this.blocks.set(value.block, {
        ...block,
        slots: new Map(),
        isBlank: false,
        text: undefined,
        isOpen: false,
        isShared: true,
      });
    else this.blocks.set(value.block, { ...block, isShared: true });
  }
}

/** NULL on this path, and nothing since then makes it uncertain. */
export function isSurelyNull(value: Value, memory: Memory): boolean {
  return value.kind === 'null' && value.decisions === memory.decisions && value.calls >= memory.calls;
}

export function slotKey(path: string, offset: number): string {
  return offset === 0 ? path : `${path}[${offset}]`;
}

export function exactNumber(value: number): NumberValue {
  return { kind: 'number', low: value, high: value, how: 'exact', isMade: false, isNonZero: value !== 0 };
}

export function outsideNumber([low, high]: readonly [number, number]): NumberValue {
  return { kind: 'number', low, high, how: 'outside', isMade: false, isNonZero: false };
}

/** A range of which only the bounds are known. */
export function openNumber(low: number, high: number): NumberValue {
  return { kind: 'number', low, high, how: 'open', isMade: false, isNonZero: low > 0 || high < 0 };
}

export function pointerTo(block: number, path = ''): PointerValue {
  return { kind: 'pointer', block, path, low: 0, high: 0, how: 'exact', may: null };
}

/** The certainty of a result from two numbers. */
export function weaker(a: Certainty, b: Certainty): Certainty {
  if (a === 'open' || b === 'open') return 'open';
  if (a === 'outside' || b === 'outside') return 'outside';
  return a === 'sweep' || b === 'sweep' ? 'sweep' : 'exact';
}
