import { setField } from '../../../flow/assign.ts';
import { byName } from '../../../flow/by-name.ts';
import type { CallSite } from '../../../flow/call-site.ts';
import { deepTaints, elementOf, iteratedOf, listRest } from '../../../flow/elements.ts';
import { maskOf } from '../../../flow/kinds.ts';
import { joinAll, listOf } from '../../../flow/list-builtins.ts';
import type { Machine } from '../../../flow/machine.ts';
import { mergeInto } from '../../../flow/map-builtins.ts';
import { moduleExports, runModule } from '../../../flow/modules.ts';
import { readProperty } from '../../../flow/properties.ts';
import { formatText, replaceIn } from '../../../flow/string-builtins.ts';
import { cleanTaints, constant, unknown, type Value } from '../../../flow/value.ts';
import { carriedFunction } from './carried-calls.ts';

type GlobalCall = (m: Machine, site: CallSite) => Value | null;

const calls = byName<GlobalCall>([
  ['require', requireModule],
  ['include', includeFile],
  ['sprintf', printed],
  ['format! format', formatted],
  ['str_replace str_ireplace preg_replace', replaced],
  ['vsprintf implode join', (m, { args }) => joinAll(args, m)],
  ['str String strval string unicode', asText],
  ['array list tuple set sorted reversed', (m, { args }) => args[0] ?? listOf(m, [])],
  ['dict', dictionary],
  ['getattr', attribute],
  ['<list_of>', (m, { args: [items = unknown] }) => listRest(m, items)],
  ['len strlen count', (_, { args: [text] }) => sizeOfText(text)],
  ['define', defineConstant],
  ['enumerate', enumerated],
  ['zip', zipped],
  ['next iter', (m, { args: [items] }) => (items === undefined ? null : elementOf(m, items))],
  ['array_map', mapped],
]);

/** Functions without a receiver that are available everywhere in a language. */
export function globalCall(m: Machine, site: CallSite): Value | null {
  const own = m.model.hooks.functionCall?.(m, site) ?? carriedFunction(m, site);
  return own ?? calls.get(site.name)?.(m, site) ?? null;
}

function requireModule(m: Machine, { args: [path] }: CallSite): Value | null {
  if (typeof path?.k !== 'string') return null;
  const target = m.program.importedFile(m.file, path.k, '*');
  if (target !== null) return moduleExports(m, target, '*') ?? unknown;
  return { ...unknown, sym: path.k.replace(/^node:/, '') };
}

function includeFile(m: Machine, { args: [path] }: CallSite): Value | null {
  const target = typeof path?.k === 'string' ? m.program.importedFile(m.file, path.k, '*') : null;
  if (target === null) return null;
  runModule(m, target);
  return unknown;
}

function printed(m: Machine, site: CallSite): Value | null {
  // A function that writes through its first argument returns no text.
  return Object.hasOwn(m.model.hooks.outs ?? {}, site.name) ? null : formatted(m, site);
}

function formatted(m: Machine, { args, e }: CallSite): Value {
  const [format, ...rest] = args;
  return typeof format?.k === 'string' ? formatText(m, format.k, rest, e) : joinAll(args, m);
}

function replaced(m: Machine, { args, name }: CallSite): Value | null {
  const [, , text] = args;
  return text === undefined ? null : replaceIn(m, text, args, name === 'preg_replace' ? 'gsub' : 'Replace');
}

function asText(m: Machine, { args: [given] }: CallSite): Value {
  if (given === undefined) return constant('');
  if (given.objs.length > 0) return { ...unknown, taints: deepTaints(m, given) };
  if (given.k !== undefined) return constant(String(given.k));
  const taints = cleanTaints(given.taints, maskOf('nosql', 'prototype_pollution'));
  return { ...unknown, taints, text: given.text };
}

function dictionary(m: Machine, { args: [given], named }: CallSite): Value {
  const value = m.make('map');
  for (const [key, field] of named) setField(m, value, key, field);
  if (given !== undefined) mergeInto(m, value, given);
  return value;
}

function attribute(m: Machine, { args: [holder, name], e }: CallSite): Value | null {
  return holder !== undefined && typeof name?.k === 'string' ? readProperty(m, holder, name.k, e, '') : null;
}

function sizeOfText(text: Value | undefined): Value {
  return typeof text?.k === 'string' ? constant(text.k.length) : unknown;
}

function defineConstant(m: Machine, { args: [name, value] }: CallSite): Value {
  if (typeof name?.k === 'string' && value !== undefined) {
    m.s.vars.set(`${m.file.top.id}:${name.k}`, value);
    m.globals.add(`${m.file.top.id}:${name.k}`);
  }
  return unknown;
}

function enumerated(m: Machine, { args: [items] }: CallSite): Value | null {
  return items === undefined ? null : listRest(m, listOf(m, [unknown, iteratedOf(m, items)]));
}

function zipped(m: Machine, { args }: CallSite): Value {
  const items = args.map((value) => iteratedOf(m, value));
  return listRest(m, listOf(m, items));
}

/** A callback given by name that returns only numbers. */
function mapped(m: Machine, { args: [given] }: CallSite): Value | null {
  return typeof given?.k === 'string' && /^(?:intval|floatval|boolval|abs|count|strlen)$/.test(given.k)
    ? listRest(m, unknown)
    : null;
}
