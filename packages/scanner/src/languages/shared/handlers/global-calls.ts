import { setField } from '../../../flow/assign.ts';
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

/** Functions without a receiver that all programs of a language know. */
export function globalCall(m: Machine, site: CallSite): Value | null {
  const { name, args } = site;
  const [first, second] = args;
  const own = m.model.hooks.functionCall?.(m, site) ?? carriedFunction(m, site);
  if (own !== null) return own;
  switch (name) {
    case 'require': {
      if (typeof first?.k !== 'string') return null;
      const target = m.program.importedFile(m.file, first.k, '*');
      if (target !== null) return moduleExports(m, target, '*') ?? unknown;
      return { ...unknown, sym: first.k.replace(/^node:/, '') };
    }
    case 'include': {
      const path = typeof first?.k === 'string' ? first.k : null;
      const target = path === null ? null : m.program.importedFile(m.file, path, '*');
      if (target !== null) runModule(m, target);
      return target === null ? null : unknown;
    }
    case 'sprintf':
      // One that writes through its first argument gives no text.
      if (Object.hasOwn(m.model.hooks.outs ?? {}, name)) return null;
      return typeof first?.k === 'string' ? formatText(m, first.k, args.slice(1), site.e) : joinAll(args, m);
    case 'format!':
    case 'format':
      return typeof first?.k === 'string' ? formatText(m, first.k, args.slice(1), site.e) : joinAll(args, m);
    case 'str_replace':
    case 'str_ireplace':
    case 'preg_replace':
      return args[2] === undefined
        ? null
        : replaceIn(m, args[2], args, name === 'preg_replace' ? 'gsub' : 'Replace');
    case 'vsprintf':
    case 'implode':
    case 'join':
      return joinAll(args, m);
    case 'str':
    case 'String':
    case 'strval':
    case 'string':
    case 'unicode':
      return first === undefined
        ? constant('')
        : first.objs.length > 0
          ? { ...unknown, taints: deepTaints(m, first) }
          : first.k !== undefined
            ? constant(String(first.k))
            : {
                ...unknown,
                taints: cleanTaints(first.taints, maskOf('nosql', 'prototype_pollution')),
                text: first.text,
              };
    case 'array':
    case 'list':
    case 'tuple':
    case 'set':
    case 'sorted':
    case 'reversed':
      return args.length === 0 ? listOf(m, []) : (first ?? null);
    case 'dict': {
      const value = m.make('map');
      for (const [key, field] of site.named) setField(m, value, key, field);
      if (first !== undefined) mergeInto(m, value, first);
      return value;
    }
    case 'getattr':
      return first !== undefined && typeof second?.k === 'string'
        ? readProperty(m, first, second.k, site.e, '')
        : null;
    case '<list of>':
      return listRest(m, first ?? unknown);
    case 'len':
    case 'strlen':
    case 'count':
      return typeof first?.k === 'string' ? constant(first.k.length) : unknown;
    case 'define':
      if (typeof first?.k === 'string' && second !== undefined) {
        m.s.vars.set(`${m.file.top.id}:${first.k}`, second);
        m.globals.add(`${m.file.top.id}:${first.k}`);
      }
      return unknown;
    case 'enumerate':
      return first === undefined ? null : listRest(m, listOf(m, [unknown, iteratedOf(m, first)]));
    case 'zip':
      return listRest(
        m,
        listOf(
          m,
          args.map((value) => iteratedOf(m, value)),
        ),
      );
    case 'next':
    case 'iter':
      return first === undefined ? null : elementOf(m, first);
    case 'array_map':
      return typeof first?.k === 'string' && /^(?:intval|floatval|boolval|abs|count|strlen)$/.test(first.k)
        ? listRest(m, unknown)
        : null;
    default:
      return null;
  }
}
