import type { Expr } from '../ir/ir.ts';
import { setField } from './assign.ts';
import { callOnBuffer } from './buffer-builtins.ts';
import type { CallSite } from './call-site.ts';
import { carriedMethod } from './carried-calls.ts';
import { initializeProperty } from './computed-properties.ts';
import { deepTaints, elementOf, iteratedOf } from './elements.ts';
import { maskOf } from './kinds.ts';
import { joinAll, listOf } from './list-builtins.ts';
import type { Machine } from './machine.ts';
import { mergeInto, pairsOf, putPairs } from './map-builtins.ts';
import { listRest } from './map-elements.ts';
import { readProperty } from './properties.ts';
import { checkSinks } from './sinks.ts';
import { concat, formatText, replaceIn } from './string-builtins.ts';
import { cleanTaints, constant, textOfValue, unknown, type Value } from './value.ts';

const scriptLanguages = new Set(['JavaScript', 'TypeScript', 'TSX']);

/** Calls whose meaning is not that of a method on data: statics of the languages, getters and setters, settings. Null when it is none. */
export function specialCall(m: Machine, site: CallSite, target: Expr | null): Value | null {
  const { name, recv, args } = site;
  const schema = scriptLanguages.has(m.file.language) ? m.handlers.schemaCall(m, site) : null;
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
    case 'Object.entries': {
      const object = args[0]?.objs.length === 1 ? m.s.object(args[0].objs[0]!) : undefined;
      if (object !== undefined && args[0]!.taints.length === 0) return pairsOf(m, args[0]!, object);
      return listRest(m, elementOf(m, args[0] ?? unknown));
    }
    case 'Object.fromEntries': {
      const map = m.make('object');
      return putPairs(m, map, args[0]) ? map : null;
    }
    case 'Object.values':
      return listRest(m, elementOf(m, args[0] ?? unknown));
    case 'contextlib.closing':
    case 'contextlib.nullcontext':
    case 'util.promisify':
    case 'Object.freeze':
    case 'Object.create':
    case 'std.move':
    case 'std.forward':
    case 'Promise.resolve':
    case 'Optional.of':
    case 'Optional.ofNullable':
    case 'Task.FromResult':
    case 'ValueTask.FromResult':
    case 'CompletableFuture.completedFuture':
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
    case 'Tuple.Create':
    case 'ValueTuple.Create':
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
      // Who chooses the format reads what stands beside it.
      if ((args[0]?.taints.length ?? 0) > 0) checkSinks(m, site);
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
    recv.taints.every(({ source }) => source.kind === 'file')
  ) {
    const setting = m.program.setting(args[0].k);
    if (setting !== undefined) return constant(setting);
    if (
      recv.taints.length === 0 &&
      /[Pp]rop|[Cc]onfig|[Ss]etting/.test(`${recv.type ?? ''} ${recv.sym ?? ''} ${site.written}`)
    )
      return args[1] !== undefined && args[1].k !== undefined ? args[1] : unknown;
  }
  if (name === '<element>') return recv === null ? unknown : iteratedOf(m, recv);
  if (name === '<initialize>') return initialize(m, site);
  if (name === '<with>') return changedCopy(m, site);
  if (
    m.file.language === 'C#' &&
    recv !== null &&
    /^(?:ConfigureAwait|GetAwaiter|GetResult|AsTask|WaitAsync)$/.test(name)
  )
    return recv;
  if (recv !== null && (name === 'then' || name === 'catch' || name === 'finally') && recv.fns.length === 0)
    return m.handlers.callThen(m, site);
  return accessor(m, site, target);
}

function initialize(m: Machine, site: CallSite): Value {
  const recv = site.recv!;
  for (const [name, value] of site.named) {
    const e =
      site.e.k === 'call' ? site.e.args.find((arg) => arg.k === 'named' && arg.name === name) : undefined;
    if (!initializeProperty(m, recv, name, value, e ?? site.e)) setField(m, recv, name, value);
  }
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

/** `x with { Name = y }` */
function changedCopy(m: Machine, site: CallSite): Value {
  const recv = site.recv!;
  const object = recv.objs.length === 1 ? m.s.object(recv.objs[0]!) : undefined;
  if (object === undefined) return recv;
  const copy = { ...recv, objs: [m.allocate(object)] };
  for (const [name, value] of site.named) setField(m, copy, name, value);
  return copy;
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
