import type { Expr } from '../ir/ir.ts';
import { assign } from './assign.ts';
import { allKinds, maskOf } from './kinds.ts';
import type { Machine } from './machine.ts';
import { testsSigns } from './predicates.ts';
import { checkedByOwn } from './refine-own.ts';
import { isPlainClass } from './string-builtins.ts';
import { cleanTaints, constant, unknown, type Value, weaken } from './value.ts';
import { keyOf } from './variables.ts';

/** Takes from a condition that holds (or does not) what it says about variables. */
export function refine(m: Machine, c: Expr, truth: boolean): void {
  switch (c.k) {
    case 'un':
      if (c.op === '!') refine(m, c.e, !truth);
      return;
    case 'bin':
      refineBinary(m, c, truth);
      return;
    case 'call':
      refineCall(m, c, truth);
      return;
    case 'set':
      if (c.t.k === 'var') refine(m, c.v, truth);
      return;
    case 'seq':
      if (c.items.length > 0) refine(m, c.items.at(-1)!, truth);
      return;
    case 'await':
      refine(m, c.e, truth);
      return;
    case 'at':
      // allowed[x]
      if (truth && c.i !== null) cleanWhenListed(m, c.o, c.i);
      return;
    default:
  }
}

function refineBinary(m: Machine, c: Extract<Expr, { k: 'bin' }>, truth: boolean): void {
  switch (c.op) {
    case '&&':
      if (truth) {
        refine(m, c.l, true);
        refine(m, c.r, true);
      }
      return;
    case '||':
      if (!truth) {
        refine(m, c.l, false);
        refine(m, c.r, false);
      }
      return;
    case '==':
    case '===':
    case '!=':
    case '!==': {
      const isEqual = (c.op === '==' || c.op === '===') === truth;
      refineEquality(m, c.l, c.r, isEqual);
      refineEquality(m, c.r, c.l, isEqual);
      return;
    }
    case 'in':
      if (truth) cleanWhenListed(m, c.r, c.l);
      else cleanWhenFree(m, c.l, c.r);
      return;
    case '!in':
      if (!truth) cleanWhenListed(m, c.r, c.l);
      return;
    case '<':
    case '>':
    case '>=':
    case '<=':
      // indexOf(x) >= 0, > -1, < 0; strpos(x, y) < 0
      refineIndex(m, c, truth);
      return;
    default:
  }
}

function refineIndex(m: Machine, c: Extract<Expr, { k: 'bin' }>, truth: boolean): void {
  if (c.l.k !== 'call' || c.r.k !== 'lit' || typeof c.r.v !== 'number') return;
  const found = (c.op === '>' && c.r.v === -1) || (c.op === '>=' && c.r.v === 0);
  const missing = c.op === '<' && c.r.v === 0;
  if (found) refineCall(m, c.l, truth);
  else if (missing) refineCall(m, c.l, !truth);
}

export function refineEquality(m: Machine, subject: Expr, other: Expr, isEqual: boolean): void {
  if (
    subject.k === 'call' &&
    other.k === 'lit' &&
    (other.v === -1 || other.v === false || other.v === null)
  ) {
    refineCall(m, subject, !isEqual);
    return;
  }
  if (subject.k === 'call' && other.k === 'lit' && (other.v === true || other.v === 1)) {
    refineCall(m, subject, isEqual);
    return;
  }
  // typeof x === 'string'
  if (subject.k === 'un' && subject.op === 'typeof' && other.k === 'lit') {
    if (isEqual && other.v === 'string')
      change(m, subject.e, (value) => ({
        ...value,
        taints: cleanTaints(value.taints, maskOf('nosql', 'prototype_pollution')),
      }));
    if (isEqual && (other.v === 'number' || other.v === 'boolean')) change(m, subject.e, () => unknown);
    return;
  }
  if (subject.k === 'call' && subject.f.k === 'get' && other.k === 'lit' && other.v === 0) {
    // x.indexOf(prefix) === 0
    if (isEqual && /^(?:indexOf|lastIndexOf|find|index)$/.test(subject.f.name))
      refinePrefix(m, subject.f.o, subject.args[0]);
    return;
  }
  if (!isEqual) {
    if (
      other.k === 'lit' &&
      typeof other.v === 'string' &&
      /^(?:__proto__|constructor|prototype)$/.test(other.v)
    ) {
      change(m, subject, (value) => ({
        ...value,
        taints: cleanTaints(value.taints, maskOf('prototype_pollution')),
      }));
    }
    return;
  }
  if (cleanHost(m, subject)) return;
  if (other.k === 'lit' && typeof other.v === 'string')
    change(m, subject, (value) => ({ ...value, taints: cleanTaints(value.taints, allKinds) }));
}

