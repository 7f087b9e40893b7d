import type { Expr } from '../ir/ir.ts';
import { only } from '../read/only.ts';
import { assign } from './assign.ts';
import { callBuiltin } from './builtins.ts';
import type { CallSite } from './call-site.ts';
import { runCallbacks } from './callbacks.ts';
import { carriedCall } from './carried.ts';
import { deepTaints } from './elements.ts';
import { allKinds, maskOf } from './kinds.ts';
import type { Machine } from './machine.ts';
import { mapElements } from './map-elements.ts';
import { checkMisuse } from './misuse.ts';
import { mayReturnNull } from './null-uses.ts';
import { checkSizes } from './number-sinks.ts';
import { writeOutArguments } from './out-arguments.ts';
import { refine } from './refine.ts';
import { applyClean } from './sanitizers.ts';
import { checkSinks, type FoundSource, findSource } from './sinks.ts';
import { concat } from './string-builtins.ts';
import { addStep, joinTaints, symbol, type Taint, unknown, type Value, weaken } from './value.ts';
import { writeThrough } from './write-through.ts';

/** A call to external code: rules decide; unknown calls pass data on. */
export function callExternal(m: Machine, site: CallSite, target: Expr | null = null): Value {
  const value = m.handlers.withLength(m, site, resultOf(m, site, target));
  if (value.mayBeNull) return { ...value, mayBeNull: false };
  return m.file.semantics.nullFails && value.k === undefined && mayReturnNull(m, site)
    ? { ...value, mayBeNull: true }
    : value;
}

function resultOf(m: Machine, site: CallSite, target: Expr | null): Value {
  if (m.model.hooks.isFrameworksOwn?.(site)) return unknown;
  const scoped = m.handlers.scopeCall(m, site);
  if (scoped !== null) return scoped;
  if (m.file.semantics.numbers !== null) {
    const number = m.handlers.numberCall(m, site);
    if (number !== null) return number;
    if (m.numbers.areMet) checkSizes(m, site);
  }
  const carried = carriedCall(m, site);
  if (carried !== null) return carried;
  m.model.hooks.assignRoles?.(m, site);
  const sunk = checkSinks(m, site);
  checkMisuse(m, site);
  m.handlers.checkCookie(m, site);
  writeOutArguments(m, site);
  if (m.handlers.endsProgram(m, site)) m.s.dead = true;
  else refineDemanded(m, site);
  const source = sourceUnlessHeld(m, site);
  writeThrough(m, site);
  const built =
    m.model.hooks.recordCall?.(m, site) ??
    m.handlers.filtered(m, site) ??
    callBuiltin(m, site) ??
    (m.file.semantics.constructsByCall ? m.handlers.constructedByCall(m, site) : null);
  if (source !== null) {
    if (m.handlers.isPlainInput(site)) return unknown;
    const value = sourceOf(m, source, site);
    return site.name === 'valid' ? validatedInput(m, value) : value;
  }
  if (built !== null) return built;
  if (site.recv !== null && site.recv.taints.length > 0) {
    const mapped = mapElements(m, site, { ...unknown, taints: site.recv.taints });
    if (mapped !== null) return mapped;
  }
  const cleaned = applyClean(m, site);
  runCallbacks(m, site);
  // Result rows are identified by their statement.
  if (cleaned !== null)
    return cleaned === unknown && m.handlers.words.executing.test(site.name) && m.file.semantics.knownByType
      ? answerOf(site)
      : cleaned;
  const known = m.handlers.knownResult(m, site);
  if (known !== null) return known;
  const validator = m.handlers.validatorCall(m, site);
  if (validator !== null) return validator;
  // `request.headers.get(…)` reads input, although it looks like a client's call.
  if (m.handlers.isAnswer(sunk, site.name) && !/^(?:@req|<own>)/.test(site.recv?.sym ?? ''))
    return answerOf(site);
  return handOn(m, site, target);
}

/** A reader returns data of its own source: one for an untrusted connection is not the console. */
function sourceUnlessHeld(m: Machine, site: CallSite): FoundSource | null {
  const source = findSource(m, site);
  return source?.exposure === 'local' && m.file.semantics.knownByType && (site.recv?.taints.length ?? 0) > 0
    ? null
    : source;
}

/** The part of the input that a validator in front of the handler lets through. */
function validatedInput(m: Machine, value: Value): Value {
  for (let { fn } = m.frame; ; fn = fn.parent) {
    const schema = m.shared.schemaOf(fn);
    if (schema !== undefined) return m.handlers.validated(m, schema, value, 0);
    if (fn.parent === null) return value;
  }
}

function answerOf({ recv, name }: CallSite): Value {
  const sym = symbolOfCall(recv, name);
  return sym === null ? unknown : symbol(sym);
}

