import type { CExpression, CType } from '../../frontend/c-tree.ts';
import { isPlainNumber, rangeOf } from '../../frontend/c-types.ts';
import { Access } from './access.ts';
import { arithmetic, stepped } from './arithmetic.ts';
import { checkAllocation, touch } from './bounds.ts';
import { callFunction } from './calls.ts';
import { decide } from './conditions.ts';
import { isCertain, nameOf } from './expression-facts.ts';
import { releaseBlock } from './heap.ts';
import { joinMemories, joinValues } from './joins.ts';
import { limits } from './limits.ts';
import { anyValue, exactNumber, openNumber, type Place, pointerTo, type Value } from './memory.ts';
import { typeOf } from './types-of.ts';

/** Evaluates expressions on one path through a function, with their effects. */
export class Evaluator extends Access {
  value(e: CExpression): Value {
    if (++this.run.steps > this.run.mostSteps) return anyValue;
    switch (e.kind) {
      case 'number':
        return e.isFloat ? openNumber(e.value, e.value) : exactNumber(e.value);
      case 'text':
        return pointerTo(
          this.memory.add('literal', 'the text', e.at, {
            bytes: (e.length + 1) * e.unit,
            text: Number.isNaN(e.length) ? undefined : e.length * e.unit,
            ...(Number.isNaN(e.length) && { bytes: undefined }),
          }),
        );
      case 'name':
        return this.named(e);
      case 'member':
      case 'index':
        return this.load(e);
      case 'call':
        return callFunction(this, e);
      case 'unary':
        return this.unary(e);
      case 'step':
        return stepped(this, e);
      case 'binary':
        if (e.op === '&&' || e.op === '||') return this.both(e);
        return arithmetic(this, e.op, e.left, e.right, e.at);
      case 'assign':
        return this.assign(e);
      case 'choice':
        return this.choice(e);
      case 'cast':
        return this.cast(this.value(e.of), e.type, e.of, e.at);
      case 'sizeof': {
        const type = e.type ?? (e.of === null ? undefined : typeOf(this, e.of));
        const bytes = this.bytesOf(type);
        return bytes > 0 ? exactNumber(bytes) : openNumber(1, Number.POSITIVE_INFINITY);
      }
      case 'new':
        return this.made(e);
      case 'delete':
        releaseBlock(this, this.value(e.of), e.isArray ? 'delete[]' : 'delete', e.at, e.of);
        return anyValue;
      case 'list':
      case 'unknown': {
        const parts = e.kind === 'list' ? e.items : e.parts;
        let last: Value = anyValue;
        for (const part of parts) last = this.value(part);
        return e.kind === 'unknown' && parts.length > 1 ? last : anyValue;
      }
    }
  }

  private named(e: Extract<CExpression, { kind: 'name' }>): Value {
    const { name } = e;
    if (name === 'NULL' || name === 'nullptr') return this.memory.null;
    const place = this.place(e);
    if (place !== null) return this.load(e, place);
    const limit = Object.hasOwn(limits, name) ? limits[name] : undefined;
    if (limit !== undefined) return exactNumber(limit);
    if (this.run.program.isFunction(name)) return { kind: 'function', name };
    const macro = this.run.program.macro(name, this.fn.view);
    return macro === undefined || this.macroDepth > 4 ? anyValue : this.expanded(macro);
  }

  private expanded(macro: CExpression): Value {
    this.macroDepth++;
    const value = this.value(macro);
    this.macroDepth--;
    return value;
  }

  private load(e: CExpression, known?: Place): Value {
    const place = known ?? this.place(e);
    if (place === null) return anyValue;
    if (place.type !== undefined && place.type.dimensions.length > 0)
      return {
        kind: 'pointer',
        block: place.block,
        path: place.path,
        low: place.low,
        high: place.high,
        how: place.how,
        may: null,
      };
    return this.read(place, e);
  }

  private unary(e: Extract<CExpression, { kind: 'unary' }>): Value {
    if (e.op === '*') return this.load(e);
    if (e.op === '&') {
      const place = this.place(e.of);
      if (place === null) {
        if (e.of.kind === 'name') return this.value(e.of);
        return anyValue;
      }
      const { block, path, low, high, how } = place;
      return { kind: 'pointer', block, path, low, high, how, may: null };
    }
    const value = this.value(e.of);
    if (e.op === '+') return value;
    if (value.kind !== 'number') {
      if (e.op === '!' && value.kind === 'null') return exactNumber(1);
      return anyValue;
    }
    if (e.op === '-') {
      return { ...value, low: -value.high, high: -value.low };
    }
    if (e.op === '!') {
      if (value.low === 0 && value.high === 0) return exactNumber(1);
      return value.low > 0 || value.high < 0 || value.isNonZero ? exactNumber(0) : openNumber(0, 1);
    }
    return value.how === 'exact' ? exactNumber(~value.low) : anyValue;
  }

