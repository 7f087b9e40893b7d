import { checkAllocation, touch } from './bounds.ts';
import type { CExpression } from './c-tree.ts';
import { isPlainNumber, rangeOf, typeOfWords } from './c-types.ts';
import type { Evaluator } from './evaluator.ts';
import { nameOf } from './expression-facts.ts';
import { releaseBlock } from './heap.ts';
import {
  anyValue,
  exactNumber,
  isSurelyNull,
  type NumberValue,
  openNumber,
  outsideNumber,
  type PointerValue,
  pointerTo,
  type Value,
} from './memory.ts';
import { typeOf } from './types-of.ts';

type Call = Extract<CExpression, { kind: 'call' }>;
type Handler = (ev: Evaluator, e: Call, name: string) => Value | undefined;

const asInt = rangeOf(typeOfWords(['int']));
const asLong = rangeOf(typeOfWords(['long']));

function given(ev: Evaluator, e: Call, index: number): Value {
  const arg = e.args[index];
  return arg === undefined ? anyValue : ev.value(arg);
}

/** The pointer that an argument is, when it may be followed. */
function pointerGiven(ev: Evaluator, e: Call, index: number): PointerValue | null {
  const arg = e.args[index];
  if (arg === undefined) return null;
  const value = ev.value(arg);
  if (isSurelyNull(value, ev.memory)) ev.fault('null', arg.at, nameOf(arg));
  if (value.kind !== 'pointer') return null;
  ev.followed(value, arg);
  return { ...value, may: null };
}

function times(value: Value, unit: number): Value {
  return value.kind === 'number' && unit > 1
    ? { ...value, low: value.low * unit, high: value.high * unit }
    : value;
}

/** Bytes of the text that a pointer leads to, without its end. */
function textAt(ev: Evaluator, pointer: PointerValue | null): number | undefined {
  if (pointer === null || pointer.how !== 'exact' || pointer.path !== '') return undefined;
  const text = ev.memory.blocks.get(pointer.block)?.text;
  return text === undefined ? undefined : Math.max(0, text - pointer.low);
}

function setText(ev: Evaluator, pointer: PointerValue, text: number | undefined, isOpen: boolean): void {
  const block = ev.memory.blocks.get(pointer.block);
  if (block === undefined) return;
  const isKnown = pointer.how === 'exact' && pointer.path === '';
  ev.memory.change(pointer.block, {
    text: isKnown && text !== undefined ? pointer.low + text : undefined,
    isOpen: isKnown && isOpen,
    isBlank: false,
    slots: new Map(),
  });
}

const copy =
  (to: number, from: number, unit: number): Handler =>
  (ev, e) => {
    const target = pointerGiven(ev, e, to);
    const source = pointerGiven(ev, e, from);
    const count = times(given(ev, e, 2), unit);
    if (source !== null) touch(ev, source, count, false, e.at, nameOf(e.args[from]!), e.args[2]);
    if (target === null) return anyValue;
    touch(ev, target, count, true, e.at, nameOf(e.args[to]!), e.args[2]);
    const text = textAt(ev, source);
    const size = count.kind === 'number' && count.how === 'exact' ? count.low : undefined;
    const isWhole = text !== undefined && size !== undefined && size > text;
    setText(ev, target, isWhole ? text : undefined, false);
    const outside = source !== null && ev.memory.blocks.get(source.block)?.isOutside === true;
    if (outside) ev.memory.change(target.block, { isOutside: true });
    return target;
  };

const fill =
  (unit: number, at = 1, sizeAt = 2): Handler =>
  (ev, e) => {
    const target = pointerGiven(ev, e, 0);
    const sign = at === 0 ? exactNumber(0) : given(ev, e, at);
    const count = times(given(ev, e, sizeAt), unit);
    if (target === null) return anyValue;
    touch(ev, target, count, true, e.at, nameOf(e.args[0]!), e.args[sizeAt]);
    if (count.kind !== 'number' || count.how !== 'exact') setText(ev, target, undefined, false);
    else if (sign.kind === 'number' && sign.how === 'exact' && sign.low === 0) {
      setText(ev, target, 0, false);
      if (target.low === 0 && target.path === '')
        ev.memory.change(target.block, { slots: new Map([['', exactNumber(0)]]) });
    } else setText(ev, target, count.low, true);
    return target;
  };

