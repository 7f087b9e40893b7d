import type { CallSite } from '../../../flow/call-site.ts';
import { deepTaints } from '../../../flow/elements.ts';
import type { Machine } from '../../../flow/machine.ts';
import { isScalar } from '../../../flow/scalar-types.ts';
import { sourceValue } from '../../../flow/source-value.ts';
import { formatText, joinItems } from '../../../flow/string-builtins.ts';
import { textOfValue, unknown, type Value } from '../../../flow/value.ts';

/** Types created from a string or a constant with the same content, by argument label. */
const made: Readonly<Record<string, readonly string[]>> = {
  SQLQueryString: [],
  PostgresQuery: ['unsafeSQL'],
  URI: ['string'],
  URL: ['string'],
  NSURL: ['string'],
  FileURL: ['fileURLWithPath', 'filePath'],
  URLRequest: ['url'],
  NSURLRequest: ['url', 'URL'],
  HTTPClientRequest: ['url'],
  FilePath: ['stringLiteral', 'platformString'],
  String: ['describing', 'data', 'decoding', 'cString', 'bytes', 'reflecting', 'utf8String'],
  NSString: ['string', 'data'],
  Data: [],
  NSData: [],
  Substring: [],
  CCAlgorithm: [],
  CCOptions: [],
  CCMode: [],
  CCOperation: [],
};

/** The answer of another host is untrusted. */
const leadsAway = /^(?:https?|ftp|wss?):/;

/** `SQLQueryString(text)`, `URL(string: text)`; null for all others. */
export function convert(m: Machine, { name, args, named, e }: CallSite): Value | null {
  const labels = Object.hasOwn(made, name) ? made[name] : undefined;
  if (labels === undefined) return null;
  const format = named.get('format')?.k;
  if (typeof format === 'string' && /String$/.test(name)) return formatText(m, format, args, e);
  const address = named.get('contentsOf');
  if (address !== undefined && address.taints.length === 0 && leadsAway.test(textOfValue(address)))
    return { ...sourceValue(m, 'answer', e, 'local'), type: name };
  const given = args[0] ?? labels.map((label) => named.get(label)).find((value) => value !== undefined);
  if (given === undefined || named.has('format')) return null;
  if (name === 'String' || name === 'Substring' || name === 'NSString') return given;
  return {
    ...unknown,
    k: given.k,
    text: given.text,
    taints: given.taints,
    sym: given.sym ?? `${name}()`,
    type: name,
  };
}

/** `[a, b].joined(separator: ", ")` */
export function joined(m: Machine, { name, recv, named }: CallSite): Value | null {
  if (name !== 'joined' || recv === null || recv.objs.length !== 1) return null;
  const separator = named.has('separator') ? named.get('separator')?.k : '';
  const text = typeof separator === 'string' ? joinItems(m, recv, separator) : null;
  return { ...unknown, taints: deepTaints(m, recv), text };
}

/** `decode(Order.self)`, `get(Int.self, at: "n")`: the input as the named type. */
export function decoded(m: Machine, { name, recv, args, named, e }: CallSite): Value | null {
  if (!/^(?:decode|get|require|decodeIfPresent)$/.test(name) || recv === null) return null;
  const isRequest = recv.sym === '@req' && name === 'decode';
  if (recv.taints.length === 0 && !isRequest) return null;
  const asked = named.get('as') ?? args[0];
  const type = asked?.cls?.name ?? asked?.sym ?? null;
  if (type === null || asked?.k !== undefined || !/^[A-Z]\w*$/.test(type)) return null;
  const { taints } = isRequest ? sourceValue(m, 'body', e) : recv;
  return { ...unknown, type, taints: isScalar(type) ? [] : taints };
}
