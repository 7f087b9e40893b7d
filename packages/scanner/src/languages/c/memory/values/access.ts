import type { CExpression, CType } from './c-tree.ts';
import { elementOf, isBuiltInType, rangeOf, typeOfWords } from './c-types.ts';
import { comparedMark } from './conditions.ts';
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

/** Places, what is read from them and written to them, and whether they are within their blocks. */
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
  abstract typeOf(e: CExpression): CType | undefined;

  fault(kind: ValueFault, at: number, name: string): void {
    this.run.report(kind, this.fn.view, at, name);
  }

  /** A block that this function asks for. */
  allocate(origin: Origin, name: string, at: number, more: Partial<Block> = {}): number {
    return this.memory.add(origin, name, at, { ...more, home: this.fn });
  }

  /** Where an expression that can be assigned to lies; null where that is not known. */
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
        return e.op === '*' ? this.pointed(this.value(e.of), elementOf(this.typeOf(e.of)), e.of) : null;
      case 'index': {
        const base = this.value(e.of);
        const index = this.value(e.index);
        const type = elementOf(this.typeOf(e.of));
        const width = this.bytesOf(type);
        if (base.kind === 'pointer' && index.kind === 'number' && width > 0) {
          const moved = { ...base, low: base.low + index.low * width, high: base.high + index.high * width };
          const isSure = index.how !== 'exact' || this.isCertain(e.index);
          return this.pointed({ ...moved, how: isSure ? weaker(base.how, index.how) : 'open' }, type, e.of);
        }
        return this.pointed(base.kind === 'pointer' ? { ...base, how: 'open' } : base, type, e.of);
      }
      case 'member': {
        const base = e.isArrow
          ? this.pointed(this.value(e.of), elementOf(this.typeOf(e.of)), e.of)
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

  /** Where a pointer leads, once it is known that it may be followed. */
  private pointed(value: Value, type: CType | undefined, e: CExpression): Place | null {
    if (value.kind === 'null') {
      if (isSurelyNull(value, this.memory)) this.fault('null', e.at, this.nameOf(e));
      return null;
    }
    if (value.kind !== 'pointer') return null;
    this.followed(value, e);
    const { block, path, low, high, how } = value;
    return { block, path, type, low, high, how };
  }

  /** A pointer that is followed unasked. */
  followed(value: PointerValue, e: CExpression): void {
    if (value.may === null) return;
    this.fault('unchecked', e.at, this.nameOf(e));
    this.asked(e, value);
  }

  /** Whatever held the pointer holds one that was looked at. */
  asked(e: CExpression, value: PointerValue): void {
    const place = e.kind === 'cast' ? this.plainPlace(e.of) : this.plainPlace(e);
    if (place !== null) this.memory.write(place, { ...value, may: null });
  }

  /** The place of a name or member, without a look at what lies there. */
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
      const block = this.memory.blocks.get(id)!;
      const value = isConstant && declarator.value !== null ? this.value(declarator.value) : undefined;
      this.run.globalBlocks.set(
        id,
        value === undefined ? block : { ...block, slots: new Map([['', value]]) },
      );
    }
    if (!this.memory.blocks.has(id) || this.memory.blocks.get(id)!.slots.size === 0) {
      const first = this.run.globalBlocks.get(id)!;
      if (!this.memory.blocks.has(id) || first.slots.size > 0) this.memory.blocks.set(id, first);
    }
    return { block: id, path: '', type: declarator.type, low: 0, high: 0, how: 'exact' };
  }

  read(place: Place, e: CExpression): Value {
    const block = this.memory.blocks.get(place.block);
    if (block === undefined) return anyValue;
    const width = this.bytesOf(place.type);
    this.checkBounds(block, place, width, false, e);
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
    this.fault('blank', e.at, this.nameOf(e));
    this.memory.change(place.block, { isBlank: false, slots: new Map() });
  }

  store(place: Place, value: Value, e: CExpression): void {
    const block = this.memory.blocks.get(place.block);
    if (block === undefined) return;
    this.checkBounds(block, place, this.bytesOf(place.type), true, e);
    // Whoever can reach the block reaches what is put there.
    if (block.isShared) this.memory.share(value, false);
    let kept = value;
    if (e.kind === 'name') {
      // `if (n > most) n = most`: what it would be without is not known.
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

  private checkBounds(block: Block, place: Place, width: number, isWrite: boolean, e: CExpression): void {
    if (block.isFreed) this.fault('used-after', e.at, this.nameOf(e));
    if (e.kind === 'name' || e.kind === 'member' || width === 0) return;
    this.checkRange(block, place, width, isWrite, e.at, block.name);
  }

  /** Whether `width` bytes from a place on lie within its block. */
  checkRange(
    block: Block,
    { path, low, high, how }: Pick<Place, 'path' | 'low' | 'high' | 'how'>,
    width: number,
    isWrite: boolean,
    at: number,
    name: string,
  ): void {
    const bytes = this.sizeAt(block, path);
    if (bytes === undefined || how === 'open' || (block.origin === 'literal' && !isWrite && high > bytes))
      return;
    if (low >= 0 && high + width <= bytes) return;
    if (how === 'outside') this.fault('index', at, name);
    else if (low < 0) this.fault(isWrite ? 'underwrite' : 'underread', at, name);
    else this.fault(isWrite ? 'overwrite' : 'overread', at, name);
  }

  /** The size of a block, or of the member of it that is meant. */
  sizeAt(block: Block, path: string): number | undefined {
    if (path === '') return block.bytes;
    let type: CType | undefined = block.type;
    for (const name of path.split('.').slice(1)) {
      if (type === undefined || name.includes('[')) return undefined;
      type = this.run.program.record(type.name, this.fn.view)?.fields.get(name);
    }
    return type !== undefined && type.dimensions.length > 0 ? this.bytesOf(type) || undefined : undefined;
  }

  /** So many bytes from a pointer on are written, or read, by a call. */
  touch(
    pointer: PointerValue,
    count: Value,
    isWrite: boolean,
    at: number,
    name: string,
    size?: CExpression,
  ): void {
    const block = this.memory.blocks.get(pointer.block);
    if (block === undefined) return;
    if (block.isFreed) this.fault('used-after', at, name);
    if (count.kind !== 'number' || count.how === 'open') return;
    if (count.how === 'outside') {
      if (count.low < 0) this.fault('negative-size', at, name);
      else if (block.bytes !== undefined && count.high + pointer.low > block.bytes)
        this.fault('length', at, name);
      return;
    }
    if (size !== undefined && !this.isCertain(size)) return;
    if (count.high > 0) this.checkRange(block, pointer, count.high, isWrite, at, block.name);
  }

  /** What an allocation of so many elements says of their number. */
  checkAllocation(count: Value, e: CExpression, width: number, isChecked: boolean, at: number): void {
    if (count.kind !== 'number' || count.how !== 'outside') return;
    const most = count.high * Math.max(1, width);
    if (count.low < 0 && count.high < 2 ** 20) this.fault('negative-size', at, this.nameOf(e));
    else if (most >= 2 ** 31 - 1) {
      const isProduct = (count.isMade || width > 1) && !isChecked;
      this.fault(isProduct ? 'allocation-overflow' : 'unbounded-allocation', at, this.nameOf(e));
    }
  }

  /** `a = b` of two records. */
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

  /** The bytes of a type; 0 where they are not known. */
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

  /** Everything that the number is made of was set since the last condition of unknown outcome, or is constant. */
  isCertain(e: CExpression): boolean {
    switch (e.kind) {
      case 'number':
      case 'sizeof':
        return true;
      case 'name': {
        const place = this.memory.vars.get(e.name);
        if (place === undefined) return true;
        const block = this.memory.blocks.get(place.block);
        return block === undefined || block.decisions === this.memory.decisions;
      }
      case 'cast':
      case 'unary':
      case 'step':
        return this.isCertain(e.of);
      case 'binary':
        return this.isCertain(e.left) && this.isCertain(e.right);
      case 'assign':
        return this.isCertain(e.left) && this.isCertain(e.right);
      case 'call':
        return true;
      case 'member':
      case 'index':
        return this.memory.decisions === 0;
      default:
        return false;
    }
  }

  callType(e: Extract<CExpression, { kind: 'call' }>): CType | undefined {
    if (e.callee.kind !== 'name') return undefined;
    const { name } = e.callee;
    if (/^(?:atoi|rand|abs|RAND32)$/.test(name)) return typeOfWords(['int']);
    if (/^(?:strlen|wcslen)$/.test(name)) return typeOfWords(['size_t']);
    return this.run.program.resolve(name, this.fn.view, e.args.length)?.returnType;
  }

  nameOf(e: CExpression): string {
    switch (e.kind) {
      case 'name':
        return e.name;
      case 'member':
        return `${this.nameOf(e.of)}${e.isArrow ? '->' : '.'}${e.name}`;
      case 'index':
      case 'cast':
      case 'unary':
      case 'step':
        return this.nameOf(e.of);
      case 'assign':
      case 'binary':
        return this.nameOf(e.left);
      case 'call':
        return e.callee.kind === 'name' ? `${e.callee.name}()` : 'the result';
      default:
        return 'the value';
    }
  }
}

/** Neither a part of it nor what it is a part of was given a value. */
function isUntouched(block: Block, key: string): boolean {
  for (const one of block.slots.keys())
    if (one.startsWith(`${key}.`) || (key.startsWith(one) && /^[.[]/.test(key.slice(one.length))))
      return false;
  return true;
}