const copyText =
  (unit: number, isAdded: boolean): Handler =>
  (ev, e) => {
    const target = pointerGiven(ev, e, 0);
    const source = pointerGiven(ev, e, 1);
    if (target === null) return anyValue;
    const [before, text] = [isAdded ? textAt(ev, target) : 0, textAt(ev, source)];
    const block = ev.memory.blocks.get(target.block);
    if (text !== undefined && before !== undefined && block !== undefined)
      touch(ev, target, exactNumber(before + text + unit), true, e.at, nameOf(e.args[0]!));
    setText(ev, target, text === undefined || before === undefined ? undefined : before + text, false);
    return target;
  };

const copyBounded =
  (unit: number, isAdded: boolean): Handler =>
  (ev, e) => {
    const target = pointerGiven(ev, e, 0);
    const source = pointerGiven(ev, e, 1);
    const count = times(given(ev, e, 2), unit);
    if (target === null) return anyValue;
    const text = textAt(ev, source);
    const before = isAdded ? textAt(ev, target) : 0;
    const most = count.kind === 'number' && count.how === 'exact' ? count.low : undefined;
    if (!isAdded) touch(ev, target, count, true, e.at, nameOf(e.args[0]!), e.args[2]);
    else if (count.kind === 'number' && count.how === 'outside')
      touch(ev, target, count, true, e.at, nameOf(e.args[0]!));
    else if (most !== undefined && text !== undefined && before !== undefined)
      touch(ev, target, exactNumber(before + Math.min(text, most) + unit), true, e.at, nameOf(e.args[0]!));
    const isCut = !isAdded && text !== undefined && most !== undefined && text >= most;
    const length =
      text === undefined || most === undefined || before === undefined
        ? undefined
        : before + Math.min(text, most);
    setText(ev, target, length, isCut);
    return target;
  };

const lengthOf =
  (unit: number): Handler =>
  (ev, e) => {
    const text = textAt(ev, pointerGiven(ev, e, 0));
    return text === undefined ? openNumber(0, Number.POSITIVE_INFINITY) : exactNumber(text / unit);
  };

/** Text or bytes from outside, up to a size. */
const received =
  (to: number, sizes: readonly number[], unit: number, isText: boolean): Handler =>
  (ev, e, name) => {
    const target = pointerGiven(ev, e, to);
    let count: Value = exactNumber(unit);
    for (const index of sizes) {
      const one = given(ev, e, index);
      count =
        count.kind === 'number' && one.kind === 'number' && one.how === 'exact' && count.how === 'exact'
          ? exactNumber(count.low * one.low)
          : sizes.length === 1
            ? times(one, unit)
            : anyValue;
    }
    for (const [index] of e.args.entries()) if (index !== to && !sizes.includes(index)) given(ev, e, index);
    if (target !== null) {
      touch(ev, target, count, true, e.at, nameOf(e.args[to]!), e.args[sizes[0]!]);
      setText(ev, target, undefined, false);
      ev.memory.change(target.block, { isOutside: true });
      const block = ev.memory.blocks.get(target.block);
      if (block?.type !== undefined && isPlainNumber(block.type) && target.path === '')
        ev.memory.change(target.block, { slots: new Map([['', outsideNumber(rangeOf(block.type))]]) });
    }
    if (isText) return target === null ? anyValue : { ...target, may: null };
    return /^(?:fread)$/.test(name) ? openNumber(0, Number.POSITIVE_INFINITY) : anyValue;
  };

const scanned =
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

const fromOutside =
  (range: readonly [number, number]): Handler =>
  (ev, e) => {
    let isConstant = e.args.length > 0;
    for (const arg of e.args) {
      const value = ev.value(arg);
      // Where the number ended is written through the second.
      if (arg !== e.args[0]) ev.memory.share(value, true);
      if (arg.kind !== 'text' && arg.kind !== 'number') isConstant = false;
    }
    return isConstant ? anyValue : outsideNumber(range);
  };

