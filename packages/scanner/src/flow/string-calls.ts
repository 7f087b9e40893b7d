import { byName } from './by-name.ts';
import type { CallSite } from './call-site.ts';
import { deepTaints } from './elements.ts';
import type { Machine } from './machine.ts';
import { newObject } from './state.ts';
import { concat, formatText, joinItems, replaceIn } from './string-builtins.ts';
import { constant, hole, unknown, type Value } from './value.ts';

type Call = (m: Machine, site: CallSite, recv: Value) => Value | null;
/** Calls on a known text. */
type KnownCall = (text: string, a: Value | undefined, b: Value | undefined, site: CallSite) => Value;

/** Text operations by their names in all languages. */
const calls = byName<Call>([
  ['concat', (m, { args, e }, recv) => concat(m, [recv, ...args], e)],
  ['format formatted Format', format],
  ['join', join],
  ['replace replaceAll Replace gsub sub', (m, { args, name }, recv) => replaceIn(m, recv, args, name)],
  ['trim strip Trim toLowerCase lower ToLower toUpperCase upper ToUpper', same],
  ['toString to_s to_string as_str intern clone to_owned into unwrap expect unwrap_or_default await', same],
  ['split Split', split],
]);

const knownCalls = byName<KnownCall>([
  ['charAt char_at', (text, a) => (typeof a?.k === 'number' ? constant(text.charAt(a.k)) : unknown)],
  ['substring slice Substring substr', part],
  ['length size len', (text) => constant(text.length)],
  ['equals Equals', (text, a) => (a?.k !== undefined ? constant(text === a.k) : unknown)],
  ['equalsIgnoreCase', withText((text, other) => text.toLowerCase() === other.toLowerCase())],
  ['startsWith startswith StartsWith starts_with', withText((text, other) => text.startsWith(other))],
  ['endsWith endswith EndsWith', withText((text, other) => text.endsWith(other))],
  ['contains includes Contains include?', withText((text, other) => text.includes(other))],
  ['indexOf IndexOf find', withText((text, other) => text.indexOf(other))],
  ['isEmpty', (text) => constant(text.length === 0)],
]);

export function callOnString(m: Machine, site: CallSite, recv: Value): Value | null {
  const { args, name } = site;
  const call = calls.get(name);
  if (call !== undefined) return call(m, site, recv);
  if (typeof recv.k !== 'string') return cutOf(site, recv);
  if (name === 'getBytes') return recv;
  if (name === 'toCharArray') return listOfTexts(m, [...recv.k.slice(0, 64)]);
  return knownCalls.get(name)?.(recv.k, args[0], args[1], site) ?? null;
}

function withText(compute: (text: string, other: string) => boolean | number): KnownCall {
  return (text, a) => (typeof a?.k === 'string' ? constant(compute(text, a.k)) : unknown);
}

function format(m: Machine, { args, e, named }: CallSite, { k }: Value): Value | null {
  return typeof k === 'string' ? formatText(m, k, args, e, named) : null;
}

function join(m: Machine, { args: [list] }: CallSite, { k }: Value): Value | null {
  if (typeof k !== 'string' || list === undefined) return null;
  return {
    ...unknown,
    taints: deepTaints(m, list),
    text: list.objs.length > 0 ? joinItems(m, list, k) : null,
  };
}

/** Calls that return the same text apart from case and surrounding whitespace. */
function same(_: Machine, { name }: CallSite, recv: Value): Value | null {
  if (typeof recv.k === 'string') return constant(foldCase(recv.k, name));
  return recv.sym === null || recv.taints.length > 0 ? { ...recv, sym: null } : null;
}

function split(m: Machine, { args: [by] }: CallSite, recv: Value): Value | null {
  if (typeof recv.k === 'string' && typeof by?.k === 'string')
    return listOfTexts(m, recv.k.split(by.k).slice(0, 64));
  return recv.taints.length > 0 ? { ...unknown, taints: recv.taints } : null;
}

function listOfTexts(m: Machine, texts: readonly string[]): Value {
  const id = m.allocate({ ...newObject('list'), items: texts.map((text) => constant(text)) });
  return { ...unknown, objs: [id] };
}

function part(text: string, a: Value | undefined, b: Value | undefined, { name }: CallSite): Value {
  if (typeof a?.k !== 'number' || (b !== undefined && typeof b.k !== 'number')) return unknown;
  const second = b?.k as number | undefined;
  if (name === 'substr' || name === 'Substring')
    return constant(second === undefined ? text.slice(a.k) : text.slice(a.k, a.k + second));
  return constant(name === 'slice' ? text.slice(a.k, second) : text.substring(a.k, second));
}

/** `text[:-2]`, `sql.slice(0, -1)`: the rest of a built text, with its known parts. */
function cutOf({ args: [a], name }: CallSite, recv: Value): Value | null {
  if (recv.text === null || recv.taints.length === 0 || !/^(?:slice|[sS]ubstring|substr)$/.test(name))
    return null;
  const from = a?.k ?? 0;
  if (typeof from !== 'number') return null;
  // The cut start can only be removed if it is known.
  const front = from > 0 ? recv.text.slice(from) : recv.text;
  const isKnown = from <= 0 || !recv.text.slice(0, from).includes(hole);
  return isKnown ? { ...recv, text: front === '' ? hole : front, k: undefined } : null;
}

function foldCase(text: string, name: string): string {
  if (/^(?:toLowerCase|lower|ToLower)$/.test(name)) return text.toLowerCase();
  if (/^(?:toUpperCase|upper|ToUpper)$/.test(name)) return text.toUpperCase();
  return /^(?:trim|strip|Trim)$/.test(name) ? text.trim() : text;
}
