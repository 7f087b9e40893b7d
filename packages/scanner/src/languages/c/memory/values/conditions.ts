import type { CExpression } from '../../frontend/c-tree.ts';
import { truthOf } from './arithmetic.ts';
import type { Evaluator } from './evaluator.ts';
import { exactNumber, type Memory, type NumberValue, openNumber, type Value } from './memory.ts';
import { typeOf } from './types-of.ts';

const MAX_BRANCHES = 4;
const flipped: Record<string, string> = {
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
};
const denied: Record<string, string> = { '<': '>=', '>': '<=', '<=': '>', '>=': '<', '==': '!=', '!=': '==' };

/** The memories in which a condition is true, and those in which it is false. */
export function decide(ev: Evaluator, e: CExpression, memory: Memory): [Memory[], Memory[]] {
  if (e.kind === 'unary' && e.op === '!') {
    const [yes, no] = decide(ev, e.of, memory);
    return [no, yes];
  }
  if (e.kind === 'cast') return decide(ev, e.of, memory);
  if (e.kind === 'binary' && (e.op === '&&' || e.op === '||')) {
    const [yes, no] = decide(ev, e.left, memory);
    const isAnd = e.op === '&&';
    const thenYes = isAnd ? [] : yes;
    const thenNo = isAnd ? no : [];
    for (const one of isAnd ? yes : no) {
      const [a, b] = decide(ev, e.right, one);
      thenYes.push(...a);
      thenNo.push(...b);
    }
    return [thenYes.slice(0, MAX_BRANCHES), thenNo.slice(0, MAX_BRANCHES)];
  }
  if (e.kind === 'call' && e.callee.kind === 'name') {
    const [condition] = e.args;
    // `likely(x)`, `__builtin_expect(x, 1)`.
    if (condition !== undefined && /^(?:un)?likely$|^__builtin_expect$/i.test(e.callee.name))
      return decide(ev, condition, memory);
  }
  return decideLeaf(ev, e, memory);
}

function decideLeaf(ev: Evaluator, e: CExpression, memory: Memory): [Memory[], Memory[]] {
  const before = ev.memory;
  ev.memory = memory;
  let [op, left, right]: [string, CExpression, CExpression | null] = ['!=', e, null];
  if (e.kind === 'binary' && Object.hasOwn(flipped, e.op)) [op, left, right] = [e.op, e.left, e.right];
  ev.isInCondition = true;
  const a = ev.value(left);
  const b: Value = right === null ? exactNumber(0) : ev.value(right);
  ev.isInCondition = false;
  const after = ev.memory;
  ev.memory = before;
  const known = truthOf(op, a, b);
  if (known !== undefined) return known ? [[after], []] : [[], [after]];
  const text = textOf(e);
  const said = text === '' ? undefined : after.conditions.get(text);
  const yes = said === false ? null : after;
  const no = said === true ? null : said === false ? after : after.copy();
  const isFresh = said === undefined;
  if (yes !== null) settle(ev, yes, op, left, right, a, b, text, isFresh ? true : null);
  if (no !== null) settle(ev, no, denied[op] ?? op, left, right, a, b, text, isFresh ? false : null);
  return [yes === null ? [] : [yes], no === null ? [] : [no]];
}

function settle(
  ev: Evaluator,
  memory: Memory,
  op: string,
  left: CExpression,
  right: CExpression | null,
  a: Value,
  b: Value,
  text: string,
  said: boolean | null,
): void {
  const before = ev.memory;
  ev.memory = memory;
  if (said !== null) {
    if (text !== '') memory.conditions.set(text, said);
    // A null check of an allocation is not counted as a decision.
    if (!(a.kind === 'pointer' && a.may !== null) && !(b.kind === 'pointer' && b.may !== null))
      memory.decisions++;
  }
  narrow(ev, memory, left, a, op, b);
  if (right !== null) narrow(ev, memory, right, b, flipped[op] ?? op, a);
  ev.memory = before;
}