/** `abort_unless(condition)`, `assert(condition)`: later code only runs while the condition holds. */
function refineDemanded(m: Machine, { name, recv, e }: CallSite): void {
  if (e.k !== 'call' || e.args[0] === undefined) return;
  if (recv !== null && (recv.sym ?? '') !== '' && !/^(?:node:)?assert\b/.test(recv.sym ?? '')) return;
  if (m.handlers.words.demands.test(name)) refine(m, e.args[0], true);
  else if (m.handlers.words.refusals.test(name)) refine(m, e.args[0], false);
}

export function sourceOf(m: Machine, source: FoundSource, site: CallSite): Value {
  const { file, fn } = m.frame;
  const key = `${file.path}:${site.e.pos}:${site.e.end}:${source.kind}:${source.exposure}`;
  let known = m.program.sources.get(key);
  if (known === undefined) {
    known = { kind: source.kind, exposure: source.exposure, file, pos: site.e.pos, end: site.e.end };
    m.program.sources.set(key, known);
  }
  const step = { file, pos: site.e.pos, end: site.e.end, fnId: fn.id, previous: null, depth: 0 };
  const taint = source.only
    ? { source: known, clean: allKinds & ~maskOf(...source.only), weight: 0.6, step }
    : { source: known, clean: 0, weight: 1, step };
  runCallbacks(m, site, [taint]);
  return { ...unknown, taints: [taint] };
}

/** The default for calls without a rule: what goes in comes out. */
function handOn(m: Machine, site: CallSite, target: Expr | null): Value {
  let taints: readonly Taint[] = [];
  for (const value of handedIn(m, site)) taints = joinTaints(taints, deepTaints(m, value));
  for (const value of site.named.values()) taints = joinTaints(taints, deepTaints(m, value));
  const recv = site.recv;
  if (taints.length > 0 && target !== null && recv !== null && m.handlers.words.mutators.test(site.name)) {
    if (target.k === 'var' || target.k === 'get' || target.k === 'this')
      assign(
        m,
        target,
        site.name === 'push_str' || site.name === '<<'
          ? concat(m, [recv, ...site.args], site.e)
          : { ...recv, k: undefined, taints: joinTaints(recv.taints, taints) },
      );
  }
  const sym = symbolOfCall(recv, site.name);
  if (m.handlers.words.barren.test(site.name)) return sym === null ? unknown : { ...symbol(sym) };
  const own = recv === null ? [] : recv.taints;
  const all = joinTaints(
    own,
    taints.length > 0 ? weaken(taints, m.handlers.words.transforms.test(site.name) ? 1 : 0.75) : taints,
  );
  return {
    ...unknown,
    taints: addStep(all, m.file, site.e.pos, site.e.end, m.frame.fn.id),
    fns: wrappedFunctions(m, site),
    sym,
    objs: recv !== null && m.handlers.words.fluent.test(site.name) ? recv.objs : [],
    type: recv !== null && m.handlers.isBuildingStep(site.name) ? recv.type : null,
  };
}

/**
 * Arguments that may be in the result: a lookup's result is not its key (`table.get(key)`,
 * `users.findById(id)`).
 */
function handedIn(m: Machine, { name, recv, args }: CallSite): readonly Value[] {
  if (recv === null || recv.taints.length > 0) return args;
  if (m.handlers.words.lookups.test(name)) return [];
  if (m.handlers.words.searches.test(name)) return args.filter((value) => !isCondition(m, value));
  return name === m.file.semantics.lookupMethod ? args.slice(1) : args;
}

/** `{ where: { name } }`, not a list of items. */
function isCondition(m: Machine, { objs, taints }: Value): boolean {
  return objs.length > 0 && taints.length === 0 && objs.every((id) => m.s.object(id)?.kind === 'object');
}

/** A function wrapped by an external one (`asyncHandler(f)`, `memoize(f)`) runs in its place. */
function wrappedFunctions(m: Machine, { recv, args, name }: CallSite): Value['fns'] {
  if (!m.file.semantics.wrapsFunctions) return [];
  const isPlain = recv === null || /^[\w@/-]*$/.test(recv.sym ?? '.');
  const given = only(args.filter((value) => value.fns.length > 0));
  return isPlain && given !== undefined && args.length <= 3 && !m.handlers.words.notWrapping.test(name)
    ? given.fns
    : [];
}

function symbolOfCall(recv: Value | null, name: string): string | null {
  const owner = recv?.sym ?? recv?.type ?? null;
  if (owner === null) return `.${name}()`;
  const sym = owner === '' ? `${name}()` : `${owner}.${name}()`;
  return sym.length > 160 ? null : sym;
}
