import type { Expr } from '../ir/ir.ts';
import { only } from '../read/only.ts';
import { assign } from './assign.ts';
import { allKinds, bitOf, maskOf } from './kinds.ts';
import type { Machine } from './machine.ts';
import { cleanTaints, constant, unknown, type Value } from './value.ts';
import { variableKey } from './variables.ts';

/** Input that is read again each time (`req.query.x`) is identified by its source text. */
function guardText(m: Machine, e: Expr, by: (value: Value) => Value): void {
  const [sample] = m.evalExpr(e).taints;
  if (sample === undefined) return;
  const after = by({ ...unknown, taints: [{ ...sample, clean: 0 }] }).taints;
  const mask = after[0]?.clean ?? allKinds;
  if (mask === 0) return;
  m.guards = true;
  m.s.vars.set(guardKey(m, e), constant(mask));
}

export function guardKey(m: Machine, e: Expr): string {
  return `guard:${m.frame.fn.id}:${m.file.text.slice(e.pos, e.end)}`;
}

/** The variable behind casts, trimming and string conversions. */
function unwrap(m: Machine, e: Expr): Expr {
  if (e.k === 'cast' || e.k === 'await') return unwrap(m, e.e);
  // A default value is our own.
  if (e.k === 'bin' && (e.op === '??' || e.op === '?:') && e.r.k === 'lit') return unwrap(m, e.l);
  if (e.k !== 'call') return e;
  // path.resolve(x), os.path.realpath(x), File.expand_path(x)
  const last = e.args.at(-1);
  if (
    last !== undefined &&
    m.handlers.words.plainPaths.test(e.f.k === 'get' || e.f.k === 'var' ? e.f.name : '')
  )
    return unwrap(m, last);
  if (e.f.k === 'get' && m.handlers.words.sameText.test(e.f.name)) return unwrap(m, e.f.o);
  if (e.f.k === 'var' && m.handlers.words.textMakers.test(e.f.name) && e.args[0] !== undefined)
    return unwrap(m, e.args[0]);
  return e;
}

export function change(m: Machine, e: Expr, by: (value: Value) => Value): void {
  const subject = unwrap(m, e);
  if (subject.k === 'at' && subject.o.k === 'var' && m.model.globals.has(subject.o.name)) {
    guardText(m, subject, by);
    return;
  }
  if (
    subject.k === 'get' &&
    /^(?:path|canonicalPath|canonicalFile|absolutePath|absoluteFile|FullName)$/.test(subject.name)
  )
    change(m, subject.o, (value) => ({ ...by(value), objs: [] }));
  if ((subject.k === 'at' && subject.i?.k === 'lit') || (subject.k === 'get' && subject.o.k === 'var')) {
    const value = m.evalExpr(subject);
    if (value.taints.length === 0 || value.objs.length > 0) return;
    // Where the whole came from outside, one part of it is known by its text, and only while the check holds.
    if (m.evalExpr(subject.o).objs.length === 0) guardText(m, subject, by);
    else assign(m, subject, by(value));
    return;
  }
  if (subject.k === 'get' || subject.k === 'at' || isGetter(subject)) {
    guardText(m, subject, by);
    return;
  }
  if (subject.k !== 'var') return;
  const key = variableKey(m, subject);
  if (key === null) return;
  const value = m.s.get(key);
  if (value !== undefined && (value.taints.length > 0 || value.type === 'File')) m.s.vars.set(key, by(value));
}

/** `x.name()`, `x.getName()`: read anew each time. */
export function isGetter(e: Expr): e is Extract<Expr, { k: 'call' }> {
  return e.k === 'call' && e.args.length === 0 && e.f.k === 'get' && e.f.o.k === 'var';
}

export function cleanAll(m: Machine, e: Expr): void {
  change(m, e, (value) => ({ ...value, taints: cleanTaints(value.taints, allKinds) }));
}

/** The host of a URL is one of ours: the URL is safe, in every variable that holds it. */
export function cleanHost(m: Machine, given: Expr): boolean {
  // Some read by calls without arguments, some by getters.
  const subject =
    given.k === 'call' && given.args.length === 0 && given.f.k === 'get'
      ? { ...given.f, name: given.f.name.replace(/^get(?=Host$|Authority$)/, '').toLowerCase() }
      : given;
  const whole =
    subject.k === 'get' && hostNames.test(subject.name)
      ? subject.o
      : subject.k === 'var' && m.handlers.holdsHost(m, subject.name)
        ? subject
        : (hostPart(m, subject) ?? null);
  if (whole === null) return false;
  const { taints } = m.evalExpr(whole);
  if (taints.length > 0) cleanRelated(m, taints, maskOf('redirect', 'ssrf'));
  return true;
}

/** What `parts['host']`, or a function that picks the host out, is the host of. */
function hostPart(m: Machine, e: Expr): Expr | undefined {
  if (e.k === 'at') return e.i?.k === 'lit' && e.i.v === 'host' ? e.o : undefined;
  return m.handlers.addressBehindHost(m, e);
}

const hostNames = /^(?:netloc|hostname|host|Host|origin|Hostname|authority|host_str|domain)$/;

/** Cleans all variables of the function that hold data of the same sources. */
export function cleanRelated(m: Machine, taints: Value['taints'], mask: number): void {
  const { fn } = m.frame;
  for (const name of fn.locals) {
    const key = `${fn.id}:${name}`;
    const value = m.s.get(key);
    if (
      value === undefined ||
      !value.taints.some((taint) => taints.some((known) => known.source === taint.source))
    )
      continue;
    m.s.vars.set(key, { ...value, objs: [], taints: cleanTaints(value.taints, mask) });
  }
  cleanOwnFields(m, taints, mask);
}

/** `@url`, `this.url`: the object's own fields with the same data. */
function cleanOwnFields(m: Machine, taints: Value['taints'], mask: number): void {
  const { self } = m.frame;
  const id = self === null ? undefined : only(self.objs);
  const object = id === undefined ? undefined : m.s.object(id);
  if (id === undefined || object === undefined) return;
  let fields: Map<string, Value> | null = null;
  for (const [name, value] of object.fields) {
    if (!value.taints.some((taint) => taints.some((known) => known.source === taint.source))) continue;
    fields ??= new Map(object.fields);
    fields.set(name, { ...value, objs: [], taints: cleanTaints(value.taints, mask) });
  }
  if (fields !== null) m.s.heap.set(id, { ...object, fields });
}

/** `x` is in a list that is not untrusted. */
export function cleanWhenListed(m: Machine, list: Expr, subject: Expr): void {
  if (subject.k === 'lit') return;
  cleanHost(m, subject);
  const value = m.evalExpr(list);
  if (value.taints.length === 0 && typeof value.k !== 'string') cleanAll(m, subject);
}

/** What follows when a dangerous substring is not in the text. */
export function cleanWhenFree(m: Machine, piece: Expr, subject: Expr): void {
  if (piece.k !== 'lit' || typeof piece.v !== 'string') return;
  const mask =
    piece.v.includes('..') || piece.v === '/' || piece.v === '/\\'
      ? maskOf('path')
      : piece.v === '<'
        ? maskOf('xss')
        : piece.v === "'"
          ? // Without quotes around it, a statement needs none in the value.
            maskOf('xpath', 'code') | bitOf('quoted_sql')
          : piece.v === '\n' || piece.v === '\r'
            ? maskOf('header', 'log')
            : piece.v === '__proto__'
              ? maskOf('prototype_pollution')
              : 0;
  if (mask !== 0) change(m, subject, (value) => ({ ...value, taints: cleanTaints(value.taints, mask) }));
}