  private assign(e: Extract<CExpression, { kind: 'assign' }>): Value {
    if (e.op !== '=') {
      const value = arithmetic(this, e.op.slice(0, -1), e.left, e.right, e.at);
      const place = this.place(e.left);
      if (place !== null) this.store(place, value, e.left);
      return value;
    }
    const value = this.value(e.right);
    const place = this.place(e.left);
    if (place === null) {
      this.memory.share(value, false);
      return value;
    }
    if (value.kind === 'any' && this.copyRecord(e.right, place)) return value;
    this.store(place, this.cast(value, place.type, e.right, e.at), e.left);
    return value;
  }

  /** Converts a number to another type. */
  cast(value: Value, type: CType | undefined, from: CExpression, at: number): Value {
    if (value.kind !== 'number') {
      return value;
    }
    if (type === undefined) return value;
    if (type.pointers > 0) return value.low === 0 && value.high === 0 ? this.memory.null : anyValue;
    if (!isPlainNumber(type) || type.isFloat) return type.isFloat ? value : anyValue;
    const [low, high] = rangeOf(type);
    if (value.low >= low && value.high <= high) return value;
    if (value.how === 'open') return openNumber(low, high);
    if (
      value.isMade &&
      type.width < 4 &&
      (value.how === 'outside' || (isCertain(from, this.memory) && isOfWidth(this, from, type)))
    ) {
      if (value.high > high) this.fault('overflow', at, nameOf(from));
      else this.fault('underflow', at, nameOf(from));
    } else if (
      value.how === 'outside' &&
      from.kind === 'name' &&
      type.width < (typeOf(this, from)?.width ?? 0)
    )
      this.fault('truncation', at, nameOf(from));
    if (value.how === 'exact' && !type.isSigned && value.low < 0 && type.width < 8)
      return exactNumber(value.low + 2 ** (type.width * 8));
    return value.how === 'outside' ? { ...value, low, high, isMade: false } : openNumber(low, high);
  }

  private both(e: Extract<CExpression, { kind: 'binary' }>): Value {
    const [yes, no] = decide(this, e.left, this.memory);
    const [goesOn, ends] = e.op === '&&' ? [yes, no] : [no, yes];
    const first = goesOn[0];
    if (first === undefined) {
      this.memory = ends[0] ?? this.memory;
      return exactNumber(e.op === '&&' ? 0 : 1);
    }
    this.memory = first;
    const value = this.value(e.right);
    const [end] = ends;
    if (end !== undefined) this.memory = joinMemories([this.memory, end]);
    return end === undefined && value.kind === 'number' ? value : openNumber(0, 1);
  }

  private choice(e: Extract<CExpression, { kind: 'choice' }>): Value {
    const [yes, no] = decide(this, e.test, this.memory);
    if (yes[0] === undefined || no[0] === undefined) {
      this.memory = yes[0] ?? no[0] ?? this.memory;
      return this.value(yes[0] === undefined ? e.no : e.yes);
    }
    this.memory = yes[0];
    const first = this.value(e.yes);
    const afterYes = this.memory;
    this.memory = no[0];
    const second = this.value(e.no);
    this.memory = joinMemories([afterYes, this.memory]);
    return joinValues(first, second);
  }

  private made(e: Extract<CExpression, { kind: 'new' }>): Value {
    for (const arg of e.args) this.memory.share(this.value(arg), true);
    const width = this.bytesOf(e.type);
    if (e.place !== null) {
      const at = this.value(e.place);
      if (at.kind === 'pointer' && e.count === null && width > 0)
        touch(this, at, exactNumber(width), true, e.at, nameOf(e.place));
      return at;
    }
    const count = e.count === null ? exactNumber(1) : this.value(e.count);
    if (e.count !== null) checkAllocation(this, count, e.count, width, false, e.at);
    const bytes =
      count.kind === 'number' && count.how === 'exact' && width > 0 ? count.low * width : undefined;
    const isNumber = isPlainNumber(e.type) || e.type.pointers > 0;
    return pointerTo(
      this.allocate(e.count === null ? 'new' : 'new[]', 'the block', e.at, {
        bytes,
        isBlank: isNumber && e.args.length === 0,
      }),
    );
  }
}

/** The sum of a variable that is as narrow itself. */
function isOfWidth(ev: Evaluator, e: CExpression, type: CType): boolean {
  const inner = e.kind === 'cast' ? e.of : e;
  return (
    inner.kind === 'binary' && inner.left.kind === 'name' && typeOf(ev, inner.left)?.width === type.width
  );
}
