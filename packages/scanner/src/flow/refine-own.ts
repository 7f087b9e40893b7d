import type { Expr, FunctionIr } from '../ir/ir.ts';
import { only } from '../read/only.ts';
import { pickOverloads } from './call-targets.ts';
import { deepTaints } from './elements.ts';
import { allKinds, bitOf, maskOf as maskOfKinds } from './kinds.ts';
import { change, cleanHost } from './known-values.ts';
import type { Machine } from './machine.ts';
import { cleanTaints, unknown, type Value } from './value.ts';

/**
 * The kinds that the program's own check (`if (isDirection(x))`) rules out for its arguments, by position. Takes its
 * last expression as the condition, with a sample of the argument's data in the parameter. Null if it is not such a
 * function.
 */
function checkedByOwn(
  m: Machine,
  c: Extract<Expr, { k: 'call' }>,
  truth: boolean,
  refine: (m: Machine, e: Expr, truth: boolean) => void,
): readonly number[] | null {
  const named = m.evalExpr(c.f).fns;
  const callable = only(named.length > 0 ? named : methodsHere(m, c));
  if (callable === undefined || c.args.length === 0) return null;
  const { fn, self } = callable;
  const last = fn.body.at(-1);
  if (last?.k !== 'return' || last.e === null || !isCheck(last.e) || !fn.body.slice(0, -1).every(isStraight))
    return null;
  // For a file object, the untrusted part is its name.
  const values = c.args.map((arg) => {
    const value = m.evalExpr(arg);
    return { ...value, taints: deepTaints(m, value) };
  });
  if (values.every((value) => value.taints.length === 0)) return null;
  const condition = last.e;
  let masks: readonly number[] | null = null;
  m.run(fn, self, () => {
    const params = paramsOf(fn);
    for (const [index, param] of params.entries())
      m.s.vars.set(`${fn.id}:${param.name}`, sampleOf(values[index]));
    const before = m.s;
    m.s = m.fork();
    m.execStmts(fn.body.slice(0, -1));
    refine(m, condition, truth);
    masks = params.map((param) => maskOf(m.s.get(`${fn.id}:${param.name}`)));
    m.s = before;
  });
  return masks;
}

/** A method of the enclosing class, called by its bare name. */
function methodsHere(m: Machine, { f, args }: Extract<Expr, { k: 'call' }>): Value['fns'] {
  const { fn } = m.frame;
  if (f.k !== 'var' || fn.cls === null || !fn.file.semantics.bareMethods) return [];
  return pickOverloads(m.program.methodsOf(fn.cls, f.name), args.length).map((found) => ({
    fn: found,
    self: found.isStatic ? null : m.frame.self,
  }));
}

function paramsOf(fn: FunctionIr): FunctionIr['params'] {
  return fn.params.filter((param) => param.type !== '<receiver>');
}

function sampleOf(value: Value | undefined): Value {
  const [sample] = value?.taints ?? [];
  return sample === undefined ? unknown : { ...unknown, taints: [{ ...sample, clean: 0 }] };
}

function maskOf(value: Value | undefined): number {
  if (value === undefined) return 0;
  const [left] = value.taints;
  return left === undefined ? allKinds : left.clean;
}

function isCheck(e: Expr): boolean {
  return e.k === 'bin' || e.k === 'call' || e.k === 'un' || e.k === 'at';
}

function isStraight({ k }: FunctionIr['body'][number]): boolean {
  return k === 'decl' || k === 'expr';
}

const pathBit = bitOf('path');
const hostBits = maskOfKinds('redirect', 'ssrf');

/** Narrows the arguments of a check that is a function of the program. */
export function refineByOwn(
  m: Machine,
  c: Extract<Expr, { k: 'call' }>,
  truth: boolean,
  refine: (m: Machine, e: Expr, truth: boolean) => void,
): boolean {
  const masks = checkedByOwn(m, c, truth, refine);
  if (masks === null || masks.every((mask) => mask === 0)) return false;
  c.args.forEach((arg, index) => {
    const mask = masks[index] ?? 0;
    // `isOurs(address.getHost())`
    if ((mask & hostBits) === hostBits && cleanHost(m, arg)) return;
    // The path that a file object was created from is no longer its state.
    if (mask !== 0)
      change(m, arg, (value) => ({
        ...value,
        objs: (mask & pathBit) !== 0 ? [] : value.objs,
        taints: cleanTaints(value.taints, mask),
      }));
  });
  return true;
}

/** `text.replace('.', '').isalnum()`: letters, digits and the removed characters. */
export function withoutReplaced(e: Expr): Expr {
  const isHarmless =
    e.k === 'call' &&
    e.f.k === 'get' &&
    /^replace(?:All)?$/.test(e.f.name) &&
    e.args[0]?.k === 'lit' &&
    /^[-._ :]$/.test(String(e.args[0].v));
  return isHarmless && e.k === 'call' && e.f.k === 'get' ? withoutReplaced(e.f.o) : e;
}

/** The text behind `chars()`. */
export function unsigned(m: Machine, e: Expr): Expr {
  return e.k === 'call' && e.f.k === 'get' && m.handlers.words.signLists.test(e.f.name) ? e.f.o : e;
}
