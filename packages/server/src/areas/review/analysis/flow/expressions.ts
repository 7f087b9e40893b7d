import type { Expr, Literal } from '../ir/ir.ts';
import { append, assign, readElement, readProperty, readVariable, setField } from './access.ts';
import { evalCall } from './calls.ts';
import { evalNew } from './construction.ts';
import type { Machine } from './machine.ts';
import { mergeInto } from './map-builtins.ts';
import { checkProperty } from './property-misuse.ts';
import { guardKey, refine } from './refine.ts';
import { concat } from './string-builtins.ts';
import { cleanTaints, constant, joinTaints, joinValues, unknown, type Value } from './value.ts';

/** The value of an expression, with its effects on the state. */
export function evalExpr(m: Machine, e: Expr): Value {
  switch (e.k) {
    case 'lit':
      return constant(e.v);
    case 'regex':
      return { ...unknown, k: e.source, type: 'RegExp' };
    case 'var':
      return readVariable(m, e);
    case 'this':
    case 'super':
      return m.frame!.self ?? selfOf(m);
    case 'get':
      return guarded(
        m,
        e,
        readProperty(
          m,
          evalExpr(m, e.o),
          e.name,
          e,
          m.file.text.slice(e.o.pos, Math.min(e.o.end, e.o.pos + 80)),
        ),
      );
    case 'at': {
      const o = evalExpr(m, e.o);
      const key = e.i === null ? unknown : evalExpr(m, e.i);
      if (
        typeof key.k === 'string' &&
        o.objs.length === 0 &&
        o.taints.length === 0 &&
        o.sym !== null &&
        m.model.readsByName.has(key.k)
      )
        return readProperty(m, o, key.k, e, '');
      if (
        e.o.k === 'var' &&
        e.o.name === '_SERVER' &&
        typeof key.k === 'string' &&
        !/^(?:HTTP_(?!S$)|QUERY_STRING|REQUEST_URI|PHP_SELF|PATH_INFO|ORIG_PATH_INFO|PHP_AUTH|argv)/.test(
          key.k,
        )
      )
        return unknown;
      const rules = m.model.readsByName.get('[]');
      if (rules !== undefined && o.taints.length === 0 && o.objs.length === 0) {
        const value = readProperty(
          m,
          o,
          '[]',
          e,
          m.file.text.slice(e.o.pos, Math.min(e.o.end, e.o.pos + 80)),
        );
        if (value.taints.length > 0) return value;
      }
      const value = readElement(m, o, key);
      // Reached by a key from outside: a write below it may reach the prototype of all.
      return key.taints.length > 0 ? { ...value, sym: '[!]' } : value;
    }
    case 'call':
      return evalCall(m, e);
    case 'new':
      return evalNew(m, e);
    case 'bin':
      return evalBinary(m, e);
    case 'un':
      return evalUnary(m, e);
    case 'cond': {
      const c = evalExpr(m, e.c);
      if (c.k !== undefined && e.c.k !== 'none') return evalExpr(m, isTrue(c.k) ? e.a : e.b);
      return evalBranches(m, e.c, e.a, e.b);
    }
    case 'cat':
      return concat(
        m,
        e.parts.map((part) => evalExpr(m, part)),
        e,
      );
    case 'list':
      return evalList(m, e);
    case 'map':
      return evalMap(m, e);
    case 'fn':
      return { ...unknown, fns: [{ fn: e.fn, self: e.fn.isArrow ? (m.frame!.self ?? null) : null }] };
    case 'cls':
      return { ...unknown, cls: e.cls, type: e.cls.name };
    case 'set':
      return evalSet(m, e);
    case 'seq': {
      let value = unknown;
      for (const item of e.items) value = evalExpr(m, item);
      return value;
    }
    case 'named':
    case 'await':
    case 'spread':
      return evalExpr(m, e.e);
    case 'cast': {
      const value = evalExpr(m, e.e);
      if (
        /^(?:int|integer|long|short|byte|float|double|bool|boolean|Integer|Long|Double|Boolean|i8|i16|i32|i64|u8|u16|u32|u64|usize|f32|f64|decimal)$/i.test(
          e.type,
        )
      ) {
        return typeof value.k === 'number' || typeof value.k === 'boolean' ? value : unknown;
      }
      return e.type !== '' && value.type === null && value.k === undefined
        ? { ...value, type: e.type }
        : value;
    }
    case 'do': {
      const frame = m.frame!;
      const { result } = frame;
      frame.result = null;
      const last = e.body.at(-1);
      m.execStmts(e.body.slice(0, -1));
      const value = last === undefined ? unknown : lastValue(m, last);
      // What was returned inside stays the function's result.
      const inner = frame.result as Value | null;
      frame.result = inner === null ? result : result === null ? inner : joinValues(result, inner);
      return value;
    }
    case 'none':
      return unknown;
    default:
      return unknown;
  }
}

