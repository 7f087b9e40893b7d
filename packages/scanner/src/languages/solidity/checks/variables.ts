import type { Expr, RecordNode, Statement, TypeName, Variable } from '../frontend/syntax.ts';
import { typeText } from '../program/context.ts';
import type { FunctionInfo, StateInfo } from '../program/program.ts';
import type { Scope } from '../program/scope.ts';
import { typeOf } from '../program/types.ts';
import { eachExprOf, eachStatement, exprsOf, pathOf, someExpr } from '../program/walk.ts';
import { type Report, reportIn } from './report.ts';

/** Variables that are never set, or that are not what they seem. */
export function variables(scope: Scope): Report[] {
  return [
    ...neverSet(scope),
    ...scope.functions.flatMap((fn) => [
      ...storagePointers(fn),
      ...unsetLocals(fn),
      ...byReference(fn, scope),
      ...arrayLengths(fn, scope),
      ...mappingDeletion(fn, scope),
    ]),
  ];
}

function reportOf(rule: string, { node, contract, file }: StateInfo, detail?: string): Report {
  const symbol = contract === null ? node.name : `${contract.node.name}.${node.name}`;
  return { rule, file, span: node, symbol, ...(detail !== undefined && { detail }) };
}

/** State variables that are read, but never written by the contract. */
function neverSet(scope: Scope): Report[] {
  const { contract } = scope;
  if (!contract.isLeaf || contract.unknownBases.length > 0) return [];
  const read = new Set<StateInfo>();
  const written = new Set<StateInfo>();
  const seen = new Set<unknown>();
  for (const fn of [
    ...contract.line.flatMap(({ functions }) => functions),
    ...scope.context.modifiers,
  ].flatMap((one) => scope.reach(one))) {
    if (seen.has(fn.node)) continue;
    seen.add(fn.node);
    const facts = scope.facts(fn);
    for (const { state } of facts.reads) read.add(state);
    for (const { state } of facts.writes) written.add(state);
    for (const state of handedOn(fn, scope)) written.add(state);
  }
  return [...scope.context.variables]
    .filter((state) => read.has(state) && !written.has(state) && state.node.value === null)
    .filter(
      ({ node }) =>
        !node.isConstant && !node.isImmutable && node.name !== '__gap' && !isEmptyByNature(node.type),
    )
    .map((state) => reportOf('contract/uninitialized-state', state));
}

/** Structs and fixed arrays are complete from the start. */
function isEmptyByNature(type: TypeName): boolean {
  return type.kind === 'array' && type.length !== null;
}

/** State that is passed as a reference or used in assembly, and so may be written there. */
function handedOn(fn: FunctionInfo, scope: Scope): StateInfo[] {
  const found: StateInfo[] = [];
  for (const { kind, target, args } of scope.facts(fn).calls) {
    args.forEach((arg, at) => {
      const isStorage = kind !== 'internal' || target?.node.parameters[at]?.location === 'storage';
      const isWhole = arg.kind === 'name' || arg.kind === 'member' || arg.kind === 'index';
      if (isStorage && kind !== 'builtin' && isWhole) found.push(...scope.context.storageOf(arg, fn));
    });
  }
  if (fn.node.body === null) return found;
  eachStatement(fn.node.body, ({ statement, inAssembly }) => {
    if (!inAssembly) return;
    for (const expr of exprsOf(statement))
      someExpr(expr, (one) => {
        if (one.kind === 'member' && (one.name === 'slot' || one.name === 'offset'))
          found.push(...scope.context.storageOf(one, fn));
        return false;
      });
  });
  return found;
}

/** `S s;` in a function of an old contract points to the first storage slot. */
function storagePointers(fn: FunctionInfo): Report[] {
  if (fn.node.body === null) return [];
  const reports: Report[] = [];
  const isOld = (fn.file.minor ?? 8) < 5;
  eachStatement(fn.node.body, ({ statement }) => {
    if (statement.kind !== 'declaration' || statement.value !== null) return;
    const [variable] = statement.variables;
    if (!variable) return;
    const isReference =
      variable.type.kind === 'user' || variable.type.kind === 'array' || variable.type.kind === 'mapping';
    const isStorage = variable.location === 'storage' || (isOld && variable.location === null && isReference);
    if (!isStorage || (variable.type.kind === 'user' && !isStruct(variable.type.name, fn))) return;
    if (!isSetLater(variable.name, statement, fn))
      reports.push(reportIn('contract/uninitialized-storage', fn, variable));
  });
  return reports;
}

function isStruct(name: string, { contract, file }: FunctionInfo): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return [...(contract?.line.flatMap(({ node }) => node.structs) ?? []), ...file.unit.structs].some(
    (struct) => struct.name === last,
  );
}

/** Whether it is assigned as a whole before its first other use. */
function isSetLater(name: string, declared: Statement, fn: FunctionInfo): boolean {
  let firstUse = Number.POSITIVE_INFINITY;
  let firstSet = Number.POSITIVE_INFINITY;
  eachExprOf(fn.node, ({ expr }) => {
    if (expr.start < declared.end) return;
    const items =
      expr.kind === 'assign' && expr.op === '='
        ? expr.left.kind === 'tuple'
          ? expr.left.items
          : [expr.left]
        : [];
    for (const item of items)
      if (item?.kind === 'name' && item.name === name) firstSet = Math.min(firstSet, item.start);
    if (expr.kind === 'name' && expr.name === name) firstUse = Math.min(firstUse, expr.start);
    if (expr.kind === 'member' && pathOf(expr) === `${name}.slot`) firstSet = Math.min(firstSet, expr.start);
  });
  return firstSet <= firstUse;
}

