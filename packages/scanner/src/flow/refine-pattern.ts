import type { Expr, FileIr } from '../ir/ir.ts';
import { maskOf } from './kinds.ts';
import { change, cleanAll } from './known-values.ts';
import type { Machine } from './machine.ts';
import { nested } from './nested-map.ts';
import { isPlainClass, removedMask } from './removed-signs.ts';
import { cleanTaints, unknown } from './value.ts';

/** Narrows a text that a pattern matched or did not match. */
export function refineRegex(
  m: Machine,
  recv: Expr | null,
  args: readonly Expr[],
  truth: boolean,
  isWhole: boolean,
): void {
  const candidates = [...(recv === null ? [] : [recv]), ...args];
  let pattern: string | null = null;
  let subject: Expr | null = null;
  for (const candidate of candidates) {
    const value =
      candidate.k === 'lit' ||
      candidate.k === 'regex' ||
      candidate.k === 'var' ||
      candidate.k === 'get' ||
      candidate.k === 'at' ||
      makesPattern(m, candidate)
        ? m.evalExpr(candidate)
        : unknown;
    if (typeof value.k === 'string' && pattern === null) pattern = value.k;
    else if (subject === null && value.taints.length > 0) subject = candidate;
  }
  // Pattern.compile("…").matcher(x).matches(), re.compile(…).match(x)
  if (subject === null && recv?.k === 'call' && recv.args[0] !== undefined) subject = recv.args[0];
  if (pattern === null && recv?.k === 'call' && recv.f.k === 'get') {
    const inner = recv.f.o;
    const holder = inner.k === 'call' ? inner.args[0] : undefined;
    const value = holder === undefined ? unknown : m.evalExpr(holder);
    if (typeof value.k === 'string') pattern = value.k;
  }
  if (pattern === null && recv !== null)
    pattern =
      compiledPattern(m, recv) ??
      (recv.k === 'call' && recv.f.k === 'get' ? compiledPattern(m, recv.f.o) : null);
  if (pattern === null || subject === null) return;
  const body = m.file.semantics.delimitedPatterns
    ? pattern.replace(/^([^\w\s\\])([\s\S]*)\1[a-zA-Z]*$/, '$2').replace(/^\{([\s\S]*)\}[a-zA-Z]*$/, '$1')
    : pattern.replace(/^\/|\/[a-z]*$/g, '');
  if (truth && isStrictPattern(isWhole && !body.startsWith('^') ? `^${body}$` : body)) cleanAll(m, subject);
  else if (truth && staysOnSite(body))
    change(m, subject, (value) => ({
      ...value,
      taints: cleanTaints(value.taints, maskOf('redirect', 'ssrf')),
    }));
  // A test for forbidden characters: /[^a-z]/, /\.\./
  else if (!truth) {
    const negated = /^\[\^([^\]]*)\][+*]?$/.exec(body)?.[1];
    if (negated !== undefined && isPlainClass(negated)) cleanAll(m, subject);
    // /[\r\n]/, /[<>]/
    else if (
      /^\[(?:\\r|\r)(?:\\n|\n)[^\]^]*\]\+?$|^\[(?:\\n|\n)(?:\\r|\r)[^\]^]*\]\+?$|^\\?[\r]\|/.test(body)
    )
      change(m, subject, (value) => ({
        ...value,
        taints: cleanTaints(value.taints, maskOf('header', 'log')),
      }));
    // /[<>"']/: the text contains none of these characters.
    else if (/^\[(?!\^)(?:\\.|[^\]\\])+\]\+?$/.test(body)) {
      const mask = removedMask(body, true) | (body.includes('/') ? maskOf('path') : 0);
      if (mask !== 0) change(m, subject, (value) => ({ ...value, taints: cleanTaints(value.taints, mask) }));
    } else if (body.includes('\\.\\.'))
      change(m, subject, (value) => ({ ...value, taints: cleanTaints(value.taints, maskOf('path')) }));
  }
}

/** `Regex("…")`, `"…".toRegex()`. */
function makesPattern(m: Machine, e: Expr): boolean {
  return (
    e.k === 'call' &&
    (e.f.k === 'var'
      ? e.f.name === 'Regex'
      : e.f.k === 'get' && m.handlers.words.patternMethods.test(e.f.name))
  );
}

/** Whether every match begins with a single slash, or with a complete host. */
function staysOnSite(body: string): boolean {
  const head = /^(?:\^|\\A)((?:\\\/|\/)[\s\S]*|https?:[\s\S]*)$/.exec(body)?.[1];
  if (head === undefined) return false;
  const plain = head.replace(/\\(?=[/.-])/g, '');
  return (
    /^\/(?:\(\?!(?:\/|\[[^\]]*\/[^\]]*\])\)|\[\^[^\]]*\/[^\]]*\]|\[[\w-]+\]|\\w|\w|$|\$)/.test(plain) ||
    /^https?\??:\/\/(?:[\w-]+\.)+[a-z]{2,}(?:\/|\$|$|:\d+)/.test(plain)
  );
}

const compiled = new WeakMap<FileIr, Map<string, string | null>>();

/** The pattern that a name was compiled from in this file. */
function compiledPattern(m: Machine, recv: Expr): string | null {
  const name = recv.k === 'var' ? recv.name : recv.k === 'get' ? recv.name : null;
  if (name === null || !/^\w+$/.test(name)) return null;
  const patterns = nested(compiled, m.file);
  let pattern = patterns.get(name);
  if (pattern === undefined) {
    const found = new RegExp(
      String.raw`\b${name}\s*(?::?=|\s+Regexp?\s*=)\s*${m.handlers.words.compiling}\s*\(\s*[rR@]?(["'\x60])((?:\\.|(?!\1).){1,300})\1`,
    ).exec(m.file.text);
    pattern = found?.[2] ?? null;
    patterns.set(name, pattern);
  }
  return pattern;
}

/** Anchored at both ends, and without parts that match any character. */
export function isStrictPattern(body: string): boolean {
  const inner = /^(?:\^|\\A)([\s\S]*)(?:\$|\\z|\\Z)$/.exec(body)?.[1];
  if (inner === undefined) return false;
  const classes = [...inner.matchAll(/\[([^\]]*)\]/g)].map(([, inside = '']) => inside);
  if (classes.some((inside) => inside.startsWith('^') || !isPlainClass(inside))) return false;
  const rest = inner.replace(/\[[^\]]*\]/g, '').replace(/\\[.\-/wd]/g, '');
  return !rest.includes('.') && !/\\[SWD]|\|/.test(rest.replace(/\((?:\?:)?[\w|-]+\)/g, ''));
}