function narrow(ev: Evaluator, memory: Memory, e: CExpression, value: Value, op: string, other: Value): void {
  const place =
    ev.plainPlace(e) ??
    (e.kind === 'index' || e.kind === 'step' ? ev.place(e.kind === 'step' ? e.of : e) : null);
  const isNull = other.kind === 'null' || (other.kind === 'number' && other.low === 0 && other.high === 0);
  if (place === null || place.how !== 'exact') {
    if (place === null) bound(memory, e);
    return;
  }
  const type = typeOf(ev, e);
  if (
    isNull &&
    (value.kind === 'pointer' || type === undefined || type.pointers > 0) &&
    (op === '==' || op === '!=') &&
    value.kind !== 'number'
  ) {
    if (op === '==') {
      if (value.kind === 'pointer' && value.may !== null) {
        const replaced = memory.blocks.get(value.block)?.replaces;
        if (replaced !== undefined) memory.change(replaced, { isFreed: false });
        memory.blocks.delete(value.block);
      }
      // The branch may call a function that ends the program.
      if (type !== undefined || value.kind === 'pointer')
        memory.write(place, { kind: 'null', decisions: memory.decisions, calls: memory.calls });
    } else if (value.kind === 'pointer') memory.write(place, { ...value, may: null });
    return;
  }
  if (value.kind === 'pointer' && value.may !== null && /[<>]/.test(op)) {
    memory.write(place, { ...value, may: null });
    return;
  }
  if (value.kind !== 'number') {
    if (e.kind === 'name' && /[<>]/.test(op)) memory.conditions.set(comparedMark(e.name), true);
    // The value was unknown; now it is known to be on one side of a constant.
    if (
      value.kind === 'any' &&
      other.kind === 'number' &&
      other.how === 'exact' &&
      /^==$/.test(op) &&
      (type === undefined || type.pointers === 0)
    )
      memory.write(place, exactNumber(other.low));
    return;
  }
  memory.write(place, narrowed(value, op, other));
}

function narrowed(value: NumberValue, op: string, other: Value): NumberValue {
  if (other.kind !== 'number' || (other.how === 'open' && other.high > 2 ** 62)) {
    // Compared with an unknown value, it is limited, but not by a known number.
    return /^(?:<=?|==)$/.test(op) ? openNumber(value.low, value.high) : value;
  }
  let { low, high, isNonZero } = value;
  if (op === '<') high = Math.min(high, other.high - 1);
  else if (op === '<=') high = Math.min(high, other.high);
  else if (op === '>') low = Math.max(low, other.low + 1);
  else if (op === '>=') low = Math.max(low, other.low);
  else if (op === '==')
    return { ...value, low: other.low, high: other.high, how: other.how, isNonZero: other.isNonZero };
  else if (op === '!=' && other.low === 0 && other.high === 0) isNonZero = true;
  else if (op === '!=' && other.how === 'exact') {
    if (low === other.low) low++;
    if (high === other.low) high--;
  }
  if (low > high) return value;
  const how =
    value.how === 'outside' && (other.how === 'outside' || other.how === 'open') && /</.test(op)
      ? 'open'
      : value.how;
  return { ...value, low, high, how, isNonZero: isNonZero || low > 0 || high < 0 };
}

/** A number in a larger expression that is compared counts as checked: nothing more is reported about it. */
function bound(memory: Memory, e: CExpression): void {
  const visit = (one: CExpression): void => {
    switch (one.kind) {
      case 'name': {
        const place = memory.vars.get(one.name);
        if (place === undefined) return;
        const block = memory.blocks.get(place.block);
        const value = block?.slots.get(place.path);
        if (value?.kind === 'number' && value.how === 'outside')
          memory.write(place, { ...openNumber(value.low, value.high), isNonZero: true });
        return;
      }
      case 'call':
        for (const arg of one.args) visit(arg);
        return;
      case 'binary':
        visit(one.left);
        visit(one.right);
        return;
      case 'cast':
        visit(one.of);
        return;
      case 'unary':
        // A function that gets its address assigns it, and compares nothing.
        if (one.op !== '&') visit(one.of);
        return;
      default:
    }
  };
  visit(e);
}

/** The text of a condition, to recognize it when it occurs again; '' if its value may change in between. */
export function textOf(e: CExpression): string {
  switch (e.kind) {
    case 'name':
      return e.name;
    case 'number':
      return String(e.value);
    case 'member': {
      const of = textOf(e.of);
      return of === '' ? '' : `${of}.${e.name}`;
    }
    case 'call':
      return e.args.length === 0 && e.callee.kind === 'name' ? `${e.callee.name}()` : '';
    case 'unary': {
      const of = textOf(e.of);
      return of === '' ? '' : `${e.op}${of}`;
    }
    case 'binary': {
      const [left, right] = [textOf(e.left), textOf(e.right)];
      return left === '' || right === '' ? '' : `(${left}${e.op}${right})`;
    }
    case 'cast':
      return textOf(e.of);
    default:
      return '';
  }
}

/** The key that marks an unknown number as compared with a bound. */
export function comparedMark(name: string): string {
  return `? ${name}`;
}