/** What is read from outside anew each time (`req.query.x`) is known by its text. */
function guardText(m: Machine, e: Expr, by: (value: Value) => Value): void {
  const [sample] = m.evalExpr(e).taints;
  if (sample === undefined) return;
  const after = by({ ...unknown, taints: [{ ...sample, clean: 0 }] }).taints;
  const mask = after.length === 0 ? allKinds : after[0]!.clean;
  if (mask === 0) return;
  m.guards = true;
  m.s.vars.set(guardKey(m, e), constant(mask));
}

export function guardKey(m: Machine, e: Expr): string {
  return `guard:${m.frame!.fn.id}:${m.file.text.slice(e.pos, e.end)}`;
}

/** The variable behind casts, trimming and conversions to text. */
function unwrap(e: Expr): Expr {
  if (e.k === 'cast' || e.k === 'await') return unwrap(e.e);
  // What stands in for nothing is ours.
  if (e.k === 'bin' && (e.op === '??' || e.op === '?:') && e.r.k === 'lit') return unwrap(e.l);
  if (e.k !== 'call') return e;
  if (
    e.f.k === 'get' &&
    /^(?:trim|toLowerCase|toUpperCase|lower|upper|strip|toString|slice|resolve|normalize|getCanonicalPath|getAbsolutePath|getPath|toPath|toRealPath|to_string_lossy|to_str|downcase|squish)$/.test(
      e.f.name,
    )
  )
    return unwrap(e.f.o);
  if (e.f.k === 'var' && /^(?:str|String|strval|string)$/.test(e.f.name) && e.args[0] !== undefined)
    return unwrap(e.args[0]);
  return e;
}

function change(m: Machine, e: Expr, by: (value: Value) => Value): void {
  const subject = unwrap(e);
  if (subject.k === 'at' && subject.o.k === 'var' && m.model.globals[subject.o.name] !== undefined) {
    guardText(m, subject, by);
    return;
  }
  if (subject.k === 'get' && /^(?:path|canonicalPath|absolutePath|FullName)$/.test(subject.name))
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
  const key = subject.key === undefined ? keyOf(m.frame!.fn, subject.name) : subject.key;
  if (key === null) return;
  const value = m.s.get(key);
  if (value !== undefined && value.taints.length > 0) m.s.vars.set(key, by(value));
}

/** `x.name()`, `x.getName()`: read anew each time. */
export function isGetter(e: Expr): e is Extract<Expr, { k: 'call' }> {
  return e.k === 'call' && e.args.length === 0 && e.f.k === 'get' && e.f.o.k === 'var';
}

function cleanAll(m: Machine, e: Expr): void {
  change(m, e, (value) => ({ ...value, taints: cleanTaints(value.taints, allKinds) }));
}

/** The host of an address is one of ours: the address is, under whatever name it is held. */
function cleanHost(m: Machine, given: Expr): boolean {
  // Ruby reads by calls without arguments, Java by getters.
  const subject =
    given.k === 'call' && given.args.length === 0 && given.f.k === 'get'
      ? { ...given.f, name: given.f.name.replace(/^get(?=Host$|Authority$)/, '').toLowerCase() }
      : given;
  if (
    subject.k !== 'get' ||
    !/^(?:netloc|hostname|host|Host|origin|Hostname|authority|host_str|domain)$/.test(subject.name)
  )
    return false;
  const { taints } = m.evalExpr(subject.o);
  if (taints.length === 0) return true;
  cleanRelated(m, taints, maskOf('redirect', 'ssrf'));
  return true;
}