/** The value of the last statement of a block that is an expression. */
function lastValue(m: Machine, last: Extract<Expr, { k: 'do' }>['body'][number]): Value {
  if (last.k === 'expr') return evalExpr(m, last.e);
  if (last.k === 'if') {
    const c = evalExpr(m, last.c);
    let value: Value | null = null;
    const run = (body: typeof last.a, truth: boolean) => () => {
      refine(m, last.c, truth);
      const given = evalExpr(m, { k: 'do', body, pos: last.pos, end: last.end });
      if (!m.s.dead) value = value === null ? given : joinValues(value, given);
    };
    if (c.k !== undefined && last.c.k !== 'none') run(isTrue(c.k) ? last.a : last.b, isTrue(c.k))();
    else m.branch([run(last.a, true), run(last.b, false)]);
    return value ?? unknown;
  }
  if (last.k === 'switch') {
    const d = evalExpr(m, last.d);
    let value: Value | null = null;
    m.branch(
      last.cases.map((entry) => () => {
        for (const test of entry.tests) evalExpr(m, test);
        const given = evalExpr(m, { k: 'do', body: entry.body, pos: last.pos, end: last.end });
        if (!m.s.dead) value = value === null ? given : joinValues(value, given);
      }),
    );
    return value ?? { ...unknown, taints: d.taints };
  }
  if (last.k === 'block') return evalExpr(m, { k: 'do', body: last.body, pos: last.pos, end: last.end });
  if (last.k === 'try') {
    const value = evalExpr(m, { k: 'do', body: last.body, pos: last.pos, end: last.end });
    m.s.dead = false;
    for (const entry of last.catches) m.branch([() => undefined, () => m.execStmts(entry.body)]);
    return value;
  }
  m.execStmts([last]);
  return unknown;
}

/** Outside of a call the class itself is all that is known of `this`. */
function selfOf(m: Machine): Value {
  const { fn } = m.frame!;
  for (let holder: typeof fn | null = fn; holder !== null; holder = holder.parent)
    if (holder.cls !== null) return { ...unknown, type: holder.cls.name };
  return unknown;
}

export function isTrue(k: Literal): boolean {
  return Boolean(k);
}

/** Without what a check on the same text has ruled out. */
function guarded(m: Machine, e: Expr, value: Value): Value {
  if (!m.guards || value.taints.length === 0) return value;
  const mask = m.s.get(guardKey(m, e))?.k;
  return typeof mask === 'number' ? { ...value, taints: cleanTaints(value.taints, mask) } : value;
}

function evalBranches(m: Machine, c: Expr, a: Expr, b: Expr): Value {
  const values: Value[] = [];
  m.branch([
    () => {
      refine(m, c, true);
      values.push(evalExpr(m, a));
    },
    () => {
      refine(m, c, false);
      values.push(evalExpr(m, b));
    },
  ]);
  return joinValues(values[0]!, values[1]!);
}

function evalBinary(m: Machine, e: Extract<Expr, { k: 'bin' }>): Value {
  const { op } = e;
  const l = evalExpr(m, e.l);
  if (op === '&&' || op === '||' || op === '??' || op === '?:') {
    const isSet =
      l.k === undefined ? undefined : op === '&&' ? isTrue(l.k) : op === '||' ? !isTrue(l.k) : l.k === null;
    if (isSet === false) return l;
    if (isSet === true) return evalExpr(m, e.r);
    let r = unknown;
    m.branch([
      () => undefined,
      () => {
        refine(m, e.l, op === '&&');
        r = evalExpr(m, e.r);
      },
    ]);
    return op === '&&' ? { ...r, k: undefined } : joinValues({ ...l, k: undefined }, r);
  }
  const r = evalExpr(m, e.r);
  if (op === '+') {
    if (typeof l.k === 'number' && typeof r.k === 'number') return constant(l.k + r.k);
    return concat(m, [l, r], e);
  }
  if (op === '%' && (m.file.language === 'Python' || m.file.language === 'Ruby') && typeof l.k === 'string') {
    const items = r.objs.length === 1 ? m.s.object(r.objs[0]!)?.items : null;
    return evalFormat(m, l.k, items ?? [r], e);
  }
  if (
    op === '/' &&
    r.k === undefined &&
    (m.file.language === 'Python' || m.file.language === 'Kotlin') &&
    (l.taints.length > 0 || r.taints.length > 0)
  ) {
    return { ...concat(m, [l, r], e), type: 'Path' };
  }
  if (l.k !== undefined && r.k !== undefined) {
    const folded = foldBinary(op, l.k, r.k);
    if (folded !== undefined) return constant(folded);
  }
  if (op === '==' && l.k !== undefined && r.k === undefined) return unknown;
  return unknown;
}

