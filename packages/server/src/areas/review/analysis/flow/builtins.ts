import type { Expr } from '../ir/ir.ts';
import { append, deepTaints, elementOf, loosen, readElement, setElement, sizeOf } from './access.ts';
import { maskOf } from './kinds.ts';
import type { Machine } from './machine.ts';
import type { CallSite } from './sinks.ts';
import { contentOf, type HeapObject, joinObjects, newObject } from './state.ts';
import {
  addStep,
  cleanTaints,
  constant,
  hole,
  joinTaints,
  joinValues,
  type Taint,
  textOfValue,
  unknown,
  type Value,
} from './value.ts';

const listTypes =
  /^(?:ArrayList|LinkedList|List|Vector|Stack|HashSet|LinkedHashSet|TreeSet|Set|ArrayDeque|Deque|Queue|Array|list|set|deque|CopyOnWriteArrayList|Collection|SortedSet|SplObjectStorage|ArrayObject|PriorityQueue)$/;
const mapTypes =
  /^(?:HashMap|LinkedHashMap|TreeMap|Map|Hashtable|ConcurrentHashMap|Dictionary|dict|OrderedDict|defaultdict|WeakMap|SortedDictionary|ConcurrentDictionary|Hash|NameValueCollection|ConfigParser|RawConfigParser|SafeConfigParser)$/;
const bufferTypes = /^(?:StringBuilder|StringBuffer|StringJoiner|StringWriter|StringIO)$/;

export function constructBuiltin(m: Machine, name: string, args: readonly Value[]): Value | null {
  const plain = name.replace(/<.*$/, '');
  if (bufferTypes.test(plain)) {
    const value = m.make('buffer', plain);
    const first = args[0];
    const start = first === undefined || typeof first.k === 'number' ? constant('') : first;
    return withField(m, value, '#', start);
  }
  if (listTypes.test(plain)) return fillList(m, m.make('list', plain), args);
  if (mapTypes.test(plain)) {
    const value = m.make('map', plain);
    const first = args[0];
    if (first !== undefined && (first.objs.length > 0 || first.taints.length > 0)) mergeInto(m, value, first);
    return value;
  }
  if (plain === 'String' || plain === 'string') return args[0] ?? constant('');
  if (plain === 'Object' && args.length === 0) return m.make('object');
  if (plain === 'RegExp') return { ...unknown, type: 'RegExp', k: args[0]?.k };
  if (plain === 'Promise') return unknown;
  return null;
}

function fillList(m: Machine, value: Value, args: readonly Value[]): Value {
  const first = args[0];
  if (first === undefined || typeof first.k === 'number') return value;
  const items = first.objs.length === 1 ? m.s.object(first.objs[0]!)?.items : null;
  if (items) m.update(value, (object) => ({ ...object, items }), joinObjects);
  else m.update(value, (object) => loosen(object, elementOf(m, first)), joinObjects);
  return value;
}

function withField(m: Machine, value: Value, name: string, field: Value): Value {
  m.update(
    value,
    (object) => ({ ...object, fields: new Map([...object.fields, [name, field]]) }),
    joinObjects,
  );
  return value;
}

export function mergeInto(m: Machine, target: Value, from: Value): void {
  const taints = from.taints;
  m.update(
    target,
    (object) => {
      const fields = new Map(object.fields);
      let { rest } = object;
      for (const id of from.objs) {
        const other = m.s.object(id);
        if (other === undefined) continue;
        for (const [name, value] of other.fields) fields.set(name, value);
        if (other.rest !== null) rest = rest === null ? other.rest : joinValues(rest, other.rest);
      }
      if (taints.length > 0)
        rest = rest === null ? { ...unknown, taints } : joinValues(rest, { ...unknown, taints });
      return { ...object, fields, rest };
    },
    joinObjects,
  );
}

