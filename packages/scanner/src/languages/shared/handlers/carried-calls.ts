import { assign, setField } from '../../../flow/assign.ts';
import type { CallSite } from '../../../flow/call-site.ts';
import { readElement, setElement } from '../../../flow/elements.ts';
import { invoke } from '../../../flow/invoke.ts';
import type { Machine } from '../../../flow/machine.ts';
import { putPairs } from '../../../flow/map-builtins.ts';
import { readField } from '../../../flow/properties.ts';
import { replaceIn } from '../../../flow/string-builtins.ts';
import { joinValues, unknown, type Value } from '../../../flow/value.ts';

/** Runs a function in another thread or on first use. The result is what the function returns. */
const supplied =
  /^(?:Task\.(?:Run|FromResult)|Factory\.StartNew|CompletableFuture\.supplyAsync|Mono\.fromCallable|Try\.of)$/;

/** Methods with their own way of passing data on. Null for all others. */
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
    case 'TryGetValue': {
      const target = site.e.k === 'call' ? site.e.args[1] : undefined;
      if (recv === null || first === undefined || target?.k !== 'var' || recv.objs.length === 0) return null;
      assign(m, target, readElement(m, recv, first));
      return unknown;
    }
    default:
      return m.model.hooks.methodCall?.(m, site) ?? null;
  }
}

/** Objects that hold a single value. */
function isHolder(recv: Value | null): recv is Value {
  return (
    recv?.objs.length === 1 &&
    /^(?:(?:Inheritable)?ThreadLocal|AtomicReference|WeakReference|SoftReference)$/.test(recv.type ?? '')
  );
}

/** Functions without a receiver that have their own way of passing data on. */
export function carriedFunction(m: Machine, site: CallSite): Value | null {
  const { name, args } = site;
  const [first, second, third] = args;
  switch (name) {
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
      return null;
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
