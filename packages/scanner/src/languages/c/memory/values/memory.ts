import type { CType } from '../../frontend/c-tree.ts';

/**
 * How a bound came to be: `exact` is the one number it can be, `sweep` takes each number between the bounds in turn,
 * `outside` is whatever somebody else chose within them, `open` is what nobody knows.
 */
export type Certainty = 'exact' | 'sweep' | 'outside' | 'open';

export interface NumberValue {
  kind: 'number';
  low: number;
  high: number;
  how: Certainty;
  /** A sum, difference or product of something that is no constant of the text. */
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
  /** Nothing has asked yet whether it is NULL. */
  may: 'allocation' | 'search' | 'file' | null;
}

export type Value =
  | NumberValue
  | PointerValue
  /** How many conditions of unknown outcome, and calls of unknown effect, were passed when it became so. */
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
  /** Undefined where the size is not known. */
  bytes: number | undefined;
  type: CType | undefined;
  slots: ReadonlyMap<string, Value>;
  /** Nothing but its slots and its first `filled` bytes has a value. */
  isBlank: boolean;
  decisions: number;
  filled: number;
  /** Bytes of the text in it, without its end. */
  text: number | undefined;
  /** The text has no end. */
  isOpen: boolean;
  /** Somebody else chose what is in it. */
  isOutside: boolean;
  isFreed: boolean;
  /** Code that is not known here holds a pointer to it. */
  isShared: boolean;
  /** The function that asked for it. */
  home: object | undefined;
  /** The block that it replaces, when the call that gave it did not fail. */
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

/** What holds where a function is left, and what it gives back there. */
export interface Exit {
  memory: Memory;
  value: Value;
}

let nextBlock = 1;

/** What holds on one way through a function. */
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

  /** NULL by a value that was given: calls in between change nothing of it. */
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

  /** What a call may have written that keeps nothing of what it gets. */
  overwrite(value: Value): void {
    if (value.kind === 'pointer')
      this.change(value.block, { slots: new Map(), isBlank: false, text: undefined, isOpen: false });
  }

  /** What a call that is not known may have done to what it was given, and to all that is reached from there. */
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

/** NULL on this way as nothing since has left open. */
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

/** A range of which nothing but its bounds is known. */
export function openNumber(low: number, high: number): NumberValue {
  return { kind: 'number', low, high, how: 'open', isMade: false, isNonZero: low > 0 || high < 0 };
}

export function pointerTo(block: number, path = ''): PointerValue {
  return { kind: 'pointer', block, path, low: 0, high: 0, how: 'exact', may: null };
}

/** What is sure of two numbers together. */
export function weaker(a: Certainty, b: Certainty): Certainty {
  if (a === 'open' || b === 'open') return 'open';
  if (a === 'outside' || b === 'outside') return 'outside';
  return a === 'sweep' || b === 'sweep' ? 'sweep' : 'exact';
}
