import type { Expr } from '../ir/ir.ts';
import { only } from '../read/only.ts';
import { deepTaints } from './elements.ts';
import { allKinds, maskOf } from './kinds.ts';
import { change, cleanAll, cleanHost, cleanRelated, cleanWhenFree, cleanWhenListed } from './known-values.ts';
import type { Machine } from './machine.ts';
import { foundAtUse } from './null-uses.ts';
import { testsSigns } from './predicates.ts';
import { leavesFolder, refinePrefix, refineStart, refineSuffix } from './refine-affixes.ts';
import { refineChoice } from './refine-choice.ts';
import { refineMembership } from './refine-membership.ts';
import { narrowByOwn, refineNumbers } from './refine-numbers.ts';
import { refineByOwn, unsigned, withoutReplaced } from './refine-own.ts';
import { refineRegex } from './refine-pattern.ts';
import { cleanTaints, type Taint, unknown, weaken } from './value.ts';

/** Narrows variables by a condition that is true (or false). */
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
    case 'seq': {
      const last = c.items.at(-1);
      if (last !== undefined) refine(m, last, truth);
      return;
    }
    case 'await':
      refine(m, c.e, truth);
      return;
    case 'at':
      // allowed[x]
      if (truth && c.i !== null) cleanWhenListed(m, c.o, c.i);
      return;
    case 'get':
      // An address without a host stays on this site.
      if (!truth) cleanHost(m, c);
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
      } else refineChoice(m, c, false, refine);
      return;
    case '||':
      if (truth) refineChoice(m, c, true, refine);
      else {
        refine(m, c.l, false);
        refine(m, c.r, false);
      }
      return;
    case '==':
    case '===':
    case '!=':
    case '!==': {
      const isEqual = (c.op === '==' || c.op === '===') === truth;
      refineNumbers(m, c.op, c.l, c.r, truth);
      refineEquality(m, c.l, c.r, isEqual);
      refineEquality(m, c.r, c.l, isEqual);
      return;
    }
    case '=~':
      refineRegex(m, c.l, [c.r], truth, false);
      return;
    case 'in':
      if (truth) cleanWhenIn(m, c);
      else cleanWhenFree(m, c.l, c.r);
      return;
    case '!in':
      if (!truth) cleanWhenIn(m, c);
      return;
    case '<':
    case '>':
    case '>=':
    case '<=':
      // indexOf(x) >= 0, > -1, < 0; strpos(x, y) < 0
      refineIndex(m, c, truth);
      refineNumbers(m, c.op, c.l, c.r, truth);
      m.handlers.boundLength(m, c, truth);
      return;
    default:
  }
}

/** `x in allowed`, or `folder in path.parents`. */
function cleanWhenIn(m: Machine, { l, r }: Extract<Expr, { k: 'bin' }>): void {
  cleanWhenListed(m, r, l);
  // `files/../..` is also below `files` until it is normalized.
  if (m.handlers.words.plainPathHint.test(m.file.text.slice(m.frame.fn.pos, m.frame.fn.end)))
    cleanInFolder(m, r, l);
}

