import { touch } from './bounds.ts';
import { argumentValue, type Handler, pointerArgument, setText, textAt, times } from './call-arguments.ts';
import { nameOf } from './expression-facts.ts';
import { anyValue, exactNumber, openNumber } from './memory.ts';
import { typeOf } from './types-of.ts';

export const copy =
  (to: number, from: number, unit: number): Handler =>
  (ev, e) => {
    const target = pointerArgument(ev, e, to);
    const source = pointerArgument(ev, e, from);
    const count = times(argumentValue(ev, e, 2), unit);
    if (source !== null) touch(ev, source, count, false, e.at, nameOf(e.args[from]), e.args[2]);
    if (target === null) return anyValue;
    touch(ev, target, count, true, e.at, nameOf(e.args[to]), e.args[2]);
    const text = textAt(ev, source);
    const size = count.kind === 'number' && count.how === 'exact' ? count.low : undefined;
    const isWhole = text !== undefined && size !== undefined && size > text;
    setText(ev, target, isWhole ? text : undefined, false);
    const outside = source !== null && ev.memory.blocks.get(source.block)?.isOutside === true;
    if (outside) ev.memory.change(target.block, { isOutside: true });
    return target;
  };

export const fill =
  (unit: number, at = 1, sizeAt = 2): Handler =>
  (ev, e) => {
    const target = pointerArgument(ev, e, 0);
    const sign = at === 0 ? exactNumber(0) : argumentValue(ev, e, at);
    const count = times(argumentValue(ev, e, sizeAt), unit);
    if (target === null) return anyValue;
    touch(ev, target, count, true, e.at, nameOf(e.args[0]), e.args[sizeAt]);
    if (count.kind !== 'number' || count.how !== 'exact') setText(ev, target, undefined, false);
    else if (sign.kind === 'number' && sign.how === 'exact' && sign.low === 0) {
      setText(ev, target, 0, false);
      if (target.low === 0 && target.path === '')
        ev.memory.change(target.block, { slots: new Map([['', exactNumber(0)]]) });
    } else setText(ev, target, count.low, true);
    return target;
  };

export const copyText =
  (unit: number, isAdded: boolean): Handler =>
  (ev, e) => {
    const target = pointerArgument(ev, e, 0);
    const source = pointerArgument(ev, e, 1);
    if (target === null) return anyValue;
    const [before, text] = [isAdded ? textAt(ev, target) : 0, textAt(ev, source)];
    const block = ev.memory.blocks.get(target.block);
    if (text !== undefined && before !== undefined && block !== undefined)
      touch(ev, target, exactNumber(before + text + unit), true, e.at, nameOf(e.args[0]));
    setText(ev, target, text === undefined || before === undefined ? undefined : before + text, false);
    return target;
  };

export const copyBounded =
  (unit: number, isAdded: boolean): Handler =>
  (ev, e) => {
    const target = pointerArgument(ev, e, 0);
    const source = pointerArgument(ev, e, 1);
    const count = times(argumentValue(ev, e, 2), unit);
    if (target === null) return anyValue;
    const text = textAt(ev, source);
    const before = isAdded ? textAt(ev, target) : 0;
    const most = count.kind === 'number' && count.how === 'exact' ? count.low : undefined;
    if (!isAdded) touch(ev, target, count, true, e.at, nameOf(e.args[0]), e.args[2]);
    else if (count.kind === 'number' && count.how === 'outside')
      touch(ev, target, count, true, e.at, nameOf(e.args[0]));
    else if (most !== undefined && text !== undefined && before !== undefined)
      touch(ev, target, exactNumber(before + Math.min(text, most) + unit), true, e.at, nameOf(e.args[0]));
    const isCut = !isAdded && text !== undefined && most !== undefined && text >= most;
    const length =
      text === undefined || most === undefined || before === undefined
        ? undefined
        : before + Math.min(text, most);
    setText(ev, target, length, isCut);
    return target;
  };

export const lengthOf =
  (unit: number): Handler =>
  (ev, e) => {
    const text = textAt(ev, pointerArgument(ev, e, 0));
    return text === undefined ? openNumber(0, Number.POSITIVE_INFINITY) : exactNumber(text / unit);
  };

export const printed =
  (to: number, sizeAt: number): Handler =>
  (ev, e) => {
    const target = pointerArgument(ev, e, to);
    const count = argumentValue(ev, e, sizeAt);
    for (const [index, arg] of e.args.entries()) if (index !== to && index !== sizeAt) ev.value(arg);
    if (target === null) return anyValue;
    const into = e.args[to];
    const unit = (into && typeOf(ev, into)?.width) ?? 1;
    if (count.kind === 'number' && count.how === 'exact')
      touch(ev, target, times(count, Math.max(1, unit)), true, e.at, nameOf(e.args[to]), e.args[sizeAt]);
    setText(ev, target, undefined, false);
    return anyValue;
  };