/** Concatenation: constants fold, known text and data of both sides stay. */
export function concat(m: Machine, parts: readonly Value[], e: Expr): Value {
  let text = '';
  let taints: readonly Taint[] = [];
  let isConstant = true;
  for (const part of parts) {
    if (part.k === undefined) isConstant = false;
    text += textOfValue(part);
    taints = joinTaints(taints, part.objs.length > 0 ? deepTaints(m, part) : part.taints);
  }
  if (text.length > 400) text = `${text.slice(0, 300)}${hole}`;
  if (isConstant && taints.length === 0) return constant(text);
  return {
    ...unknown,
    taints: addStep(taints, m.file, e.pos, e.end, m.frame!.fn.id),
    text: text === hole ? null : text.includes(hole) ? text : text + hole,
  };
}

/** Methods that most languages share, on strings, lists, maps and string buffers. Null when this is none of them. */
export function callBuiltin(m: Machine, site: CallSite, target: Expr | null): Value | null {
  const { recv } = site;
  if (recv === null) return null;
  if (typeof recv.k === 'string' || (recv.k === undefined && recv.objs.length === 0)) {
    const folded = callOnString(m, site, recv);
    if (folded !== null) return folded;
  }
  const object = recv.objs.length > 0 ? m.s.object(recv.objs[0]!) : undefined;
  if (object === undefined) return null;
  if (object.kind === 'buffer') return callOnBuffer(m, site, recv);
  if (object.kind === 'list') return callOnList(m, site, recv, object);
  if (object.kind === 'map' || (object.kind === 'object' && object.cls === null))
    return callOnMap(m, site, recv, target, object);
  return null;
}

function callOnString(m: Machine, site: CallSite, recv: Value): Value | null {
  const { args, name } = site;
  const [a, b] = args;
  switch (name) {
    case 'concat':
      return concat(m, [recv, ...args], site.e);
    case 'format':
    case 'formatted':
    case 'Format': {
      if (typeof recv.k !== 'string') return null;
      return formatText(m, recv.k, args, site.e, site.named);
    }
    case 'join':
      if (typeof recv.k !== 'string' || a === undefined) return null;
      return {
        ...unknown,
        taints: deepTaints(m, a),
        text: a.objs.length > 0 ? joinItems(m, a, recv.k) : null,
      };
    case 'replace':
    case 'replaceAll':
    case 'Replace':
    case 'gsub':
    case 'sub':
      return replaceIn(m, recv, args, name);
    case 'trim':
    case 'strip':
    case 'toString':
    case 'to_s':
    case 'to_string':
    case 'toLowerCase':
    case 'toUpperCase':
    case 'lower':
    case 'upper':
    case 'ToLower':
    case 'ToUpper':
    case 'Trim':
    case 'intern':
    case 'as_str':
    case 'clone':
    case 'to_owned':
    case 'into':
    case 'unwrap':
    case 'expect':
    case 'unwrap_or_default':
    case 'await':
      if (typeof recv.k === 'string') return constant(foldCase(recv.k, name));
      return recv.sym === null || recv.taints.length > 0 ? { ...recv, sym: null } : null;
    case 'split':
    case 'Split':
      if (typeof recv.k === 'string' && typeof a?.k === 'string') {
        const id = m.allocate({
          ...newObject('list'),
          items: recv.k
            .split(a.k)
            .slice(0, 64)
            .map((part) => constant(part)),
        });
        return { ...unknown, objs: [id] };
      }
      return recv.taints.length > 0 ? { ...unknown, taints: recv.taints } : null;
    default:
  }
  if (typeof recv.k !== 'string') return null;
  const text = recv.k;
  switch (name) {
    case 'charAt':
    case 'char_at':
      return typeof a?.k === 'number' ? constant(text.charAt(a.k)) : unknown;
    case 'substring':
    case 'slice':
    case 'Substring':
    case 'substr':
      if (typeof a?.k !== 'number' || (b !== undefined && typeof b.k !== 'number')) return unknown;
      if (name === 'substr' || name === 'Substring')
        return constant(b === undefined ? text.slice(a.k) : text.slice(a.k, a.k + (b.k as number)));
      return constant(
        name === 'slice'
          ? text.slice(a.k, b?.k as number | undefined)
          : text.substring(a.k, b?.k as number | undefined),
      );
    case 'length':
    case 'size':
    case 'len':
      return constant(text.length);
    case 'equals':
    case 'Equals':
      return a?.k !== undefined ? constant(text === a.k) : unknown;
    case 'equalsIgnoreCase':
      return typeof a?.k === 'string' ? constant(text.toLowerCase() === a.k.toLowerCase()) : unknown;
    case 'startsWith':
    case 'startswith':
    case 'StartsWith':
    case 'starts_with':
      return typeof a?.k === 'string' ? constant(text.startsWith(a.k)) : unknown;
    case 'endsWith':
    case 'endswith':
    case 'EndsWith':
      return typeof a?.k === 'string' ? constant(text.endsWith(a.k)) : unknown;
    case 'contains':
    case 'includes':
    case 'Contains':
    case 'include?':
      return typeof a?.k === 'string' ? constant(text.includes(a.k)) : unknown;
    case 'indexOf':
    case 'IndexOf':
    case 'find':
      return typeof a?.k === 'string' ? constant(text.indexOf(a.k)) : unknown;
    case 'isEmpty':
      return constant(text.length === 0);
    case 'toCharArray': {
      const id = m.allocate({
        ...newObject('list'),
        items: [...text.slice(0, 64)].map((part) => constant(part)),
      });
      return { ...unknown, objs: [id] };
    }
    default:
      return null;
  }
}

