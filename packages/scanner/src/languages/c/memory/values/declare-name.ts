import { only } from '../../../../read/only.ts';
import type { CDeclarator, CExpression } from '../../frontend/c-tree.ts';
import type { Evaluator } from './evaluator.ts';
import { anyValue, type Place } from './memory.ts';

/** Declares a name in the current scope. */
export function declareName(ev: Evaluator, one: CDeclarator): void {
  const { type, name } = one;
  const value = textOf(ev, one);
  if (type.isReference && value !== null) {
    const from = value.kind === 'list' ? value.items[0] : value;
    const place = from === undefined ? null : ev.place(from);
    if (place !== null) ev.memory.vars.set(name, { ...place, type: { ...type, isReference: false } });
    else ev.memory.vars.delete(name);
    return;
  }
  const known = value === null || value.kind === 'list' || type.name !== 'auto';
  const given = value === null || value.kind === 'list' ? null : ev.value(value);
  ev.forgetConditions(name);
  const isArray = type.dimensions.length > 0;
  const isNumber = type.width > 0 || type.pointers > 0;
  const isRecord = !isNumber && ev.run.program.record(type.name, ev.fn.view) !== undefined;
  const dims = isArray && type.dimensions[0] === null && value?.kind === 'text' ? value : null;
  const bytes = dims !== null ? (dims.length + 1) * dims.unit : ev.bytesOf(type);
  const isBlank = value === null && !one.isStatic && (isNumber || isRecord) && type.name !== 'auto';
  const block = ev.memory.add('variable', name, one.at, {
    type,
    bytes: bytes > 0 && (isArray || isRecord || isNumber) ? bytes : undefined,
    isBlank,
    isShared: one.isStatic,
  });
  const place: Place = { block, path: '', type: known ? type : undefined, low: 0, high: 0, how: 'exact' };
  ev.memory.vars.set(name, place);
  if (isArray) {
    if (value?.kind === 'text') ev.memory.change(block, { text: value.length * value.unit });
    else if (value?.kind === 'list') {
      const first = value.items[0];
      const isZero =
        value.items.length <= 1 && (first === undefined || (first.kind === 'number' && first.value === 0));
      if (isZero) ev.memory.change(block, { text: 0 });
      for (const item of value.items) ev.memory.share(ev.value(item), false);
    }
    return;
  }
  if (value?.kind === 'list') {
    const single = isNumber ? only(value.items) : undefined;
    if (!isNumber) for (const item of value.items) ev.memory.share(ev.value(item), true);
    ev.memory.write(place, single === undefined ? anyValue : ev.value(single));
  } else if (given !== null && value !== null) {
    const isCopied = given.kind === 'any' && ev.copyRecord(value, place);
    if (!isCopied)
      ev.memory.write(place, ev.cast(given, type.name === 'auto' ? undefined : type, value, one.at));
  }
}

/** The initial value; for a macro, the string that it stands for. */
function textOf(ev: Evaluator, { type, value }: CDeclarator): CExpression | null {
  if (value?.kind !== 'name' || type.dimensions.length === 0) return value;
  const macro = ev.run.program.macro(value.name, ev.fn.view);
  return macro?.kind === 'text' ? macro : value;
}
