import type { Expr, FunctionIr } from '../ir/ir.ts';
import type { CallSite } from './call-site.ts';
import { deepTaints, readElement } from './elements.ts';
import type { Machine } from './machine.ts';
import { leaveScoped, scopedCall } from './scoped-objects.ts';
import { addStep, hole, joinTaints, type Taint, textOfValue, unknown, type Value, weaken } from './value.ts';

/** Data that one function attaches to a request for later ones, in the place that frameworks provide. */
export class Carried {
  /** The current entry point; null while module code runs. */
  root: FunctionIr | null = null;
  readonly #left = new Map<string, readonly Taint[]>();
  /** Entry points that asked for a value before it was attached, by its name. */
  readonly #early = new Map<string, Set<FunctionIr>>();

  leave(m: Machine, name: string, value: Value): void {
    const taints = deepTaints(m, value).filter(({ source }) => source.exposure === 'external');
    if (taints.length === 0) return;
    m.ledger?.leavesValues();
    this.#left.set(name, joinTaints(this.#left.get(name) ?? [], weaken(taints, 0.9)));
  }

  find(m: Machine, name: string, e: Expr): readonly Taint[] {
    m.ledger?.leavesValues();
    const left = this.#left.get(name);
    if (left !== undefined) return addStep(left, m.file, e.pos, e.end, m.frame.fn.id);
    // Inline handlers run with the surrounding code.
    const asking = this.root ?? m.frame.fn;
    const early = this.#early.get(name) ?? new Set();
    if (asking !== asking.file.top) this.#early.set(name, early.add(asking));
    return [];
  }

  /** Entry points that asked before the current values were attached. */
  early(): ReadonlySet<FunctionIr> {
    return new Set([...this.#left.keys()].flatMap((name) => [...(this.#early.get(name) ?? [])]));
  }
}

/** `g.name = value` */
export function leaveField(m: Machine, o: Value, name: string, value: Value, written: string): void {
  const place = m.handlers.placeOfRequest(m, o, 'field', written);
  if (place !== null) m.carried.leave(m, `${place} ${name}`, value);
  else leaveScoped(m, o, name, value);
}

/** `context.Items["name"] = value` */
export function leaveElement(m: Machine, o: Value, key: Value, value: Value, written: string): void {
  if (typeof key.k !== 'string') return;
  const place = m.handlers.placeOfRequest(m, o, 'element', written);
  if (place !== null) m.carried.leave(m, `${place} ${key.k}`, value);
}

/** A field, with the value attached by others. */
export function withCarried(
  m: Machine,
  o: Value,
  name: string,
  value: Value,
  { e, written }: { e: Expr; written: string },
): Value {
  if (value.taints.length > 0 || o.taints.length > 0) return value;
  const place = m.handlers.placeOfRequest(m, o, 'field', written);
  return place === null ? value : { ...value, taints: m.carried.find(m, `${place} ${name}`, e) };
}

/** An element, with the value attached by others. */
export function readCarried(m: Machine, o: Value, key: Value, e: Extract<Expr, { k: 'at' }>): Value {
  const value = readElement(m, o, key);
  if (typeof key.k !== 'string' || o.objs.length > 0 || o.taints.length > 0) return value;
  const place = m.handlers.placeOfRequest(m, o, 'element', m.file.text.slice(e.o.pos, e.o.end));
  return place === null ? value : { ...value, taints: m.carried.find(m, `${place} ${key.k}`, e) };
}

/** `Current.tenant`, where a property is read by a call without parentheses. */
function carriedProperty(m: Machine, recv: Value, { e, name, written }: CallSite): Value | null {
  if (m.file.text.charAt(e.end - 1) === ')') return null;
  const place = m.handlers.placeOfRequest(m, recv, 'field', written);
  const taints = place === null ? [] : m.carried.find(m, `${place} ${name}`, e);
  return taints.length === 0 ? null : { ...unknown, taints };
}

function textOfKey(key: Value): string {
  const text = textOfValue(key);
  return text === hole ? '' : text;
}

/** A key that is not a string, such as its own type (`tenantKey{}`), is identified by its source text. */
function keyWritten(m: Machine, { e, args }: CallSite): string {
  const key = e.k === 'call' ? e.args[args.length === 3 ? 1 : 0] : undefined;
  const written = key === undefined ? '' : m.file.text.slice(key.pos, key.end);
  // A name that is not known in the whole program may stand for any key.
  return /^(?:[\w.]+\{\}|[\w.]*\.[A-Z]\w*|[A-Z]\w+|\w+Key)$/.test(written)
    ? written.slice(written.lastIndexOf('.') + 1)
    : '';
}

/**
 * `request.setAttribute("name", value)`, `c.Get("name")`: the attached value, if the call reads it and there
 * is one.
 */
export function carriedCall(m: Machine, site: CallSite): Value | null {
  const { recv, e } = site;
  // With a third argument, that is the value, after the scope and the name.
  const args = site.args.length === 3 ? site.args.slice(1) : site.args;
  const [key, value] = args;
  if (recv === null) return null;
  const scoped = scopedCall(m, site);
  if (scoped !== null) return scoped;
  if (key === undefined) return carriedProperty(m, recv, site);
  const name = typeof key.k === 'string' ? key.k : textOfKey(key) || keyWritten(m, site);
  const place = m.handlers.placeOfRequest(m, recv, site.name, site.written);
  if (place === null || name === '') return null;
  // The second argument of a getter is the scope or the default.
  if (value !== undefined && !/^(?:get|Get|MustGet)/.test(site.name)) {
    m.carried.leave(m, `${place} ${name}`, value);
    return null;
  }
  const taints = m.carried.find(m, `${place} ${name}`, e);
  return taints.length === 0 ? null : { ...unknown, taints };
}
