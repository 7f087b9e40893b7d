import type { Expr } from '../ir/ir.ts';
import { deepTaints } from './elements.ts';
import type { Machine } from './machine.ts';
import { removedMask, withoutTag } from './removed-signs.ts';
import {
  addStep,
  cleanTaints,
  constant,
  hole,
  joinTaints,
  own,
  type Taint,
  textOfValue,
  unknown,
  type Value,
} from './value.ts';

/** Concatenation: constants fold, known text and data of both sides stay. */
export function concat(m: Machine, parts: readonly Value[], e: Expr): Value {
  let text = '';
  let taints: readonly Taint[] = [];
  let isConstant = true;
  for (const part of parts) {
    if (part.k === undefined) isConstant = false;
    text += isOwn(part) ? own : textOfValue(part);
    taints = joinTaints(taints, part.objs.length > 0 ? deepTaints(m, part) : part.taints);
  }
  if (text.length > 400) text = `${text.slice(0, 300)}${hole}`;
  if (isConstant && taints.length === 0) return constant(text);
  return {
    ...unknown,
    taints: addStep(taints, m.file, e.pos, e.end, m.frame.fn.id),
    text: text === hole || text === own ? null : isOpen(text, taints) ? text : text + hole,
  };
}

/** Whether the unknown part is already marked in a text. A tainted part needs a `hole`. */
function isOpen(text: string, taints: readonly Taint[]): boolean {
  return text.includes(hole) || (taints.length === 0 && text.includes(own));
}

/** Unknown, but not from outside: a setting, a constant of a library. */
function isOwn({ taints, k, text, objs }: Value): boolean {
  return taints.length === 0 && k === undefined && text === null && objs.length === 0;
}

export function joinItems(m: Machine, list: Value, separator: string): string | null {
  const items = m.s.first(list)?.items;
  if (!items) return null;
  const text = items.map(textOfValue).join(separator);
  return text.includes(hole) ? text.slice(0, 300) : `${text.slice(0, 300)}${hole}`;
}

/** `%s`, `{}` and `{0}` filled in as far as the arguments are known. */
export function formatText(
  m: Machine,
  format: string,
  args: readonly Value[],
  e: Expr,
  named: ReadonlyMap<string, Value> = new Map(),
): Value {
  const parts: Value[] = [];
  let next = 0;
  let last = 0;
  for (const match of format.matchAll(
    /%(?:\d+\$)?[-+ 0#]*[\d*]*(?:\.\d+)?[a-zA-Z@]|\{\w*(?:[.[][^{}]*)?(?:[:!][^}]*)?\}/g,
  )) {
    parts.push(constant(format.slice(last, match.index)));
    last = match.index + match[0].length;
    const isNumber =
      /^%[^a-zA-Z]*[diufxXeEgGcbo]$/.test(match[0]) || /^\{\w*:[^}]*[dfxneg]\}$/.test(match[0]);
    const at = /^\{(\d+)/.exec(match[0])?.[1];
    const name = /^\{([A-Za-z_]\w*)/.exec(match[0])?.[1];
    const value =
      (name === undefined ? undefined : named.get(name)) ?? args[at === undefined ? next++ : Number(at)];
    parts.push(value === undefined || isNumber ? unknown : value);
  }
  parts.push(constant(format.slice(last)));
  return concat(m, parts, e);
}

/** A pattern for characters at the end only: `/\/+$/`. */
const endOnly = /^\/(?:\\.|[^\\/.*+?()[\]{}|^$]|\[[^\]^]+\])[+*?]?\$\/[a-z]*$/;

/** A function returns the replacement. */
function replacementOf(m: Machine, given: Value | undefined): Value | undefined {
  const [callable] = given?.fns ?? [];
  if (callable === undefined) return given;
  const { fn, self } = callable;
  return m.links.invoke(m, fn, self, [], new Map(), { k: 'none', pos: fn.pos, end: fn.end });
}

/** Removing characters makes data harmless for the kinds that need them. */
export function replaceIn(m: Machine, recv: Value, args: readonly Value[], name: string): Value {
  const [pattern, given] = args;
  const by = replacementOf(m, given);
  if (
    typeof recv.k === 'string' &&
    typeof pattern?.k === 'string' &&
    typeof by?.k === 'string' &&
    pattern.type !== 'RegExp'
  ) {
    return constant(
      name === 'replace' && m.file.semantics.replacesFirst
        ? recv.k.replace(pattern.k, by.k)
        : recv.k.replaceAll(pattern.k, by.k),
    );
  }
  const taints = joinTaints(recv.taints, by?.taints ?? []);
  if (taints.length === 0) return unknown;
  const several = m.s.only(pattern)?.items;
  if (several)
    return {
      ...unknown,
      taints: cleanTaints(
        taints,
        removedMask(
          several.map((item) => (typeof item.k === 'string' ? withoutTag(item.k) : '')).join(''),
          false,
        ),
      ),
    };
  if (typeof pattern?.k !== 'string') return { ...unknown, taints };
  const source = pattern.k;
  const isRegex = pattern.type === 'RegExp' || name === 'replaceAll' || name === 'gsub' || name === 'sub';
  const isGlobal =
    pattern.type !== 'RegExp' ||
    m.file.semantics.patternsAreGlobal ||
    /\/[a-z]*g[a-z]*$/.test(source) ||
    name !== 'replace';
  return {
    ...unknown,
    text: endOnly.test(source) ? recv.text : null,
    taints:
      isGlobal || /^\[\^|^\/\[\^/.test(source)
        ? cleanTaints(taints, removedMask(isRegex ? source : withoutTag(source), isRegex))
        : taints,
  };
}