/** Cleans all variables of the function that hold data of the same sources. */
function cleanRelated(m: Machine, taints: Value['taints'], mask: number): void {
  const { fn } = m.frame!;
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
}

/** `x` is one of a list that is not somebody else's. */
function cleanWhenListed(m: Machine, list: Expr, subject: Expr): void {
  if (subject.k === 'lit' || cleanHost(m, subject)) return;
  const value = m.evalExpr(list);
  if (value.taints.length === 0 && typeof value.k !== 'string') cleanAll(m, subject);
}

/** What is known once a dangerous piece is not in the text. */
function cleanWhenFree(m: Machine, piece: Expr, subject: Expr): void {
  if (piece.k !== 'lit' || typeof piece.v !== 'string') return;
  const mask =
    piece.v.includes('..') || piece.v === '/' || piece.v === '/\\'
      ? maskOf('path')
      : piece.v === '<'
        ? maskOf('xss')
        : piece.v === "'"
          ? maskOf('sql', 'xpath', 'code')
          : piece.v === '\n' || piece.v === '\r'
            ? maskOf('header', 'log')
            : piece.v === '__proto__'
              ? maskOf('prototype_pollution')
              : 0;
  if (mask !== 0) change(m, subject, (value) => ({ ...value, taints: cleanTaints(value.taints, mask) }));
}

const members =
  /^(?:includes|contains|Contains|ContainsAny|has|containsKey|ContainsKey|indexOf|in_array|array_key_exists|include\?|member\?|key\?|contains_key|hasOwnProperty|isMember|hasOwn|containsValue)$/;
const starts =
  /^(?:startsWith|startswith|StartsWith|starts_with|HasPrefix|start_with\?|str_starts_with|isRelativeTo|is_relative_to|hasPrefix)$/;
const numeric =
  /^(?:isNaN|isFinite|isInteger|isSafeInteger|is_numeric|is_int|ctype_digit|ctype_alnum|isdigit|isalnum|isalpha|isdecimal|isnumeric|isNumeric|isAlphanumeric|isAlnum|isUUID|isInt|isMongoId|IsLetterOrDigit)$/;
const regexTests =
  /^(?:test|matches|match|fullmatch|preg_match|IsMatch|MatchString|match\?|find|search|is_match)$/;
/** Checks of frameworks that an address stays on this site. */
const localAddress =
  /^(?:IsLocalUrl|isLocalUrl|is_safe_url|url_has_allowed_host_and_scheme|is_local_url|isRelativeUrl|url_safe\?)$/;
const validators =
  /^_?(?:is|validate|check|verify|valid|allowed|permit|ensure|assert)_?(?:[A-Z_]|valid|safe|allowed)\w*$/;

