import type { CExpression, CType } from '../../frontend/c-tree.ts';
import { elementOf, isBuiltInType, rangeOf } from '../../frontend/c-types.ts';
import { checkBounds } from './bounds.ts';
import { comparedMark } from './conditions.ts';
import { isCertain, nameOf } from './expression-facts.ts';
import type { CFunction } from './functions.ts';
import type { ValueFault } from './known-faults.ts';
import {
  anyValue,
  type Block,
  isSurelyNull,
  type Memory,
  type Origin,
  openNumber,
  outsideNumber,
  type Place,
  type PointerValue,
  slotKey,
  type Value,
  weaker,
} from './memory.ts';
import type { Run } from './run.ts';
import { typeOf } from './types-of.ts';

/** Resolves places, and reads and writes their values. */
export abstract class Access {
  readonly run: Run;
  readonly fn: CFunction;
  readonly depth: number;
  memory: Memory;
  macroDepth = 0;
  isInCondition = false;

  constructor(run: Run, fn: CFunction, memory: Memory, depth: number) {
    this.run = run;
    this.fn = fn;
    this.memory = memory;
    this.depth = depth;
  }

  abstract value(e: CExpression): Value;

  fault(kind: ValueFault, at: number, name: string): void {
    this.run.report(kind, this.fn.view, at, name);
  }

  /** A block that this function allocates. */
  allocate(origin: Origin, name: string, at: number, more: Partial<Block> = {}): number {
    return this.memory.add(origin, name, at, { ...more, home: this.fn });
  }

  /** Where an assignable expression is stored; null if that is not known. */
  place(e: CExpression): Place | null {
    switch (e.kind) {
      case 'name':
        return this.memory.vars.get(e.name) ?? this.globalPlace(e.name) ?? null;
      case 'cast':
        return this.place(e.of);
      case 'assign':
        this.value(e);
        return this.place(e.left);
      case 'unary':
        return e.op === '*' ? this.pointed(this.value(e.of), elementOf(typeOf(this, e.of)), e.of) : null;
      case 'index': {
        const base = this.value(e.of);
        const index = this.value(e.index);
        const type = elementOf(typeOf(this, e.of));
        const width = this.bytesOf(type);
        if (base.kind === 'pointer' && index.kind === 'number' && width > 0) {
          const moved = { ...base, low: base.low + index.low * width, high: base.high + index.high * width };
          const isSure = index.how !== 'exact' || isCertain(e.index, this.memory);
          return this.pointed({ ...moved, how: isSure ? weaker(base.how, index.how) : 'open' }, type, e.of);
        }
        return this.pointed(base.kind === 'pointer' ? { ...base, how: 'open' } : base, type, e.of);
      }
      case 'member': {
        const base = e.isArrow
          ? this.pointed(this.value(e.of), elementOf(typeOf(this, e.of)), e.of)
          : this.place(e.of);
        if (base === null) return null;
        const record = this.run.program.record(base.type?.name ?? '', this.fn.view);
        if (base.how !== 'exact') return null;
        const path = record?.isUnion
          ? slotKey(base.path, base.low)
          : `${slotKey(base.path, base.low)}.${e.name}`;
        return { block: base.block, path, type: record?.fields.get(e.name), low: 0, high: 0, how: 'exact' };
      }
      default:
        return null;
    }
  }

  /** Where a pointer points, after a check that it may be dereferenced. */
  private pointed(value: Value, type: CType | undefined, e: CExpression): Place | null {
    if (value.kind === 'null') {
      if (isSurelyNull(value, this.memory)) this.fault('null', e.at, nameOf(e));
      return null;
    }
    if (value.kind !== 'pointer') return null;
    this.followed(value, e);
    const { block, path, low, high, how } = value;
    return { block, path, type, low, high, how };
  }

  /** Reports a pointer that is dereferenced without a check. */
  followed(value: PointerValue, e: CExpression): void {
    if (value.may === null) return;
    this.fault(value.may === 'file' ? 'unchecked-file' : 'unchecked', e.at, nameOf(e));
    this.asked(e, value);
  }

  /** Marks the pointer as checked wherever it is stored. */
  asked(e: CExpression, value: PointerValue): void {
    const place = e.kind === 'cast' ? this.plainPlace(e.of) : this.plainPlace(e);
    if (place !== null) this.memory.write(place, { ...value, may: null });
  }

  /** The place of a name or member, without reading its value. */
  plainPlace(e: CExpression): Place | null {
    if (e.kind === 'assign') return this.plainPlace(e.left);
    if (e.kind === 'cast') return this.plainPlace(e.of);
    return e.kind === 'name' || e.kind === 'member' || (e.kind === 'unary' && e.op === '*')
      ? this.place(e)
      : null;
  }

