import { assign, setField } from './assign.ts';
import type { CallSite } from './call-site.ts';
import { elementOf, readElement, setElement } from './elements.ts';
import { invoke } from './invoke.ts';
import { callOnList, listOf } from './list-builtins.ts';
import type { Machine } from './machine.ts';
import { putPairs } from './map-builtins.ts';
import { readField } from './properties.ts';
import { newObject } from './state.ts';
import { replaceIn } from './string-builtins.ts';
import { constant, joinValues, unknown, type Value } from './value.ts';

/** Work for another thread, or for the first use: what its function gives is what is waited for. */
const supplied =
  /^(?:Task\.(?:Run|FromResult)|Factory\.StartNew|CompletableFuture\.supplyAsync|Mono\.fromCallable|Try\.of)$/;

/** Methods that hand data on in a way of their own. Null for all others. */
export function carriedMethod(m: Machine, site: CallSite, owner: string): Value | null {
  const { name, recv, args } = site;
  const [first, second, third] = args;
  if (first?.fns[0] !== undefined && supplied.test(`${owner.slice(owner.lastIndexOf('.') + 1)}.${name}`))
    return invoke(m, first.fns[0].fn, first.fns[0].self, [], new Map(), site.e, true);
  switch (name) {
    case 'sub':
    case 'subn':
      // re.sub(pattern, by, text)
      return owner === 're' && third !== undefined ? replaceIn(m, third, args, 'gsub') : null;
    case 'Replace':
      return /^(?:.*\.)?Regex$/.test(owner) && third !== undefined
        ? replaceIn(m, first ?? unknown, args.slice(1), 'gsub')
        : null;
    case 'defineProperty': {
      const given = third === undefined ? null : readField(m, third, 'value');
      if (first === undefined || typeof second?.k !== 'string' || given === null) return null;
      setField(m, first, second.k, given);
      return first;
    }
    case 'computeIfAbsent': {
      if (recv === null || first === undefined || second?.fns[0] === undefined) return null;
      const made = invoke(m, second.fns[0].fn, second.fns[0].self, [first], new Map(), site.e, true);
      const before = readElement(m, recv, first);
      const value = before === unknown ? made : joinValues(before, made);
      setElement(m, recv, first, value);
      return value;
    }
    case 'setProperty':
      if (recv?.type !== 'Properties' || recv.objs.length !== 1 || typeof first?.k !== 'string') return null;
      setField(m, recv, first.k, second ?? unknown);
      return unknown;
    case 'getProperty':
      return recv?.type === 'Properties' && typeof first?.k === 'string' ? readField(m, recv, first.k) : null;
    case 'set':
      if (!isHolder(recv) || first === undefined) return null;
      setField(m, recv, '<held>', first);
      return unknown;
    case 'get':
      return isHolder(recv) && first === undefined ? readField(m, recv, '<held>') : null;
    case 'dig':
      return m.file.language === 'Ruby' && recv !== null && recv.objs.length > 0
        ? args.reduce((held, key) => readElement(m, held, key), recv)
        : null;
    case 'TryGetValue': {
      const target = site.e.k === 'call' ? site.e.args[1] : undefined;
      if (recv === null || first === undefined || target?.k !== 'var' || recv.objs.length === 0) return null;
      assign(m, target, readElement(m, recv, first));
      return unknown;
    }
    default:
      return m.file.language === 'Java' || m.file.language === 'C#' ? laterCall(m, site) : null;
  }
}

/** `all.TryDequeue(out x)` */
function takeOut(m: Machine, site: CallSite): Value | null {
  const { recv, name } = site;
  const object = recv?.objs.length === 1 ? m.s.object(recv.objs[0]!) : undefined;
  const target = site.e.k === 'call' ? site.e.args[0] : undefined;
  if (object?.kind !== 'list' || recv === null || target === undefined) return null;
  const taken = name === 'TryTake' ? 'Dequeue' : name.slice('Try'.length);
  assign(m, target, callOnList(m, { ...site, name: taken, args: [] }, recv, object) ?? unknown);
  return unknown;
}