/** The path is below the folder that it was compared with, so the request cannot choose another. */
function cleanInFolder(m: Machine, folder: Expr, known: Expr): void {
  const name = folder.k === 'get' ? folder.name : folder.k === 'call' ? nameOf(folder) : '';
  if (m.handlers.words.folderParts.test(name) && m.evalExpr(known).taints.length === 0)
    cleanRelated(m, m.evalExpr(folder).taints, maskOf('path'));
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
  // text.find("..") == std::string::npos
  if (
    subject.k === 'call' &&
    subject.f.k === 'get' &&
    subject.f.name === 'find' &&
    (other.k === 'get' || other.k === 'var') &&
    other.name.endsWith('npos')
  ) {
    refineMembership(m, 'contains', subject.f.o, subject.args, !isEqual);
    return;
  }
  if (!isEqual && other.k === 'lit' && other.v === null) foundAtUse(m, subject);
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
  // The folder is the common part of both paths.
  if (subject.k === 'call' && subject.f.k === 'get' && m.handlers.words.commonParts.test(subject.f.name)) {
    if (isEqual) cleanRelated(m, listedTaints(m, subject.args), maskOf('path'));
    return;
  }
  if (subject.k === 'call' && subject.f.k === 'get' && other.k === 'lit' && other.v === 0) {
    // x.indexOf(prefix) === 0
    if (isEqual && /^(?:indexOf|lastIndexOf|find|index)$/.test(subject.f.name))
      refinePrefix(m, subject.f.o, subject.args[0]);
    return;
  }
  if (isEqual && refineStart(m, subject, other)) return;
  if (isEqual && other.k !== 'lit') cleanInFolder(m, subject, other);
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

function listedTaints(m: Machine, args: readonly Expr[]): readonly Taint[] {
  return args.flatMap((arg) => [...deepTaints(m, m.evalExpr(arg))]);
}

const validators =
  /^_?(?:is|validate|check|verify|valid|allowed|permit|ensure|assert)_?(?:[A-Z_]|valid|safe|allowed)\w*$/;

function refineCall(m: Machine, c: Extract<Expr, { k: 'call' }>, truth: boolean): void {
  const name = c.f.k === 'get' ? c.f.name : c.f.k === 'var' ? c.f.name : '';
  const recv = c.f.k === 'get' ? c.f.o : null;
  const [first, second] = c.args;
  narrowByOwn(m, c, truth, refine);
  if (m.file.semantics.nullFails) for (const arg of c.args) foundAtUse(m, arg);
  if (m.handlers.refineByLibrary(m, name, c, truth)) return;
  const { members, starts, ends, numeric, patterns, localAddress } = m.handlers.words;
  if (members.test(name)) {
    refineMembership(m, name, recv, c.args, truth);
  } else if (starts.test(name) && !truth && c.args.some(leavesFolder)) {
    // If the relative path does not begin with `..`, the path it was made from is in the folder.
    const subject = recv === null || name === 'HasPrefix' ? first : recv;
    if (subject !== undefined) cleanRelated(m, m.evalExpr(subject).taints, maskOf('path'));
  } else if (starts.test(name) && truth) {
    const isPlain = second !== undefined && (recv === null || name === 'HasPrefix');
    const subject = isPlain ? first : recv;
    if (subject !== undefined && subject !== null) refinePrefix(m, subject, isPlain ? second : first);
  } else if (ends.test(name) && truth) {
    refineSuffix(m, recv, name, c.args);
  } else if (numeric.test(name)) {
    const holds = name === 'isNaN' ? !truth : truth;
    const subject = first ?? recv;
    if (holds && subject) cleanAll(m, withoutReplaced(subject));
  } else if (/^(?:[aA]ll|every|allMatch)$/.test(name) && recv !== null && first !== undefined) {
    if (truth && isPlainSigns(m, first)) cleanAll(m, unsigned(m, recv));
  } else if (patterns.test(name)) {
    refineRegex(m, recv, c.args, truth, /^(?:matches|fullmatch)$/.test(name));
  } else if (truth && localAddress.test(name)) {
    const subject = first ?? recv;
    if (subject)
      change(m, subject, (value) => ({
        ...value,
        taints: cleanTaints(value.taints, maskOf('redirect', 'ssrf')),
      }));
  } else if (refineByOwn(m, c, truth, refine)) {
    return;
  } else if (truth && validators.test(name)) {
    // A check that is not understood only lowers the weight.
    for (const arg of c.args) change(m, arg, (value) => ({ ...value, taints: weaken(value.taints, 0.6) }));
  } else if (name === 'equals' || name === 'Equals' || name === 'equalsIgnoreCase') {
    if (recv !== null && first !== undefined) {
      refineEquality(m, recv, first, truth);
      refineEquality(m, first, recv, truth);
    }
  }
}

/** Whether the predicate, inline or by name (`Char::isLetter`), accepts only letters and digits. */
function isPlainSigns(m: Machine, predicate: Expr): boolean {
  const { fns, sym } = m.evalExpr(predicate);
  const called = only(fns);
  if (called !== undefined && testsSigns(called.fn)) return true;
  return m.handlers.words.signChecks.test(`${sym ?? ''}${m.file.text.slice(predicate.pos, predicate.end)}`);
}

function nameOf({ f }: Extract<Expr, { k: 'call' }>): string {
  return f.k === 'get' || f.k === 'var' ? f.name : '';
}
