import type { FunctionIr, Param } from '../ir/ir.ts';
import { withInheritedMarks } from './inherited-marks.ts';
import { maskOf } from './kinds.ts';
import type { ParameterRole } from './language-model.ts';
import type { Machine } from './machine.ts';
import { wholeRange } from './numeric.ts';
import { choiceBase } from './scalar-types.ts';
import { newObject } from './state.ts';
import { unknown, type Value } from './value.ts';

/** A parameter's role by the annotations of its method, or of the interface it implements. */
export function parameterRole(
  m: Machine,
  fn: FunctionIr,
  index: number,
  param?: Param,
): ParameterRole | null {
  // A module may have exported it after it was read.
  if (m.ledger !== null) m.shared.cell(fn, 'exported');
  const marked = withInheritedMarks(m, fn);
  const own = marked.params[param === undefined ? index : fn.params.indexOf(param)];
  return own === undefined ? null : m.program.modelOf(fn.file.language).parameter(marked.fn, own, index);
}

/** The value of an entry point's parameter, by its type, annotation or name. */
export function parameterValue(m: Machine, fn: FunctionIr, param: Param, index: number): Value | null {
  let given: ParameterRole | null = m.shared.rolesOf(fn)?.[index] ?? parameterRole(m, fn, index, param);
  if (
    m.libraryRoot === fn &&
    (given === null || (given.source === undefined && given.sym === undefined)) &&
    !(param.type !== null && m.handlers.isPlainType(param.type))
  )
    given = { source: 'exported_parameter' };
  if (given === null) return null;
  if (given.source !== undefined && isChoice(m, fn, param.type)) return { ...unknown, type: param.type };
  if (given.source !== undefined) {
    const key = `${fn.file.path}:param:${fn.id}:${index}:${given.source}`;
    let source = m.program.sources.get(key);
    if (source === undefined) {
      source = {
        kind: given.source,
        exposure:
          given.source === 'exported_parameter'
            ? 'library'
            : given.source === 'argument'
              ? 'local'
              : 'external',
        ...(given.source === 'exported_parameter' && m.isPublic(fn.file.path) && { isPublic: true }),
        ...(param.type !== null && fn.file.semantics.textTypes?.test(param.type) && { isText: true }),
        file: fn.file,
        pos: fn.pos,
        end: Math.min(fn.end, fn.pos + 200),
      };
      m.program.sources.set(key, source);
    }
    const weight = given.source === 'exported_parameter' ? 0.5 : 1;
    return {
      ...unknown,
      type: param.type,
      sym: given.sym ?? null,
      taints: [
        {
          source,
          // A local caller may choose files and servers.
          clean: given.source === 'argument' ? maskOf('path', 'ssrf', 'regex', 'log', 'code') : 0,
          weight,
          step: { file: fn.file, pos: fn.pos, end: source.end, fnId: fn.id, previous: null, depth: 0 },
        },
      ],
    };
  }
  if (given.number !== undefined) return numberValue(m, fn, param, index, given.number);
  if (given.sym === '@call') return callValue(m, fn);
  return { ...unknown, sym: given.sym ?? null, type: param.type };
}

/** A number from a request, a message or a command line. */
function numberValue(
  m: Machine,
  fn: FunctionIr,
  param: Param,
  index: number,
  { source: kind, lo, hi, isHeld = false }: NonNullable<ParameterRole['number']>,
): Value {
  const type = fn.file.semantics.numbers?.byName.get(param.type ?? '');
  if (type === undefined) return { ...unknown, type: param.type };
  m.numbers.areMet = true;
  const key = `${fn.file.path}:param:${fn.id}:${index}:${kind}`;
  const end = Math.min(fn.end, fn.pos + 200);
  let source = m.program.sources.get(key);
  if (source === undefined) {
    source = { kind, exposure: kind === 'argument' ? 'local' : 'external', file: fn.file, pos: fn.pos, end };
    m.program.sources.set(key, source);
  }
  const step = { file: fn.file, pos: fn.pos, end, fnId: fn.id, previous: null, depth: 0 };
  const num = wholeRange(type, [{ source, clean: 0, weight: 1, step }]);
  return {
    ...unknown,
    type: param.type,
    num: {
      ...num,
      lo: Math.max(lo ?? num.lo, num.lo),
      hi: Math.min(hi ?? num.hi, num.hi),
      low: isHeld,
      high: isHeld,
    },
  };
}

/** An enumeration: frameworks reject other values. */
function isChoice(m: Machine, fn: FunctionIr, type: string | null): boolean {
  const { choices } = fn.file.semantics;
  if (type === null || !/^[A-Z]\w*$/.test(type) || choices === 'none') return false;
  return m.program
    .classesNamed(type, fn.file)
    .some(
      (cls) =>
        cls.bases.some((base) => choiceBase.test(base)) ||
        (choices === 'word' &&
          new RegExp(String.raw`\benum\s+(?:class\s+)?${cls.name}\b`).test(
            cls.file.text.slice(Math.max(0, cls.pos - 60), cls.pos + 120),
          )),
    );
}

/** The argument of a remote procedure: its input among values added by the server. */
function callValue(m: Machine, fn: FunctionIr): Value {
  const key = `${fn.file.path}:param:${fn.id}:input`;
  let source = m.program.sources.get(key);
  if (source === undefined) {
    const end = Math.min(fn.end, fn.pos + 200);
    source = { kind: 'http_parameter', exposure: 'external', file: fn.file, pos: fn.pos, end };
    m.program.sources.set(key, source);
  }
  const step = { file: fn.file, pos: fn.pos, end: source.end, fnId: fn.id, previous: null, depth: 0 };
  const given: Value = { ...unknown, taints: [{ source, clean: 0, weight: 1, step }] };
  const schema = m.shared.schemaOf(fn);
  const input = schema === undefined ? given : m.handlers.validated(m, schema, given, 0);
  const id = m.allocate({ ...newObject('object'), fields: new Map([['input', input]]), isClosed: false });
  return { ...unknown, objs: [id] };
}
