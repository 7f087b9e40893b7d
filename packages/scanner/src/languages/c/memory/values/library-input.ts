import { isPlainNumber, rangeOf } from '../../frontend/c-types.ts';
import { touch } from './bounds.ts';
import { argumentValue, type Handler, pointerArgument, setText, times } from './call-arguments.ts';
import { nameOf } from './expression-facts.ts';
import { anyValue, exactNumber, openNumber, outsideNumber, type Value } from './memory.ts';

/** Reads text or bytes from outside, up to a size. */
export const received =
  (to: number, sizes: readonly number[], unit: number, isText: boolean): Handler =>
  (ev, e, name) => {
    const target = pointerArgument(ev, e, to);
    let count: Value = exactNumber(unit);
    for (const index of sizes) {
      const one = argumentValue(ev, e, index);
      count =
        count.kind === 'number' && one.kind === 'number' && one.how === 'exact' && count.how === 'exact'
          ? exactNumber(count.low * one.low)
          : sizes.length === 1
            ? times(one, unit)
            : anyValue;
    }
    for (const [index] of e.args.entries())
      if (index !== to && !sizes.includes(index)) argumentValue(ev, e, index);
    if (target !== null) {
      touch(ev, target, count, true, e.at, nameOf(e.args[to]), e.args[sizes[0] ?? -1]);
      setText(ev, target, undefined, false);
      ev.memory.change(target.block, { isOutside: true });
      const block = ev.memory.blocks.get(target.block);
      if (block?.type !== undefined && isPlainNumber(block.type) && target.path === '')
        ev.memory.change(target.block, { slots: new Map([['', outsideNumber(rangeOf(block.type))]]) });
    }
    if (isText) return target === null ? anyValue : { ...target, may: null };
    return /^(?:fread)$/.test(name) ? openNumber(0, Number.POSITIVE_INFINITY) : anyValue;
  };

export const scanned =
  (from: number): Handler =>
  (ev, e) => {
    for (const [index, arg] of e.args.entries()) {
      const value = ev.value(arg);
      if (index < from || value.kind !== 'pointer') continue;
      const block = ev.memory.blocks.get(value.block);
      const target = arg.kind === 'unary' && arg.op === '&' ? ev.place(arg.of) : null;
      if (target !== null && isPlainNumber(target.type)) {
        ev.forgetConditions(nameOf(arg));
        ev.memory.write(target, outsideNumber(rangeOf(target.type)));
        ev.memory.change(target.block, { decisions: ev.memory.decisions });
      } else if (block !== undefined) {
        setText(ev, value, undefined, false);
        ev.memory.change(value.block, { isOutside: true, slots: new Map() });
      }
    }
    return anyValue;
  };

export const fromOutside =
  (range: readonly [number, number]): Handler =>
  (ev, e) => {
    let isConstant = e.args.length > 0;
    for (const arg of e.args) {
      const value = ev.value(arg);
      // The second argument receives the position where the number ended.
      if (arg !== e.args[0]) ev.memory.share(value, true);
      if (arg.kind !== 'text' && arg.kind !== 'number') isConstant = false;
    }
    return isConstant ? anyValue : outsideNumber(range);
  };