  globalPlace(name: string): Place | undefined {
    const found = this.run.globalOf(name, this.fn.view);
    if (found === undefined) return undefined;
    const { declarator, isConstant } = found;
    let id = this.run.globals.get(found.key);
    if (id === undefined) {
      id = this.memory.add('global', name, declarator.at, {
        type: declarator.type,
        bytes: declarator.type.dimensions.length > 0 ? this.bytesOf(declarator.type) || undefined : undefined,
        isShared: true,
      });
      this.run.globals.set(found.key, id);
      const block = this.memory.blocks.get(id);
      const value = isConstant && declarator.value !== null ? this.value(declarator.value) : undefined;
      if (block !== undefined)
        this.run.globalBlocks.set(
          id,
          value === undefined ? block : { ...block, slots: new Map([['', value]]) },
        );
    }
    const here = this.memory.blocks.get(id);
    const first = this.run.globalBlocks.get(id);
    if (first !== undefined && (here === undefined || (here.slots.size === 0 && first.slots.size > 0)))
      this.memory.blocks.set(id, first);
    return { block: id, path: '', type: declarator.type, low: 0, high: 0, how: 'exact' };
  }

  read(place: Place, e: CExpression): Value {
    const block = this.memory.blocks.get(place.block);
    if (block === undefined) return anyValue;
    const width = this.bytesOf(place.type);
    checkBounds(this, block, place, width, false, e);
    if (place.how === 'exact') {
      const key = slotKey(place.path, place.low);
      const value = block.slots.get(key);
      if (value !== undefined) {
        if (value.kind === 'blank') this.checkBlank(value.decisions, e, place);
        return value.kind === 'blank' ? anyValue : value;
      }
      const isRecord =
        width > 0 && place.type !== undefined && !isBuiltInType(place.type.name) && place.type.pointers === 0;
      if (block.isBlank && !isRecord && place.low >= block.filled && isUntouched(block, key))
        this.checkBlank(block.decisions, e, place);
    } else if (block.isBlank && place.how === 'sweep' && block.slots.size === 0 && place.high >= block.filled)
      this.checkBlank(block.decisions, e, place);
    if (block.isOutside && place.type !== undefined && place.type.width > 0 && place.type.pointers === 0)
      return outsideNumber(rangeOf(place.type));
    return anyValue;
  }

  private checkBlank(decisions: number, e: CExpression, place: Place): void {
    if (decisions !== this.memory.decisions || place.type === undefined) return;
    this.fault('blank', e.at, nameOf(e));
    this.memory.change(place.block, { isBlank: false, slots: new Map() });
  }

  store(place: Place, value: Value, e: CExpression): void {
    const block = this.memory.blocks.get(place.block);
    if (block === undefined) return;
    checkBounds(this, block, place, this.bytesOf(place.type), true, e);
    // Code that can reach the block can reach this value.
    if (block.isShared) this.memory.share(value, false);
    let kept = value;
    if (e.kind === 'name') {
      // `if (n > most) n = most`: the value on the other branch is unknown.
      if (value.kind === 'number' && this.memory.conditions.has(comparedMark(e.name)))
        kept = openNumber(value.low, value.high);
      this.forgetConditions(e.name);
    }
    this.memory.write(place, kept);
    if (block.origin === 'variable') this.memory.change(place.block, { decisions: this.memory.decisions });
  }

  forgetConditions(name: string): void {
    for (const text of this.memory.conditions.keys())
      if (text.includes(name)) this.memory.conditions.delete(text);
  }

  /** `a = b` with two records. */
  copyRecord(from: CExpression, to: Place): boolean {
    if (from.kind !== 'name' && from.kind !== 'member' && from.kind !== 'unary') return false;
    const source = this.place(from);
    const block = source && this.memory.blocks.get(source.block);
    const target = this.memory.blocks.get(to.block);
    if (!source || !block || !target || source.how !== 'exact') return false;
    const prefix = slotKey(source.path, source.low);
    const slots = new Map(target.slots);
    for (const [key, value] of block.slots)
      if (key.startsWith(`${prefix}.`) || (prefix === '' && key.startsWith('[')))
        slots.set(slotKey(to.path, to.low) + key.slice(prefix.length), value);
    this.memory.change(to.block, { slots, isBlank: false });
    return true;
  }

  /** The size of a type in bytes; 0 if it is not known. */
  bytesOf(type: CType | undefined): number {
    if (type === undefined) return 0;
    let width = type.width;
    if (type.pointers > 0) width = 8;
    else if (width === 0) width = this.run.program.record(type.name, this.fn.view)?.bytes || 0;
    for (const one of type.dimensions) {
      const count = one === null ? undefined : this.value(one);
      if (count?.kind !== 'number' || count.how !== 'exact') return 0;
      width *= count.low;
    }
    return width;
  }
}

/** Neither a part of it nor something that contains it was assigned. */
function isUntouched(block: Block, key: string): boolean {
  for (const one of block.slots.keys())
    if (one.startsWith(`${key}.`) || (key.startsWith(one) && /^[.[]/.test(key.slice(one.length))))
      return false;
  return true;
}