const allocated =
  (sizes: readonly number[], isStack = false): Handler =>
  (ev, e) => {
    const values = sizes.map((index) => given(ev, e, index));
    const isCalloc = sizes.length > 1;
    for (const [index, value] of values.entries())
      checkAllocation(ev, value, e.args[sizes[index]!]!, 1, isCalloc, e.at);
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

const reallocated: Handler = (ev, e) => {
  const old = given(ev, e, 0);
  const size = given(ev, e, 1);
  if (e.args[1] !== undefined) checkAllocation(ev, size, e.args[1], 1, false, e.at);
  if (old.kind === 'pointer') releaseBlock(ev, old, 'realloc', e.at, e.args[0]!);
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

const duplicated =
  (unit: number): Handler =>
  (ev, e) => {
    const text = textAt(ev, pointerGiven(ev, e, 0));
    const bytes = text === undefined ? undefined : text + unit;
    return { ...pointerTo(ev.allocate('malloc', 'the block', e.at, { bytes, text })), may: 'allocation' };
  };

const released =
  (by: 'free' | 'fclose'): Handler =>
  (ev, e) => {
    const value = given(ev, e, 0);
    if (e.args[0] !== undefined) releaseBlock(ev, value, by, e.at, e.args[0]);
    return anyValue;
  };

const opened: Handler = (ev, e) => {
  for (const arg of e.args) ev.value(arg);
  return { ...pointerTo(ev.allocate('file', 'the file', e.at)), may: 'file' };
};

const absolute: Handler = (ev, e) => {
  const value = given(ev, e, 0);
  if (value.kind !== 'number' || value.how !== 'exact') return openNumber(0, Number.POSITIVE_INFINITY);
  return exactNumber(Math.abs(value.low));
};

const printed =
  (to: number, sizeAt: number): Handler =>
  (ev, e) => {
    const target = pointerGiven(ev, e, to);
    const count = given(ev, e, sizeAt);
    for (const [index, arg] of e.args.entries()) if (index !== to && index !== sizeAt) ev.value(arg);
    if (target === null) return anyValue;
    const unit = typeOf(ev, e.args[to]!)?.width ?? 1;
    if (count.kind === 'number' && count.how === 'exact')
      touch(ev, target, times(count, Math.max(1, unit)), true, e.at, nameOf(e.args[to]!), e.args[sizeAt]);
    setText(ev, target, undefined, false);
    return anyValue;
  };

const library: Record<string, Handler> = {};
const define = (names: string, handler: Handler) => {
  for (const name of names.split(' ')) library[name] = handler;
};
define('memcpy memmove mempcpy __builtin_memcpy', copy(0, 1, 1));
define('wmemcpy wmemmove', copy(0, 1, 4));
define('bcopy', copy(1, 0, 1));
define('memset', fill(1));
define('wmemset', fill(4));
define('bzero', fill(1, 0, 1));
define('strcpy stpcpy', copyText(1, false));
define('wcscpy', copyText(4, false));
define('strcat', copyText(1, true));
define('wcscat', copyText(4, true));
define('strncpy', copyBounded(1, false));
define('wcsncpy', copyBounded(4, false));
define('strncat', copyBounded(1, true));
define('wcsncat', copyBounded(4, true));
define('strlen', lengthOf(1));
define('wcslen', lengthOf(4));
define('fgets', received(0, [1], 1, true));
define('fgetws', received(0, [1], 4, true));
define('fread', received(0, [1, 2], 1, false));
define('read recv recvfrom pread', received(1, [2], 1, false));
define('scanf wscanf', scanned(1));
define('fscanf sscanf fwscanf swscanf', scanned(2));
define('atoi _wtoi', fromOutside(asInt));
define('atol atoll strtol strtoll strtoimax wcstol', fromOutside(asLong));
define('strtoul strtoull strtoumax', fromOutside([0, 2 ** 64]));
define('rand RAND32 random', fromOutside(asInt));
define('RAND64', fromOutside(asLong));
define('atof strtod strtof', fromOutside([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]));
define('malloc', allocated([0]));
define('calloc', allocated([0, 1]));
define('alloca _alloca ALLOCA __builtin_alloca', allocated([0], true));
define('realloc', reallocated);
define('strdup _strdup', duplicated(1));
define('wcsdup _wcsdup', duplicated(4));
define('free cfree', released('free'));
define('fclose pclose', released('fclose'));
define('fopen fdopen tmpfile popen _wfopen', opened);
define('abs labs llabs fabs', absolute);
define('snprintf swprintf _snprintf _snwprintf', printed(0, 1));

/** What a function of the standard library does; undefined for all others. */
export function callLibrary(ev: Evaluator, name: string, e: Call): Value | undefined {
  return Object.hasOwn(library, name) ? library[name]!(ev, e, name) : undefined;
}