/** Local variables that are read on a path without an assignment. */
function unsetLocals(fn: FunctionInfo): Report[] {
  const { body } = fn.node;
  if (body === null) return [];
  const reports: Report[] = [];
  eachStatement(body, ({ statement, inAssembly }) => {
    if (statement.kind !== 'declaration' || statement.value !== null || inAssembly) return;
    const [variable] = statement.variables;
    if (!variable || variable.location !== null || variable.type.kind !== 'elementary') return;
    if (isLoopCounter(statement, body)) return;
    if (isReadUnset(variable, statement, fn))
      reports.push(reportIn('contract/uninitialized-local', fn, variable));
  });
  return reports;
}

function isLoopCounter(statement: Statement, body: Statement): boolean {
  let isOne = false;
  eachStatement(body, (place) => {
    if (place.statement.kind === 'loop' && place.statement.before === statement) isOne = true;
  });
  return isOne;
}

function isReadUnset({ name }: Variable, declared: Statement, fn: FunctionInfo): boolean {
  let isWritten = false;
  let firstRead: Expr | null = null;
  const written = new Set<Expr>();
  eachExprOf(fn.node, ({ expr, inAssembly }) => {
    if (expr.start < declared.end) return;
    if (expr.kind === 'assign') {
      const items = expr.left.kind === 'tuple' ? expr.left.items : [expr.left];
      for (const item of items)
        if (item?.kind === 'name' && item.name === name) {
          isWritten = true;
          written.add(item);
        }
    }
    if (
      expr.kind === 'unary' &&
      /^(?:\+\+|--|delete)$/.test(expr.op) &&
      expr.argument.kind === 'name' &&
      expr.argument.name === name
    )
      isWritten = true;
    if (expr.kind === 'name' && expr.name === name && !written.has(expr) && !inAssembly) firstRead ??= expr;
  });
  // Only variables that are never written: counters that start at zero are written later.
  return firstRead !== null && !isWritten;
}

/** A storage array is passed to a function that changes a copy of it. */
function byReference(fn: FunctionInfo, scope: Scope): Report[] {
  return scope.facts(fn).calls.flatMap(({ kind, target, args, expr }) => {
    if ((kind !== 'internal' && kind !== 'external') || !target?.node.body) return [];
    const isLost = args.some((arg, at) => {
      const parameter = target.node.parameters[at];
      if (
        parameter?.type.kind !== 'array' ||
        parameter.location === 'storage' ||
        parameter.location === 'calldata'
      )
        return false;
      if (parameter.location === null && (target.file.minor ?? 8) < 5 && target.node.visibility !== 'public')
        return false;
      if (arg.kind !== 'name' && arg.kind !== 'member' && arg.kind !== 'index') return false;
      return scope.context.storageOf(arg, fn).length > 0 && writesInto(parameter.name, target);
    });
    return isLost ? [reportIn('contract/array-by-value', fn, expr)] : [];
  });
}

function writesInto(name: string, fn: FunctionInfo): boolean {
  let isWritten = false;
  eachExprOf(fn.node, ({ expr }) => {
    if (expr.kind === 'assign' && expr.left.kind === 'index' && pathOf(expr.left.base) === name)
      isWritten = true;
  });
  return isWritten;
}

/** `a.length = n` in old contracts gives access to any storage slot. */
function arrayLengths(fn: FunctionInfo, scope: Scope): Report[] {
  if ((fn.file.minor ?? 8) > 5) return [];
  const entries = scope.entries.filter((entry) => scope.reach(entry).some(({ node }) => node === fn.node));
  if (entries.length > 0 && entries.every((entry) => scope.isRestricted(entry))) return [];
  return scope.facts(fn).writes.flatMap(({ target, value, op }) => {
    if (target.kind !== 'member' || target.name !== 'length') return [];
    if (typeOf(target.object, fn, scope.context)?.kind === 'user') return [];
    const isFree =
      op === '--' || op === '-='
        ? !scope
            .facts(fn)
            .conditions.some((one) =>
              someExpr(one, (part) => part.kind === 'member' && part.name === 'length'),
            )
        : value !== null && scope.origins.has(value, fn, 'param');
    return isFree ? [reportIn('contract/array-length', fn, target)] : [];
  });
}

/** `delete` on a struct does not clear the mappings in it. */
function mappingDeletion(fn: FunctionInfo, scope: Scope): Report[] {
  const reports: Report[] = [];
  eachExprOf(fn.node, ({ expr }) => {
    if (expr.kind !== 'unary' || expr.op !== 'delete') return;
    const type = typeOf(expr.argument, fn, scope.context);
    const struct =
      type?.kind === 'user' ? scope.context.program.structOf(type.name, fn.contract, fn.file) : null;
    if (struct && holdsMapping(struct, fn, scope, 0))
      reports.push(reportIn('contract/mapping-deletion', fn, expr));
  });
  return reports;
}

function holdsMapping(struct: RecordNode, fn: FunctionInfo, scope: Scope, depth: number): boolean {
  return struct.members.some(({ type }) => {
    if (/^mapping/.test(typeText(type))) return true;
    const inner =
      type.kind === 'user' ? scope.context.program.structOf(type.name, fn.contract, fn.file) : null;
    return inner !== null && depth < 8 && holdsMapping(inner, fn, scope, depth + 1);
  });
}