function evalFormat(m: Machine, format: string, args: readonly Value[], e: Expr): Value {
  const parts: Value[] = [];
  const pieces = format.split(/(%(?:\(\w+\))?[-+ 0#]*[\d*]*(?:\.\d+)?[a-zA-Z])/);
  let next = 0;
  for (const piece of pieces) {
    if (!/^%(?:\(|[-+ 0#]*[\d*]*(?:\.\d+)?[a-zA-Z]$)/.test(piece)) {
      parts.push(constant(piece.replaceAll('%%', '%')));
      continue;
    }
    const named = /^%\((\w+)\)/.exec(piece)?.[1];
    const isNumber = /[diuxXeEfFgGo]$/.test(piece);
    const value =
      named === undefined
        ? args[next++]
        : args[0] === undefined
          ? undefined
          : readElement(m, args[0], constant(named));
    parts.push(isNumber || value === undefined ? unknown : value);
  }
  return concat(m, parts, e);
}

function foldBinary(op: string, l: Literal, r: Literal): Literal | undefined {
  if (op === '==') return l === r;
  if (op === '!=') return l !== r;
  if (op === '===') return l === r;
  if (op === '!==') return l !== r;
  if (typeof l === 'string' && typeof r === 'string') {
    if (op === 'in') return r.includes(l);
    if (op === '<') return l < r;
    if (op === '>') return l > r;
    return undefined;
  }
  const a = numberOf(l);
  const b = numberOf(r);
  if (a === null || b === null) return undefined;
  switch (op) {
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? undefined : Number.isInteger(a) && Number.isInteger(b) ? Math.trunc(a / b) : a / b;
    case '//':
      return b === 0 ? undefined : Math.floor(a / b);
    case '%':
      return b === 0 ? undefined : a % b;
    case '**':
      return a ** b;
    case '<':
      return a < b;
    case '>':
      return a > b;
    case '<=':
      return a <= b;
    case '>=':
      return a >= b;
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '<<':
      return a << b;
    case '>>':
      return a >> b;
    default:
      return undefined;
  }
}

/** A character counts as its code, as in Java and C. */
function numberOf(k: Literal): number | null {
  if (typeof k === 'number') return k;
  if (typeof k === 'string' && k.length === 1) return k.charCodeAt(0);
  return null;
}

function evalUnary(m: Machine, e: Extract<Expr, { k: 'un' }>): Value {
  const value = evalExpr(m, e.e);
  if (e.op === '!') return value.k === undefined ? unknown : constant(!isTrue(value.k));
  if (e.op === '-' && typeof value.k === 'number') return constant(-value.k);
  if (
    e.op === '+' ||
    e.op === '~' ||
    e.op === '-' ||
    e.op === 'typeof' ||
    e.op === 'instanceof' ||
    e.op === 'delete' ||
    e.op === 'void'
  )
    return unknown;
  return value;
}

function evalList(m: Machine, e: Extract<Expr, { k: 'list' }>): Value {
  const value = m.make('list');
  for (const item of e.items) {
    if (item.k === 'spread') {
      const from = evalExpr(m, item.e);
      const items = from.objs.length === 1 ? m.s.object(from.objs[0]!)?.items : null;
      if (items)
        for (const part of items)
          m.update(
            value,
            (object) => append(object, part),
            (before) => before,
          );
      else {
        const part = readElement(m, from, unknown);
        m.update(
          value,
          (object) => ({
            ...object,
            items: null,
            rest: joinValues(
              part,
              object.items === null ? (object.rest ?? unknown) : object.items.reduce(joinValues, unknown),
            ),
          }),
          (before) => before,
        );
      }
    } else {
      const part = item.k === 'none' ? unknown : evalExpr(m, item);
      m.update(
        value,
        (object) => append(object, part),
        (before) => before,
      );
    }
  }
  return value;
}

function evalMap(m: Machine, e: Extract<Expr, { k: 'map' }>): Value {
  const isObject = ['JavaScript', 'TypeScript', 'TSX'].includes(m.file.language);
  const value = m.make(isObject ? 'object' : 'map');
  for (const { key, value: part } of e.entries) {
    const from = evalExpr(m, part.k === 'spread' ? part.e : part);
    if (part.k === 'spread') mergeInto(m, value, from);
    else if (key === null) mergeInto(m, value, from);
    else {
      const name = evalExpr(m, key);
      if (name.k !== undefined && name.k !== null) {
        setField(m, value, String(name.k), from);
        checkProperty(m, String(name.k), from, key.pos, part.end);
      } else
        m.update(
          value,
          (object) => ({
            ...object,
            rest:
              object.rest === null
                ? { ...from, taints: joinTaints(from.taints, name.taints) }
                : joinValues(object.rest, from),
          }),
          (before) => before,
        );
    }
  }
  return value;
}

function evalSet(m: Machine, e: Extract<Expr, { k: 'set' }>): Value {
  let value = evalExpr(m, e.v);
  if (e.op === 'match') value = { ...value, k: undefined };
  else if (e.op !== null) {
    const before = evalExpr(m, e.t);
    if (e.op === '+')
      value =
        typeof before.k === 'number' && typeof value.k === 'number'
          ? constant(before.k + value.k)
          : concat(m, [before, value], e);
    else if (e.op === '||' || e.op === '??' || e.op === '&&') value = joinValues(before, value);
    else {
      const folded =
        before.k !== undefined && value.k !== undefined ? foldBinary(e.op, before.k, value.k) : undefined;
      value = folded === undefined ? unknown : constant(folded);
    }
  }
  assign(m, e.t, value);
  return value;
}
