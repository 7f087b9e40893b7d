import { callOnBuffer } from '../../../flow/buffer-builtins.ts';
import type { CallSite } from '../../../flow/call-site.ts';
import { deepTaints, elementOf } from '../../../flow/elements.ts';
import { invoke } from '../../../flow/invoke.ts';
import { allKinds } from '../../../flow/kinds.ts';
import { listOf } from '../../../flow/list-builtins.ts';
import type { Machine } from '../../../flow/machine.ts';
import { conditionOf, testsSigns } from '../../../flow/predicates.ts';
import { receiverName } from '../../../flow/receivers.ts';
import { refine } from '../../../flow/refine.ts';
import { checkSinks } from '../../../flow/sinks.ts';
import { newObject } from '../../../flow/state.ts';
import { cleanTaints, unknown, type Value } from '../../../flow/value.ts';
import type { FunctionIr } from '../../../ir/ir.ts';

const here =
  /^(?:run|runCatching|withContext|coroutineScope|supervisorScope|runBlocking|transaction|newSuspendedTransaction|suspendTransaction|synchronized|withLock|async|let)$/;

/**
 * Kotlin's scope functions run a lambda immediately, with the object as its receiver or as `it`. They return the
 * lambda's result or the object. Null for other calls.
 */
export function scopeCall(m: Machine, site: CallSite): Value | null {
  if (m.file.language === 'Ruby') return blockCall(m, site);
  if (m.file.language === 'PHP') return namedMap(m, site);
  if (m.file.language !== 'Kotlin') return null;
  const [callable] = site.args.at(-1)?.fns ?? [];
  if (callable === undefined) return null;
  const { name, recv } = site;
  const isBare = recv === null || recv.sym === '';
  const run = (given: readonly Value[], self: Value | null): Value =>
    invoke(
      m,
      self === null ? callable.fn : withReceiver(m, callable.fn),
      self ?? callable.self,
      given,
      new Map(),
      site.e,
      true,
    );
  if (isBare) {
    if (name === 'with' && site.args.length === 2) return run([], site.args[0] ?? null);
    if (name === 'buildString') {
      const buffer = m.make('buffer', 'StringBuilder');
      run([], buffer);
      return callOnBuffer(m, { ...site, name: 'toString', args: [], recv: buffer }, buffer);
    }
    if (!here.test(name)) return null;
    return run([], /ransaction$/.test(name) ? { ...unknown, type: 'Transaction' } : null);
  }
  switch (name) {
    case 'let':
    case 'use':
      return run([recv], null);
    case 'also':
      run([recv], null);
      return recv;
    case 'run':
      return run([], recv);
    case 'apply':
      run([], recv);
      return recv;
    case 'trace':
    case 'debug':
    case 'info':
    case 'warn':
    case 'error':
      // A lambda for a logger returns the logged text.
      checkSinks(m, { ...site, args: [run([], null)] });
      return unknown;
    case 'takeIf':
      return passing(m, callable.fn, callable.self, recv, true);
    case 'takeUnless':
      return passing(m, callable.fn, callable.self, recv, false);
    default:
      return null;
  }
}

/** Ruby's `value.then { |it| … }` returns the block's result, `value.tap { |it| … }` the value. */
function blockCall(m: Machine, { name, recv, args, e }: CallSite): Value | null {
  const [callable] = /^(?:then|yield_self|tap)$/.test(name) ? (args.at(-1)?.fns ?? []) : [];
  if (callable === undefined || recv === null) return null;
  const given = invoke(m, callable.fn, callable.self, [recv], new Map(), e, true);
  return name === 'tap' ? recv : given;
}

/** PHP's `array_map('name', $list)` with a function of the program. */
function namedMap(m: Machine, { name, args: [by, list], e }: CallSite): Value | null {
  if (name !== 'array_map' || typeof by?.k !== 'string' || list === undefined) return null;
  const fn = m.program.functionNamed(by.k, m.file);
  if (fn === null) return null;
  return listOf(m, [{ ...invoke(m, fn, null, [elementOf(m, list)], new Map(), e, true), k: undefined }]);
}

/** Binds the lambda's receiver like that of an extension. */
function withReceiver(m: Machine, fn: FunctionIr): FunctionIr {
  if (!fn.params.some((param) => param.name === receiverName)) {
    fn.params = [
      ...fn.params.filter((param) => param.name !== 'it'),
      { name: receiverName, pattern: null, type: '<receiver>', init: null, isRest: false, annotations: [] },
    ];
    fn.locals.add(receiverName);
    m.shared.setCell(fn, 'receiver', true);
    m.ledger?.leavesValues();
  }
  return fn;
}

/** The value if a predicate is true (or false). */
export function passing(m: Machine, fn: FunctionIr, self: Value | null, value: Value, truth: boolean): Value {
  const condition = conditionOf(fn);
  const param = fn.params.find((entry) => entry.type !== '<receiver>');
  if (condition === null || param === undefined || param.name === '') return value;
  let kept = value;
  m.run(fn, self, () => {
    const key = `${fn.id}:${param.name}`;
    m.s.vars.set(key, value);
    const before = m.s;
    m.s = m.fork();
    refine(m, condition, truth);
    kept = m.s.get(key) ?? value;
    m.s = before;
  });
  return kept;
}

/** `filter(KNOWN::contains)`: only known elements remain. */
function listedOnly(m: Machine, site: CallSite, recv: Value): Value | null {
  const given = site.e.k === 'call' ? site.e.args[0] : undefined;
  const text = given === undefined ? '' : m.file.text.slice(given.pos, given.end);
  if (!/^[A-Z_a-z]\w*(?:::contains(?:Key)?|\.Contains)$/.test(text)) return null;
  const taints = cleanTaints(deepTaints(m, recv), allKinds);
  return { ...unknown, taints };
}

const filters =
  /^(?:filter|Where|filterNot|select|takeWhile|TakeWhile|dropWhile|find|firstOrNull|First|FirstOrDefault|findFirst|anyMatch|partition)$/;
/** The elements that a known predicate accepts. Null for other calls. */
export function filtered(m: Machine, site: CallSite): Value | null {
  const [callable] = site.args[0]?.fns ?? [];
  if (site.recv === null || !filters.test(site.name)) return null;
  const { recv } = site;
  if (callable === undefined) return listedOnly(m, site, recv);
  if (recv.objs.length === 0) {
    // Filters the characters of a text.
    if (testsSigns(callable.fn)) return { ...recv, taints: cleanTaints(recv.taints, allKinds) };
    return passing(m, callable.fn, callable.self, recv, site.name !== 'filterNot');
  }
  const element = elementOf(m, recv);
  if (element.taints.length === 0) return null;
  const kept = passing(m, callable.fn, callable.self, element, site.name !== 'filterNot');
  if (kept === element) return null;
  if (/^(?:find|first|First)/.test(site.name)) return kept;
  const object = m.s.first(recv) ?? newObject('list');
  return { ...recv, taints: [], objs: [m.allocate({ ...object, items: null, rest: kept, kind: 'list' })] };
}
