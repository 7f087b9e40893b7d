import { setField } from '../../../flow/assign.ts';
import { callOnBuffer } from '../../../flow/buffer-builtins.ts';
import { byName } from '../../../flow/by-name.ts';
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

type LibraryCall = (m: Machine, site: CallSite) => Value | null;

const itself: LibraryCall = (_, { args: [given = unknown] }) => given;

/** By the last part of the function's owner, and the function's name. */
const calls = byName<LibraryCall>([
  ['Object.assign _.merge _.extend _.assign _.defaults $.extend lodash.merge', merge],
  ['Object.keys', (m, { args: [given = unknown] }) => listRest(m, elementOf(m, given, true))],
  ['Object.entries', entriesOf],
  ['Object.fromEntries', fromEntries],
  ['Object.values', (m, { args: [given = unknown] }) => listRest(m, elementOf(m, given))],
  ['contextlib.closing contextlib.nullcontext util.promisify Object.freeze Object.create', itself],
  ['std.move std.forward Promise.resolve Optional.of Optional.ofNullable', itself],
  ['Task.FromResult ValueTask.FromResult CompletableFuture.completedFuture', itself],
  ['Objects.requireNonNull UTF8.GetBytes ASCII.GetBytes Unicode.GetBytes Default.GetBytes', itself],
  ['URI.create', (_, { args: [given] }) => (given === undefined ? null : { ...given, type: 'URI' })],
  ['Promise.all Promise.race Promise.allSettled', itself],
  ['Arrays.asList List.of Set.of Array.of Tuple.Create ValueTuple.Create', (m, { args }) => listOf(m, args)],
  ['Map.of', mapOfPairs],
  ['String.format string.Format String.Format fmt.Sprintf fmt.Errorf util.format', format],
  ['strings.ReplaceAll strings.Replace', replace],
  ['fmt.Fprintf fmt.Fprint', printInto],
  ['String.valueOf String.raw str.join String.Concat string.Concat fmt.Sprint', together],
  ['String.Join string.Join String.join strings.Join', (m, { args }) => joinAll(args, m)],
  ['JSON.stringify json.dumps', toJson],
  ['JSON.parse', fromJson],
  ['System.arraycopy', () => unknown],
]);

/** Checked first, because it is cheap: most calls match none of these names. */
const libraryNames: ReadonlySet<string> = new Set(
  [...calls.keys()].map((name) => name.slice(name.lastIndexOf('.') + 1)),
);

/** The result of a library's static function or setting, as opposed to a method on data. Null if it is none. */
export function libraryCall(m: Machine, site: CallSite): Value | null {
  const { name, recv } = site;
  const owner = recv?.sym ?? recv?.type ?? '';
  const carried = carriedMethod(m, site, owner);
  if (carried !== null) return carried;
  const call = libraryNames.has(name)
    ? calls.get(`${owner.slice(owner.lastIndexOf('.') + 1)}.${name}`)
    : undefined;
  return call === undefined ? settingOf(m, site) : call(m, site);
}

function merge(m: Machine, site: CallSite): Value | null {
  const [first, ...rest] = site.args;
  if (first === undefined) return null;
  checkSinks(m, site);
  if (first.objs.length > 0) for (const value of rest) mergeInto(m, first, value);
  return joinAll(site.args);
}

function entriesOf(m: Machine, { args: [given = unknown] }: CallSite): Value {
  const object = m.s.only(given);
  if (object !== undefined && given.taints.length === 0) return pairsOf(m, given, object);
  return listRest(m, elementOf(m, given));
}

function fromEntries(m: Machine, { args: [pairs] }: CallSite): Value | null {
  const map = m.make('object');
  return putPairs(m, map, pairs) ? map : null;
}

function mapOfPairs(m: Machine, { args }: CallSite): Value {
  const value = m.make('map');
  for (const [at, key] of args.entries()) {
    const held = args[at + 1];
    if (at % 2 === 0 && key.k !== undefined && held !== undefined) setField(m, value, String(key.k), held);
  }
  return value;
}

function format(m: Machine, site: CallSite): Value {
  const { args } = site;
  const start = args[0]?.k === undefined && args[0]?.type === 'Locale' ? 1 : 0;
  // Whoever chooses the format can read the other arguments.
  if ((args[0]?.taints.length ?? 0) > 0) checkSinks(m, site);
  return typeof args[start]?.k === 'string'
    ? formatText(m, args[start].k, args.slice(start + 1), site.e)
    : joinAll(args, m);
}

function replace(m: Machine, { args: [text, ...rest] }: CallSite): Value | null {
  return text === undefined ? null : replaceIn(m, text, rest, 'Replace');
}

/** Printing into a buffer is the same as writing to it. */
function printInto(m: Machine, site: CallSite): Value | null {
  const [buffer, ...rest] = site.args;
  if (buffer === undefined || m.s.only(buffer)?.kind !== 'buffer') return null;
  const [first, ...parts] = rest;
  const text =
    site.name === 'Fprintf' && typeof first?.k === 'string'
      ? formatText(m, first.k, parts, site.e)
      : concat(m, rest, site.e);
  return callOnBuffer(m, { ...site, name: 'write', args: [text] }, buffer);
}

function together(m: Machine, { args, e }: CallSite): Value {
  return concat(m, args, e);
}

/** JSON writes line breaks as `\n`. */
function toJson(m: Machine, { args: [given] }: CallSite): Value {
  const taints = given === undefined ? [] : cleanTaints(deepTaints(m, given), maskOf('log', 'header'));
  return { ...unknown, taints };
}

function fromJson(m: Machine, { args: [text], e }: CallSite): Value {
  return { ...unknown, taints: addStep(text?.taints ?? [], m.file, e.pos, e.end, m.frame.fn.id) };
}

/** The value of a setting in one of the application's files, or the default in the call. */
function settingOf(m: Machine, { name, recv, args: [key, preset], written }: CallSite): Value | null {
  if (recv === null || !/^(?:getProperty|getenv|GetValue|getString)$/.test(name)) return null;
  if (typeof key?.k !== 'string' || recv.taints.some(({ source }) => source.kind !== 'file')) return null;
  const setting = m.program.setting(key.k);
  if (setting !== undefined) return constant(setting);
  const isSettings =
    recv.taints.length === 0 &&
    /[Pp]rop|[Cc]onfig|[Ss]etting/.test(`${recv.type ?? ''} ${recv.sym ?? ''} ${written}`);
  if (!isSettings) return null;
  return preset?.k !== undefined ? preset : unknown;
}