function refineCall(m: Machine, c: Extract<Expr, { k: 'call' }>, truth: boolean): void {
  const name = c.f.k === 'get' ? c.f.name : c.f.k === 'var' ? c.f.name : '';
  const recv = c.f.k === 'get' ? c.f.o : null;
  const [first, second] = c.args;
  if (members.test(name)) {
    refineMembership(m, name, recv, c.args, truth);
  } else if (starts.test(name) && !truth && c.args.some(leavesFolder)) {
    // Relative to the folder it does not begin with `..`: so neither does what it was made from.
    const subject = recv === null || name === 'HasPrefix' ? first : recv;
    if (subject !== undefined) cleanRelated(m, m.evalExpr(subject).taints, maskOf('path'));
  } else if (starts.test(name) && truth) {
    const isPlain = second !== undefined && (recv === null || name === 'HasPrefix');
    const subject = isPlain ? first : recv;
    if (subject !== undefined && subject !== null) refinePrefix(m, subject, isPlain ? second : first);
  } else if (name === 'IsLocal' && truth && first !== undefined) {
    change(m, first, (value) => ({ ...value, taints: cleanTaints(value.taints, maskOf('path')) }));
  } else if (numeric.test(name)) {
    const holds = name === 'isNaN' ? !truth : truth;
    const subject = first ?? recv;
    if (holds && subject) cleanAll(m, subject);
  } else if (/^(?:[aA]ll|every|allMatch)$/.test(name) && recv !== null && first !== undefined) {
    if (truth && isPlainSigns(m, first)) cleanAll(m, unsigned(recv));
  } else if (/^(?:strstr|strchr|strpbrk)$/.test(name) && first !== undefined && second !== undefined) {
    if (!truth) cleanWhenFree(m, second, first);
  } else if (regexTests.test(name)) {
    refineRegex(m, recv, c.args, truth, /^(?:matches|fullmatch)$/.test(name));
  } else if (name === 'filter_var' && truth && first !== undefined && second !== undefined) {
    if (/FILTER_VALIDATE_(?:INT|FLOAT|BOOL\w*|IP|MAC|DOMAIN)/.test(m.file.text.slice(second.pos, second.end)))
      cleanAll(m, first);
  } else if (truth && localAddress.test(name)) {
    const subject = first ?? recv;
    if (subject)
      change(m, subject, (value) => ({
        ...value,
        taints: cleanTaints(value.taints, maskOf('redirect', 'ssrf')),
      }));
  } else if (refineByOwn(m, c, truth)) {
    return;
  } else if (truth && validators.test(name)) {
    // A check that is not understood: it lowers the weight, it proves nothing.
    for (const arg of c.args) change(m, arg, (value) => ({ ...value, taints: weaken(value.taints, 0.6) }));
  } else if (name === 'equals' || name === 'Equals' || name === 'equalsIgnoreCase') {
    if (recv !== null && first !== undefined) {
      refineEquality(m, recv, first, truth);
      refineEquality(m, first, recv, truth);
    }
  }
}

/** Letters and digits, by a predicate in place or by its name (`Char::isLetter`). */
function isPlainSigns(m: Machine, predicate: Expr): boolean {
  const { fns, sym } = m.evalExpr(predicate);
  if (fns.length === 1 && testsSigns(fns[0]!.fn)) return true;
  return /(?:isLetter|isDigit|isLetterOrDigit|is_ascii_alphanumeric|is_alphanumeric|is_ascii_digit|IsLetterOrDigit|IsLetter|IsDigit)$/.test(
    `${sym ?? ''}${m.file.text.slice(predicate.pos, predicate.end)}`,
  );
}

/** The text behind `chars()`. */
function unsigned(e: Expr): Expr {
  return e.k === 'call' &&
    e.f.k === 'get' &&
    /^(?:chars|bytes|ToCharArray|toCharArray|toList)$/.test(e.f.name)
    ? e.f.o
    : e;
}

/** A function of the program that does the checking. */
function refineByOwn(m: Machine, c: Extract<Expr, { k: 'call' }>, truth: boolean): boolean {
  const masks = checkedByOwn(m, c, truth, refine);
  if (masks === null || masks.every((mask) => mask === 0)) return false;
  c.args.forEach((arg, index) => {
    const mask = masks[index] ?? 0;
    if (mask !== 0) change(m, arg, (value) => ({ ...value, taints: cleanTaints(value.taints, mask) }));
  });
  return true;
}

/** `..` at the start is what is left of it once a path is normalized. */
function leavesFolder(prefix: Expr): boolean {
  if (prefix.k === 'list') return prefix.items.some(leavesFolder);
  return prefix.k === 'lit' && typeof prefix.v === 'string' && prefix.v.startsWith('..');
}

