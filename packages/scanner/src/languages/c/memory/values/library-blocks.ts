import { checkAllocation } from './bounds.ts';
import { argumentValue, type Handler, pointerArgument, textAt } from './call-arguments.ts';
import { releaseBlock } from './heap.ts';
import { anyValue, type NumberValue, pointerTo } from './memory.ts';

export const allocated =
  (sizes: readonly number[], isStack = false): Handler =>
  (ev, e) => {
    const values = sizes.map((index) => argumentValue(ev, e, index));
    const isCalloc = sizes.length > 1;
    for (const [index, value] of values.entries()) {
      const asked = e.args[sizes[index] ?? -1];
      if (asked !== undefined) checkAllocation(ev, value, asked, 1, isCalloc, e.at);
    }
    const numbers = values.filter((one): one is NumberValue => one.kind === 'number' && one.how === 'exact');
    const bytes =
      numbers.length === sizes.length ? numbers.reduce((all, one) => all * one.low, 1) : undefined;
    const block = ev.allocate(isStack ? 'alloca' : 'malloc', 'the block', e.at, {
      bytes,
      isBlank: !isCalloc,
      ...(isCalloc && { text: 0 }),
    });
    return { ...pointerTo(block), may: isStack ? null : 'allocation' };
  };

export const reallocated: Handler = (ev, e) => {
  const old = argumentValue(ev, e, 0);
  const size = argumentValue(ev, e, 1);
  if (e.args[1] !== undefined) checkAllocation(ev, size, e.args[1], 1, false, e.at);
  const [from] = e.args;
  if (old.kind === 'pointer' && from !== undefined) releaseBlock(ev, old, 'realloc', e.at, from);
  const bytes = size.kind === 'number' && size.how === 'exact' ? size.low : undefined;
  return {
    ...pointerTo(
      ev.allocate('malloc', 'the block', e.at, {
        bytes,
        replaces: old.kind === 'pointer' ? old.block : undefined,
      }),
    ),
    may: 'allocation',
  };
};

export const duplicated =
  (unit: number): Handler =>
  (ev, e) => {
    const text = textAt(ev, pointerArgument(ev, e, 0));
    const bytes = text === undefined ? undefined : text + unit;
    return { ...pointerTo(ev.allocate('malloc', 'the block', e.at, { bytes, text })), may: 'allocation' };
  };

export const released =
  (by: 'free' | 'fclose'): Handler =>
  (ev, e) => {
    const value = argumentValue(ev, e, 0);
    if (e.args[0] !== undefined) releaseBlock(ev, value, by, e.at, e.args[0]);
    return anyValue;
  };

export const opened: Handler = (ev, e) => {
  for (const arg of e.args) ev.value(arg);
  return { ...pointerTo(ev.allocate('file', 'the file', e.at)), may: 'file' };
};