/** `pool.submit(() -> x)`, `future.thenApply(f)`, `task.ContinueWith(f)`: what the function gives. */
function laterCall(m: Machine, site: CallSite): Value | null {
  const { name, recv, args, e } = site;
  if (/^Try(?:Dequeue|Pop|Peek|Take)$/.test(name)) return takeOut(m, site);
  const [first] = args;
  const callable = first?.fns[0];
  if (recv === null || callable === undefined) return null;
  const { fn, self } = callable;
  if (/^(?:submit|schedule|supplyAsync)$/.test(name) && fn.params.length === 0)
    return invoke(m, fn, self, [], new Map(), e, true);
  if (/^(?:then(?:Apply|Compose|Accept)(?:Async)?|ContinueWith|orElseGet)$/.test(name)) {
    const given = invoke(m, fn, self, [recv], new Map(), e, true);
    return name === 'orElseGet' ? joinValues(recv, given) : given;
  }
  return null;
}

/** Things that hold one value. */
function isHolder(recv: Value | null): recv is Value {
  return (
    recv?.objs.length === 1 &&
    /^(?:(?:Inheritable)?ThreadLocal|AtomicReference|WeakReference|SoftReference)$/.test(recv.type ?? '')
  );
}

const phpLists: Readonly<Record<string, string>> = {
  array_push: 'push',
  array_pop: 'pop',
  array_shift: 'shift',
  array_unshift: 'unshift',
};

/** Functions without a receiver that do so. */
export function carriedFunction(m: Machine, site: CallSite): Value | null {
  const { name, args } = site;
  const [first, second, third] = args;
  switch (name) {
    case 'mapOf':
    case 'mutableMapOf':
    case 'hashMapOf':
    case 'linkedMapOf':
      return m.file.language === 'Kotlin' ? pairedMap(m, args) : null;
    case 'dict': {
      const map = m.make('map');
      return site.named.size === 0 && putPairs(m, map, first) ? map : null;
    }
    case 'lazy': {
      const callable = args.at(-1)?.fns[0];
      return callable === undefined
        ? null
        : invoke(m, callable.fn, callable.self, [], new Map(), site.e, true);
    }
    case 'setattr':
      if (first === undefined || typeof second?.k !== 'string' || third === undefined) return null;
      setField(m, first, second.k, third);
      // The name may come from outside: others look at that.
      return null;
    case 'array_map': {
      const callable = first?.fns[0];
      if (m.file.language !== 'PHP' || callable === undefined || second === undefined) return null;
      const given = args.slice(1).map((list) => elementOf(m, list));
      const rest = invoke(m, callable.fn, callable.self, given, new Map(), site.e, true);
      return { ...unknown, objs: [m.allocate({ ...newObject('list'), items: null, rest })] };
    }
    case 'array_push':
    case 'array_pop':
    case 'array_shift':
    case 'array_unshift': {
      const object = first?.objs.length === 1 ? m.s.object(first.objs[0]!) : undefined;
      if (m.file.language !== 'PHP' || first === undefined || object?.kind !== 'list') return null;
      return callOnList(
        m,
        { ...site, name: phpLists[name]!, recv: first, args: args.slice(1) },
        first,
        object,
      );
    }
    default:
      return null;
  }
}

/** `new Lazy<T>(() => …)` */
export function madeLater(m: Machine, site: CallSite): Value {
  const holder = m.make('object', 'Lazy');
  const callable = site.args[0]?.fns[0];
  if (callable !== undefined)
    setField(m, holder, 'Value', invoke(m, callable.fn, callable.self, [], new Map(), site.e, true));
  return holder;
}

/** `key to value`, pair by pair. */
function pairedMap(m: Machine, args: readonly Value[]): Value {
  const map = { ...unknown, objs: [m.allocate(newObject('map'))] };
  for (const pair of args)
    setElement(m, map, readElement(m, pair, constant(0)), readElement(m, pair, constant(1)));
  return map;
}

/** Kotlin's `a to b`. */
export function pairOf(m: Machine, a: Value, b: Value): Value {
  return listOf(m, [a, b]);
}
