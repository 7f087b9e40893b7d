import type { Expr } from '../ir/ir.ts';
import { assign, setField } from './assign.ts';
import { callOnBuffer } from './buffer-builtins.ts';
import type { CallSite } from './call-site.ts';
import { carriedFunction, carriedMethod } from './carried-calls.ts';
import { deepTaints, elementOf } from './elements.ts';
import { maskOf } from './kinds.ts';
import { listOf } from './list-builtins.ts';
import type { Machine } from './machine.ts';
import { mergeInto } from './map-builtins.ts';
import { moduleExports, runModule } from './modules.ts';
import { readProperty } from './properties.ts';
import { schemaCall } from './schema-builtins.ts';
import { checkSinks } from './sinks.ts';
import { sourceValue } from './source-value.ts';
import { newObject } from './state.ts';
import { concat, formatText, replaceIn } from './string-builtins.ts';
import { cleanTaints, constant, joinTaints, type Taint, textOfValue, unknown, type Value } from './value.ts';

const scriptLanguages = new Set(['JavaScript', 'TypeScript', 'TSX']);

/** Calls whose meaning is not that of a method on data: statics of the languages, getters and setters, settings. Null when it is none. */
export function specialCall(m: Machine, site: CallSite, target: Expr | null): Value | null {
  const { name, recv, args } = site;
  const schema = scriptLanguages.has(m.file.language) ? schemaCall(m, site) : null;
  if (schema !== null) {
    m.links.runCallbacks(m, site);
    return schema;
  }
  const owner = recv?.sym ?? recv?.type ?? '';
  const carried = carriedMethod(m, site, owner);
  if (carried !== null) return carried;
  switch (`${owner.slice(owner.lastIndexOf('.') + 1)}.${name}`) {
    case 'Object.assign':
    case '_.merge':
    case '_.extend':
    case '_.assign':
    case '_.defaults':
    case '$.extend':
    case 'lodash.merge': {
      const [first, ...rest] = args;
      if (first === undefined) return null;
      checkSinks(m, site);
      if (first.objs.length > 0) for (const value of rest) mergeInto(m, first, value);
      return joinAll(args);
    }
    case 'Object.keys':
      return listRest(m, elementOf(m, args[0] ?? unknown, true));
    case 'Object.values':
    case 'Object.entries':
      return listRest(m, elementOf(m, args[0] ?? unknown));
    case 'util.promisify':
    case 'Object.freeze':
    case 'Object.create':
    case 'std.move':
    case 'std.forward':
    case 'Promise.resolve':
    case 'Optional.of':
    case 'Optional.ofNullable':
    case 'Objects.requireNonNull':
    case 'UTF8.GetBytes':
    case 'ASCII.GetBytes':
    case 'Unicode.GetBytes':
    case 'Default.GetBytes':
      return args[0] ?? unknown;
    case 'Promise.all':
    case 'Promise.race':
    case 'Promise.allSettled':
      return args[0] ?? unknown;
    case 'Arrays.asList':
    case 'List.of':
    case 'Set.of':
    case 'Array.of':
      return listOf(m, args);
    case 'Map.of': {
      const value = m.make('map');
      for (let at = 0; at + 1 < args.length; at += 2)
        if (args[at]!.k !== undefined) setField(m, value, String(args[at]!.k), args[at + 1]!);
      return value;
    }
    case 'String.format':
    case 'string.Format':
    case 'String.Format':
    case 'fmt.Sprintf':
    case 'fmt.Errorf':
    case 'util.format': {
      const start = args[0]?.k === undefined && args[0]?.type === 'Locale' ? 1 : 0;
      return typeof args[start]?.k === 'string'
        ? formatText(m, args[start].k, args.slice(start + 1), site.e)
        : joinAll(args, m);
    }
    case 'strings.ReplaceAll':
    case 'strings.Replace':
      return args[0] === undefined ? null : replaceIn(m, args[0], args.slice(1), 'Replace');
    case 'fmt.Fprintf':
    case 'fmt.Fprint': {
      // Into a buffer of its own: the same as writing to it.
      const object = args[0]?.objs.length === 1 ? m.s.object(args[0].objs[0]!) : undefined;
      if (object?.kind !== 'buffer') return null;
      const text =
        name === 'Fprintf' && typeof args[1]?.k === 'string'
          ? formatText(m, args[1].k, args.slice(2), site.e)
          : concat(m, args.slice(1), site.e);
      return callOnBuffer(m, { ...site, name: 'write', args: [text] }, args[0]!);
    }
    case 'String.valueOf':
    case 'String.raw':
    case 'str.join':
    case 'String.Concat':
    case 'string.Concat':
    case 'fmt.Sprint':
      return concat(m, args, site.e);
    case 'String.Join':
    case 'string.Join':
    case 'String.join':
    case 'strings.Join':
      return joinAll(args, m);
    case 'JSON.stringify':
    case 'json.dumps':
      // It writes line ends as `\n`.
      return {
        ...unknown,
        taints: args[0] === undefined ? [] : cleanTaints(deepTaints(m, args[0]), maskOf('log', 'header')),
      };
    case 'JSON.parse':
      return { ...unknown, taints: args[0]?.taints ?? [] };
    case 'path.Clean':
    case 'filepath.Clean':
    case 'path/filepath.Clean':
      // From the root on: no step upwards is left.
      return m.file.language === 'Go' && args[0] !== undefined && textOfValue(args[0]).startsWith('/')
        ? { ...unknown, taints: cleanTaints(args[0].taints, maskOf('path')) }
        : null;
    case 'path.join':
    case 'path.resolve':
    case 'filepath.Join':
    case 'Path.Combine':
    case 'Paths.get':
    case 'Path.of':
      return null;
    case 'Command.new':
      // Which program it is stays with the builder, for what is added later.
      if (m.file.language !== 'Rust' || typeof args[0]?.k !== 'string') return null;
      checkSinks(m, site);
      return { ...unknown, sym: `Command:${args[0].k.slice(args[0].k.lastIndexOf('/') + 1)}` };
    case 'System.arraycopy':
      return unknown;
    default:
  }
  if (
    recv !== null &&
    (name === 'getProperty' || name === 'getenv' || name === 'GetValue' || name === 'getString') &&
    typeof args[0]?.k === 'string' &&
    recv.taints.length === 0
  ) {
    const setting = m.program.setting(args[0].k);
    if (setting !== undefined) return constant(setting);
    if (/[Pp]rop|[Cc]onfig|[Ss]etting/.test(`${recv.type ?? ''} ${recv.sym ?? ''} ${site.written}`))
      return args[1] !== undefined && args[1].k !== undefined ? args[1] : unknown;
  }
  if (name === '<element>') return recv === null ? unknown : elementOf(m, recv);
  if (name === '<initialize>') return initialize(m, site);
  if (recv !== null && (name === 'then' || name === 'catch' || name === 'finally') && recv.fns.length === 0)
    return callThen(m, site);
  return accessor(m, site, target);
}