/** A prefix that ends within the name of a host, or before a second slash, leaves the host open. */
function refinePrefix(m: Machine, subject: Expr, prefix: Expr | undefined): void {
  const text = prefix?.k === 'lit' && typeof prefix.v === 'string' ? prefix.v : null;
  const { fn, file } = m.frame!;
  const isOpen =
    text !== null &&
    (/^https?:\/{0,2}[^/]*$/i.test(text) ||
      (/^[/\\]$/.test(text) &&
        !/["'`/](?:\\?\/){2}|\\\\|charAt\(1\)|\[1\]/.test(
          file.text.slice(fn.pos, fn.end).replace(/https?:\/\//g, ''),
        )));
  const mask = isOpen ? maskOf('path') : maskOf('path', 'redirect', 'ssrf');
  change(m, subject, (value) => ({ ...value, taints: cleanTaints(value.taints, mask) }));
}

function refineMembership(
  m: Machine,
  name: string,
  recv: Expr | null,
  args: readonly Expr[],
  truth: boolean,
): void {
  const [first, second] = args;
  if (name === 'in_array' || name === 'array_key_exists') {
    if (truth && first !== undefined && second !== undefined) cleanWhenListed(m, second, first);
    return;
  }
  if (recv === null || first === undefined) return;
  if (m.file.language === 'Go' && second?.k === 'lit') {
    // strings.Contains(text, ".."), strings.ContainsAny(text, "<>")
    const pieces = name === 'ContainsAny' && typeof second.v === 'string' ? [...second.v] : [second.v];
    if (!truth) for (const v of pieces) cleanWhenFree(m, { ...second, v }, first);
    return;
  }
  if (first.k === 'lit') {
    // text.contains("..")
    if (!truth) cleanWhenFree(m, first, recv);
    return;
  }
  if (truth)
    cleanWhenListed(
      m,
      name === 'contains' && args.length === 2 ? first : recv,
      second !== undefined && name === 'contains' ? second : first,
    );
}

function refineRegex(
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
      candidate.k === 'lit' || candidate.k === 'regex'
        ? m.evalExpr(candidate)
        : candidate.k === 'var' || candidate.k === 'get' || candidate.k === 'at'
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
  const body = pattern.replace(/^\/|\/[a-z]*$/g, '').replace(/^[#~/]|[#~/][a-z]*$/g, '');
  if (truth && isStrictPattern(isWhole && !body.startsWith('^') ? `^${body}$` : body)) cleanAll(m, subject);
  // A test for what must not be there: /[^a-z]/, /\.\./
  else if (!truth) {
    const negated = /^\[\^([^\]]*)\][+*]?$/.exec(body)?.[1];
    if (negated !== undefined && isPlainClass(negated)) cleanAll(m, subject);
    else if (body.includes('\\.\\.'))
      change(m, subject, (value) => ({ ...value, taints: cleanTaints(value.taints, maskOf('path')) }));
  }
}

/** The pattern that a name was compiled from somewhere in this file. */
function compiledPattern(m: Machine, recv: Expr): string | null {
  const name = recv.k === 'var' ? recv.name : recv.k === 'get' ? recv.name : null;
  if (name === null || !/^\w+$/.test(name)) return null;
  const found = new RegExp(
    String.raw`\b${name}\s*(?::?=|\s+Regexp?\s*=)\s*(?:regexp\.MustCompile|re\.compile|Pattern\.compile|Regex::new|new\s+(?:Regex|RegExp)|Regex|Regexp\.new)\s*\(\s*[rR@]?(["'\x60])((?:\\.|(?!\1).){1,300})\1`,
  ).exec(m.file.text);
  return found?.[2] ?? null;
}

/** Anchored at both ends, and nothing in it that takes any character. */
export function isStrictPattern(body: string): boolean {
  const inner = /^(?:\^|\\A)([\s\S]*)(?:\$|\\z|\\Z)$/.exec(body)?.[1];
  if (inner === undefined) return false;
  const classes = [...inner.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1]!);
  if (classes.some((inside) => inside.startsWith('^') || !isPlainClass(inside))) return false;
  const rest = inner.replace(/\[[^\]]*\]/g, '').replace(/\\[.\-/wd]/g, '');
  return !rest.includes('.') && !/\\[SWD]|\|/.test(rest.replace(/\((?:\?:)?[\w|-]+\)/g, ''));
}
