import { setField } from '../../../flow/assign.ts';
import { withField } from '../../../flow/buffer-builtins.ts';
import type { CallSite } from '../../../flow/call-site.ts';
import { elementOf, loosen } from '../../../flow/elements.ts';
import type { Machine } from '../../../flow/machine.ts';
import { mergeInto, putPairs } from '../../../flow/map-builtins.ts';
import { joinObjects } from '../../../flow/state.ts';
import { constant, unknown, type Value } from '../../../flow/value.ts';

const listTypes =
  /^(?:ArrayList|LinkedList|List|Vector|Stack|HashSet|LinkedHashSet|TreeSet|Set|ArrayDeque|Deque|Queue|Array|list|set|deque|CopyOnWriteArrayList|Collection|SortedSet|SplObjectStorage|ArrayObject|PriorityQueue|ConcurrentQueue|ConcurrentStack|ConcurrentBag|BlockingCollection|ConcurrentLinkedQueue|ConcurrentLinkedDeque|LinkedBlockingQueue|LinkedBlockingDeque|ArrayBlockingQueue|ConcurrentSkipListSet|StringCollection|ObservableCollection)$/;

const mapTypes =
  /^(?:HashMap|LinkedHashMap|TreeMap|Map|Hashtable|ConcurrentHashMap|StringDictionary|ListDictionary|HybridDictionary|IDictionary|SortedList|ConcurrentSkipListMap|ImmutableDictionary|Dictionary|dict|OrderedDict|defaultdict|WeakMap|SortedDictionary|ConcurrentDictionary|Hash|NameValueCollection|HttpHeaders|LinkedMultiValueMap|ConfigParser|RawConfigParser|SafeConfigParser)$/;

const bufferTypes =
  /^(?:StringBuilder|StringBuffer|StringJoiner|StringWriter|StringIO|ByteArrayOutputStream|o?stringstream)$/;

export function constructBuiltin(
  m: Machine,
  name: string,
  args: readonly Value[],
  named: ReadonlyMap<string, Value> = new Map(),
): Value | null {
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
    for (const [key, field] of named) setField(m, value, key, field);
    if (putPairs(m, value, first)) return value;
    if (first !== undefined && (first.objs.length > 0 || first.taints.length > 0)) mergeInto(m, value, first);
    return value;
  }
  if (/^(?:Value)?Tuple$/.test(plain) && m.file.semantics.tupleTypes) {
    const value = m.make('list', plain);
    m.update(value, (object) => ({ ...object, items: args }), joinObjects);
    return value;
  }
  if (plain === 'String' || plain === 'string') return args[0] ?? (named.size > 0 ? null : constant(''));
  if (plain === 'Object' && args.length === 0) return m.make('object');
  if (/^(?:SimpleNamespace|Namespace)$/.test(plain) && args.length === 0) {
    const value = m.make('object', plain);
    for (const [key, field] of named) setField(m, value, key, field);
    return value;
  }
  if (plain === 'RegExp') return { ...unknown, type: 'RegExp', k: args[0]?.k };
  return null;
}

/** A constructor call without `new`. */
export function constructedByCall(m: Machine, { name, args, named }: CallSite): Value | null {
  if (!/^(?:[A-Z]|deque$|defaultdict$)/.test(name)) return null;
  // The first argument of `defaultdict` makes the missing elements.
  return constructBuiltin(m, name, name === 'defaultdict' ? args.slice(1) : args, named);
}

function fillList(m: Machine, value: Value, args: readonly Value[]): Value {
  const first = args[0];
  if (first === undefined || typeof first.k === 'number') return value;
  const items = m.s.only(first)?.items;
  if (items) m.update(value, (object) => ({ ...object, items }), joinObjects);
  else m.update(value, (object) => loosen(object, elementOf(m, first)), joinObjects);
  return value;
}