function initialize(m: Machine, site: CallSite): Value {
  const recv = site.recv!;
  for (const [name, value] of site.named) setField(m, recv, name, value);
  for (const value of site.args) {
    const object = recv.objs.length === 1 ? m.s.object(recv.objs[0]!) : undefined;
    if (object?.kind === 'list')
      m.update(
        recv,
        (before) => ({ ...before, items: [...(before.items ?? []), value] }),
        (before) => before,
      );
    else mergeInto(m, recv, value);
  }
  return recv;
}

/** The function gets what the promise holds; what it gives is what the next one gets. */
function callThen(m: Machine, site: CallSite): Value {
  const recv = site.recv!;
  if (site.name !== 'then') {
    m.links.runCallbacks(m, { ...site, recv: unknown });
    return recv;
  }
  let result: Value = { ...unknown, taints: recv.taints };
  const first = site.args[0];
  for (const { fn } of first?.fns ?? []) {
    m.runs.set(fn, (m.runs.get(fn) ?? 0) + 1);
    if (m.runs.get(fn)! > 40) continue;
    const value = m.run(fn, null, () => {
      const [param] = fn.params;
      if (param === undefined) return;
      if (param.pattern !== null) assign(m, param.pattern, recv);
      else m.s.vars.set(`${fn.id}:${param.name}`, recv);
    });
    if (value !== null) result = value;
  }
  if (site.args[1] !== undefined)
    m.links.runCallbacks(m, { ...site, args: site.args.slice(1), recv: unknown });
  return result;
}

