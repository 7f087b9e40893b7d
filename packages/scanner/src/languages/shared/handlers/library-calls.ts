import { setField } from '../../../flow/assign.ts';
import { callOnBuffer } from '../../../flow/buffer-builtins.ts';
import type { CallSite } from '../../../flow/call-site.ts';
import { deepTaints, elementOf, listRest } from '../../../flow/elements.ts';
import { maskOf } from '../../../flow/kinds.ts';
import { joinAll, listOf } from '../../../flow/list-builtins.ts';
import type { Machine } from '../../../flow/machine.ts';
import { mergeInto, pairsOf, putPairs } from '../../../flow/map-builtins.ts';

import { checkSinks } from '../../../flow/sinks.ts';
import { concat, formatText, replaceIn } from '../../../flow/string-builtins.ts';
import { addStep, cleanTaints, constant, unknown, type Value } from '../../../flow/value.ts';
import { carriedMethod } from './carried-calls.ts';

/** What is called below: most calls are of something else, and need no text to be put together and compared. */
export const libraryNames: ReadonlySet<string> = new Set(
  'assign merge extend defaults keys entries fromEntries values closing nullcontext promisify freeze create move forward resolve of ofNullable FromResult completedFuture requireNonNull GetBytes all race allSettled asList Create format Format Sprintf Errorf ReplaceAll Replace Fprintf Fprint valueOf raw join Concat Sprint Join stringify dumps parse Combine get arraycopy'.split(
    ' ',
  ),
);

/** Calls of libraries whose meaning is not that of a method on data: statics and settings. Null when it is none. */
export function libraryCall(m: Machine, site: CallSite): Value | null {
  const { name, recv, args } = site;
  const owner = recv?.sym ?? recv?.type ?? '';
  const carried = carriedMethod(m, site, owner);
  if (carried !== null) return carried;
  switch (libraryNames.has(name) ? `${owner.slice(owner.lastIndexOf('.') + 1)}.${name}` : '') {
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
      const [given = unknown] = args;
      const object = m.s.only(given);
      if (object !== undefined && given.taints.length === 0) return pairsOf(m, given, object);
      return listRest(m, elementOf(m, given));
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
      for (const [at, key] of args.entries()) {
        const held = args[at + 1];
        if (at % 2 === 0 && key.k !== undefined && held !== undefined)
          setField(m, value, String(key.k), held);
      }
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
      const [buffer] = args;
      if (buffer === undefined || m.s.only(buffer)?.kind !== 'buffer') return null;
      const text =
        name === 'Fprintf' && typeof args[1]?.k === 'string'
          ? formatText(m, args[1].k, args.slice(2), site.e)
          : concat(m, args.slice(1), site.e);
      return callOnBuffer(m, { ...site, name: 'write', args: [text] }, buffer);
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
      return {
        ...unknown,
        taints: addStep(args[0]?.taints ?? [], m.file, site.e.pos, site.e.end, m.frame.fn.id),
      };
    case 'path.join':
    case 'path.resolve':
    case 'filepath.Join':
    case 'Path.Combine':
    case 'Paths.get':
    case 'Path.of':
      return null;
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
  return null;
}