function foldCase(text: string, name: string): string {
  if (/^(?:toLowerCase|lower|ToLower)$/.test(name)) return text.toLowerCase();
  if (/^(?:toUpperCase|upper|ToUpper)$/.test(name)) return text.toUpperCase();
  return /^(?:trim|strip|Trim)$/.test(name) ? text.trim() : text;
}

function joinItems(m: Machine, list: Value, separator: string): string | null {
  const items = m.s.object(list.objs[0]!)?.items;
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
    /%(?:\d+\$)?[-+ 0#]*[\d*]*(?:\.\d+)?[a-zA-Z]|\{\w*(?:[.[][^{}]*)?(?:[:!][^}]*)?\}/g,
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

/** Taking characters out makes data harmless where they are what does the harm. */
function replaceIn(m: Machine, recv: Value, args: readonly Value[], name: string): Value {
  const [pattern, by] = args;
  if (
    typeof recv.k === 'string' &&
    typeof pattern?.k === 'string' &&
    typeof by?.k === 'string' &&
    pattern.type !== 'RegExp'
  ) {
    return constant(
      name === 'replace' && m.file.language !== 'Java' && m.file.language !== 'Python'
        ? recv.k.replace(pattern.k, by.k)
        : recv.k.replaceAll(pattern.k, by.k),
    );
  }
  const taints = joinTaints(recv.taints, by?.taints ?? []);
  if (taints.length === 0) return unknown;
  if (typeof pattern?.k !== 'string') return { ...unknown, taints };
  const source = pattern.k;
  const isRegex = pattern.type === 'RegExp' || name === 'replaceAll' || name === 'gsub' || name === 'sub';
  const isGlobal = pattern.type !== 'RegExp' || /\/[a-z]*g[a-z]*$/.test(source) || name !== 'replace';
  return {
    ...unknown,
    taints:
      isGlobal || /^\[\^|^\/\[\^/.test(source) ? cleanTaints(taints, removedMask(source, isRegex)) : taints,
  };
}

/** Kinds that cannot be harmed once all that `source` matches is gone. */
function removedMask(source: string, isRegex: boolean): number {
  const body = source.replace(/^\/|\/[a-z]*$/g, '');
  if (isRegex) {
    // Everything but word characters goes: nothing is left to attack with.
    const negated = /^\(?\[\^([^\]]*)\][+*]?\)?$/.exec(body)?.[1];
    if (negated !== undefined)
      return isPlainClass(negated)
        ? maskOf(
            'sql',
            'nosql',
            'command',
            'code',
            'ldap',
            'xpath',
            'template',
            'xss',
            'path',
            'header',
            'log',
            'redirect',
            'ssrf',
            'regex',
            'format',
            'deserialization',
          )
        : 0;
    if (body === '\\W' || body === '\\W+' || body === '\\D' || body === '\\D+')
      return maskOf(
        'sql',
        'command',
        'code',
        'ldap',
        'xpath',
        'xss',
        'path',
        'header',
        'log',
        'redirect',
        'ssrf',
        'template',
        'nosql',
      );
  }
  let mask = 0;
  if (body.includes('<')) mask |= maskOf('xss');
  if (body.includes("'")) mask |= maskOf('sql', 'xpath');
  if (/\\r|\\n|[\r\n]/.test(body)) mask |= maskOf('header', 'log');
  if (/[*()]/.test(body) && /\\?[(*]/.test(body) && body.includes('(') && body.includes('*'))
    mask |= maskOf('ldap');
  if (/[;&|`]/.test(body) && body.includes(';') && body.includes('|')) mask |= maskOf('command');
  return mask;
}

/** Letters, digits and a few harmless signs. */
export function isPlainClass(inside: string): boolean {
  return (
    /^(?:a-z|A-Z|0-9|\\w|\\d|_|\\?-|\\s| |\\?\.|,|a-f|A-F|@|\+|:)+$/i.test(inside) && !/\.\//.test(inside)
  );
}

function callOnBuffer(m: Machine, site: CallSite, recv: Value): Value | null {
  const { args, name } = site;
  const current = m.s.object(recv.objs[0]!)?.fields.get('#') ?? unknown;
  const put = (value: Value): Value => withField(m, recv, '#', value);
  switch (name) {
    case 'append':
    case 'Append':
    case 'write':
    case 'AppendLine':
    case 'add':
      return put(concat(m, [current, ...args.slice(0, 1)], site.e));
    case 'AppendFormat':
      return put(
        concat(
          m,
          [
            current,
            typeof args[0]?.k === 'string'
              ? formatText(m, args[0].k, args.slice(1), site.e)
              : { ...unknown, taints: deepTaints(m, args[0] ?? unknown) },
          ],
          site.e,
        ),
      );
    case 'insert':
    case 'Insert':
      return put(
        concat(m, args[0]?.k === 0 ? [args[1] ?? unknown, current] : [current, args[1] ?? unknown], site.e),
      );
    case 'replace': {
      const value = args[2] ?? args[1] ?? unknown;
      return put({ ...unknown, taints: joinTaints(current.taints, value.taints) });
    }
    case 'setLength':
    case 'clear':
    case 'Clear':
      return put(args[0] === undefined || args[0].k === 0 ? constant('') : current);
    case 'toString':
    case 'ToString':
    case 'getvalue':
    case 'String':
      return current;
    case 'reverse':
    case 'deleteCharAt':
    case 'delete':
    case 'Remove':
      return put({ ...unknown, taints: current.taints });
    case 'length':
      return typeof current.k === 'string' ? constant(current.k.length) : unknown;
    default:
      return { ...unknown, taints: current.taints };
  }
}

function itemsOf(m: Machine, recv: Value): readonly Value[] | null {
  return recv.objs.length === 1 ? (m.s.object(recv.objs[0]!)?.items ?? null) : null;
}

function setItems(m: Machine, recv: Value, items: readonly Value[]): void {
  m.update(recv, (object) => ({ ...object, items }), joinObjects);
}

function callOnList(m: Machine, site: CallSite, recv: Value, object: HeapObject): Value | null {
  const { args, name } = site;
  const [a, b] = args;
  const items = itemsOf(m, recv);
  switch (name) {
    case 'add':
    case 'Add':
    case 'append':
    case 'push':
    case 'addLast':
    case 'offer':
    case '<<':
    case 'Enqueue':
    case 'Push':
    case 'addElement':
    case 'push_back':
    case 'offerLast':
      if (args.length === 2 && typeof a?.k === 'number' && name === 'add')
        return insertAt(m, recv, items, a.k, b!);
      for (const value of args) m.update(recv, (before) => append(before, value), joinObjects);
      return name === '<<' ? recv : unknown;
    case 'insert':
    case 'Insert':
      if (typeof a?.k === 'number') return insertAt(m, recv, items, a.k, b ?? unknown);
      m.update(recv, (before) => loosen(before, b ?? unknown), joinObjects);
      return unknown;
    case 'unshift':
    case 'addFirst':
    case 'prepend':
    case 'appendleft':
      return insertAt(m, recv, items, 0, a ?? unknown);
    case 'addAll':
    case 'extend':
    case 'AddRange': {
      const more = a === undefined ? null : itemsOf(m, a);
      if (items !== null && more !== null) setItems(m, recv, [...items, ...more]);
      else if (a !== undefined) m.update(recv, (before) => loosen(before, elementOf(m, a)), joinObjects);
      return unknown;
    }
    case 'get':
    case 'elementAt':
    case 'at':
    case 'ElementAt':
    case 'getItem':
      return a === undefined ? null : readElement(m, recv, a);
    case 'set':
      if (a !== undefined && b !== undefined) setElement(m, recv, a, b);
      return unknown;
    case 'remove':
    case 'removeAt':
    case 'RemoveAt':
    case 'delete_at':
      if (items !== null && (typeof a?.k === 'number' || a === undefined)) {
        const at = (a?.k as number | undefined) ?? 0;
        const removed = items.at(at) ?? unknown;
        setItems(
          m,
          recv,
          items.filter((_, index) => index !== (at < 0 ? items.length + at : at)),
        );
        return removed;
      }
      if (items !== null && a?.k !== undefined) {
        const at = items.findIndex((item) => item.k === a.k);
        if (at !== -1)
          setItems(
            m,
            recv,
            items.filter((_, index) => index !== at),
          );
      }
      return elementOf(m, recv);
    case 'pop':
    case 'removeLast':
    case 'Pop':
    case 'pollLast':
      if (items !== null) {
        const at = typeof a?.k === 'number' ? (a.k < 0 ? items.length + a.k : a.k) : items.length - 1;
        setItems(
          m,
          recv,
          items.filter((_, index) => index !== at),
        );
        return items[at] ?? unknown;
      }
      return elementOf(m, recv);
    case 'shift':
    case 'removeFirst':
    case 'poll':
    case 'popleft':
    case 'Dequeue':
      if (items !== null) {
        setItems(m, recv, items.slice(1));
        return items[0] ?? unknown;
      }
      return elementOf(m, recv);
    case 'first':
    case 'First':
    case 'getFirst':
    case 'peekFirst':
    case 'firstElement':
    case 'front':
      return items?.[0] ?? elementOf(m, recv);
    case 'last':
    case 'Last':
    case 'getLast':
    case 'lastElement':
    case 'peek':
    case 'back':
      return items?.at(-1) ?? elementOf(m, recv);
    case 'clear':
    case 'Clear':
      m.update(recv, (before) => ({ ...before, items: [], rest: null }), joinObjects);
      return unknown;
    case 'size':
    case 'length':
    case 'count':
    case 'len': {
      const size = sizeOf(m, recv);
      return size === null ? unknown : constant(size);
    }
    case 'isEmpty': {
      const size = sizeOf(m, recv);
      return size === null ? unknown : constant(size === 0);
    }
    case 'contains':
    case 'includes':
    case 'indexOf':
    case 'has':
    case 'Contains':
      return unknown;
    case 'join':
      return {
        ...unknown,
        taints: deepTaints(m, recv),
        text:
          typeof a?.k === 'string' || a === undefined
            ? joinItems(m, recv, (a?.k as string | undefined) ?? ',')
            : null,
      };
    case 'toString':
    case 'ToString':
      return { ...unknown, taints: deepTaints(m, recv) };
    case 'slice':
    case 'subList':
    case 'concat':
    case 'toArray':
    case 'ToArray':
    case 'ToList':
    case 'reverse':
    case 'sort':
    case 'toList':
    case 'copy':
      return copyList(m, recv, object, args, name);
    default: {
      m.links.runCallbacks(m, { ...site, recv: elementOf(m, recv) });
      const content = { ...contentOf(object), k: undefined };
      if (
        /^(?:map|flatMap|Select|collect|stream|filter|Where|values|entries|iterator|listIterator|elements|sorted|distinct)$/.test(
          name,
        )
      ) {
        const id = m.allocate({ ...newObject('list'), items: null, rest: content });
        return { ...unknown, objs: [id] };
      }
      return content;
    }
  }
}

function insertAt(m: Machine, recv: Value, items: readonly Value[] | null, at: number, value: Value): Value {
  if (items === null) m.update(recv, (before) => loosen(before, value), joinObjects);
  else setItems(m, recv, [...items.slice(0, at), value, ...items.slice(at)]);
  return unknown;
}

function copyList(m: Machine, recv: Value, object: HeapObject, args: readonly Value[], name: string): Value {
  const [a, b] = args;
  let items = itemsOf(m, recv);
  let { rest } = object;
  if (name === 'slice' || name === 'subList') {
    const known =
      args.every((value) => typeof value.k === 'number' || value.k === undefined) &&
      args.every((value) => value.k !== undefined);
    if (items !== null && known)
      items = items.slice((a?.k as number | undefined) ?? 0, b?.k as number | undefined);
    else if (args.length > 0) {
      rest = contentOf(object);
      items = null;
    }
  } else if (name === 'concat' && a !== undefined) {
    const more = itemsOf(m, a);
    if (items !== null && more !== null) items = [...items, ...more];
    else {
      rest = joinValues(contentOf(object), elementOf(m, a));
      items = null;
    }
  } else if (name === 'reverse' || name === 'sort') {
    rest = contentOf(object);
    items = null;
  }
  const id = m.allocate({
    ...newObject('list'),
    items,
    rest: items === null ? { ...(rest ?? unknown), k: undefined } : rest,
  });
  return { ...unknown, objs: [id] };
}

function callOnMap(
  m: Machine,
  site: CallSite,
  recv: Value,
  _target: Expr | null,
  object: HeapObject,
): Value | null {
  const { args, name } = site;
  const [a, b] = args;
  switch (name) {
    case 'put':
    case 'set':
    case 'Add':
    case 'store':
    case 'setProperty':
    case 'putIfAbsent':
    case 'setdefault':
    case 'TryAdd':
    case 'setItem':
    case 'insert':
      if (a === undefined || b === undefined) return null;
      // A parser of settings has keys in sections.
      if (args.length === 3 && a.k !== undefined && b.k !== undefined) {
        setElement(m, recv, constant(`${a.k}.${b.k}`), args[2]!);
        return unknown;
      }
      setElement(m, recv, a, b);
      return name === 'set' ? recv : unknown;
    case 'get':
    case 'fetch':
    case 'getProperty':
    case 'getOrDefault':
    case 'GetValueOrDefault':
    case 'pop':
    case 'getItem': {
      if (a === undefined || object.kind === 'object') return null;
      if (/ConfigParser/.test(object.type ?? '') && b?.k !== undefined)
        return readElement(m, recv, constant(`${a.k}.${b.k}`));
      const value = readElement(m, recv, a);
      return b === undefined ? value : joinValues(value, b);
    }
    case 'remove':
    case 'delete':
    case 'Remove':
      if (typeof a?.k === 'string')
        m.update(
          recv,
          (before) => ({ ...before, fields: new Map([...before.fields].filter(([key]) => key !== a.k)) }),
          joinObjects,
        );
      return unknown;
    case 'putAll':
    case 'update':
    case 'merge':
      if (a === undefined) return null;
      mergeInto(m, recv, a);
      return recv;
    case 'containsKey':
    case 'has':
    case 'ContainsKey':
    case 'isEmpty':
    case 'containsValue':
      return unknown;
    case 'keySet':
    case 'keys':
    case 'Keys': {
      const id = m.allocate({ ...newObject('list'), items: null, rest: elementOf(m, recv, true) });
      return { ...unknown, objs: [id] };
    }
    case 'values':
    case 'Values':
    case 'entrySet':
    case 'entries':
    case 'items': {
      const id = m.allocate({
        ...newObject('list'),
        items: null,
        rest: { ...contentOf(object), k: undefined },
      });
      return { ...unknown, objs: [id] };
    }
    case 'clear':
      m.update(recv, (before) => ({ ...before, fields: new Map(), rest: null }), joinObjects);
      return unknown;
    case 'forEach':
    case 'each':
      m.links.runCallbacks(m, { ...site, recv: { ...contentOf(object), k: undefined } });
      return unknown;
    default:
      return null;
  }
}

/** Objects and lists of a literal, or of arguments that stand for one. */
export function listOf(m: Machine, items: readonly Value[]): Value {
  return { ...unknown, objs: [m.allocate({ ...newObject('list'), items })] };
}