/** `setName(x)` and `getName()` of objects whose class is not seen, `attr` and `attr=` of the like. */
function accessor(m: Machine, site: CallSite, target: Expr | null): Value | null {
  const { name, recv, args } = site;
  if (recv === null || recv.objs.length === 0) return null;
  const object = m.s.object(recv.objs[0]!);
  if (object === undefined || (object.kind !== 'object' && object.cls === null)) return null;
  const setter = /^set([A-Z]\w*)$/.exec(name)?.[1];
  if (setter !== undefined && args.length === 1) {
    setField(m, recv, `${setter[0]!.toLowerCase()}${setter.slice(1)}`, args[0]!);
    return null;
  }
  // Records read their components by name.
  if (args.length === 0 && object.cls !== null && object.fields.has(name))
    return readProperty(m, recv, name, target ?? site.e, '');
  const getter = /^(?:get|is)([A-Z]\w*)$/.exec(name)?.[1];
  if (getter !== undefined && args.length === 0) {
    const field = `${getter[0]!.toLowerCase()}${getter.slice(1)}`;
    if (object.fields.has(field)) return readProperty(m, recv, field, target ?? site.e, '');
  }
  return null;
}

function listRest(m: Machine, rest: Value): Value {
  return { ...unknown, objs: [m.allocate({ ...newObject('list'), items: null, rest })] };
}

function joinAll(args: readonly Value[], m?: Machine): Value {
  let taints: readonly Taint[] = [];
  let objs: readonly number[] = [];
  for (const value of args) {
    taints = joinTaints(taints, m === undefined ? value.taints : deepTaints(m, value));
    if (m === undefined && objs.length === 0) objs = value.objs;
  }
  return { ...unknown, taints, objs };
}

/** Functions without a receiver that all programs of a language know. */
export function globalCall(m: Machine, site: CallSite): Value | null {
  const { name, args } = site;
  const [first, second] = args;
  const carried = carriedFunction(m, site);
  if (carried !== null) return carried;
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
      if (m.file.language === 'C' || m.file.language === 'C++') return null;
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
    case 'Regex':
      return m.file.language === 'Kotlin' && typeof first?.k === 'string'
        ? { ...constant(first.k), type: 'RegExp' }
        : null;
    case 'listOf':
    case 'listOfNotNull':
    case 'mutableListOf':
    case 'arrayOf':
    case 'arrayListOf':
    case 'setOf':
      return m.file.language === 'Kotlin' ? listOf(m, args) : null;
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
    case 'OpenStruct':
    case 'append': {
      if (name !== 'append' || m.file.language !== 'Go' || first === undefined) return null;
      const items = first.objs.length === 1 ? m.s.object(first.objs[0]!)?.items : null;
      if (items) return listOf(m, [...items, ...args.slice(1)]);
      return { ...unknown, taints: joinTaints(first.taints, joinAll(args.slice(1), m).taints) };
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
        m.file.top.locals.add(first.k);
      }
      return unknown;
    case 'next':
    case 'iter':
    case 'enumerate':
    case 'zip':
      return first === undefined ? null : elementOf(m, first);
    case 'array_map':
      return typeof first?.k === 'string' && /^(?:intval|floatval|boolval|abs|count|strlen)$/.test(first.k)
        ? listRest(m, unknown)
        : null;
    case 'file_get_contents':
      return m.file.language === 'PHP' && first?.k === 'php://input' ? sourceValue(m, 'body', site.e) : null;
    case 'array_push':
      return null;
    case 'compact':
      return null;
    default:
      return null;
  }
}
