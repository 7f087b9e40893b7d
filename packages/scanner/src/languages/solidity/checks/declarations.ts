import type { Statement } from '../frontend/syntax.ts';
import type { FunctionInfo } from '../program/program.ts';
import type { Scope } from '../program/scope.ts';
import { eachExprOf, eachStatement, pathOf, someExpr } from '../program/walk.ts';
import { valueReads } from './funds.ts';
import { type Report, reportIn } from './report.ts';

/** Functions whose declaration does not match what they do. */
export function declarations(scope: Scope): Report[] {
  const { contract } = scope;
  const own = contract.functions;
  return [
    ...constructors(scope),
    ...own.flatMap((fn) => [
      ...changesThoughConstant(fn, scope),
      ...defaultVisibility(fn),
      ...valueWherePaid(fn, scope),
      ...returnsFromCaller(fn, scope),
    ]),
    ...contract.modifiers.flatMap(passesSilently),
  ];
}

function constructors({ contract }: Scope): Report[] {
  const { node, functions, file } = contract;
  const all = functions.filter((fn) => fn.node.kind === 'constructor');
  const reports: Report[] = [];
  const [, second] = all;
  if (second !== undefined && all.some((fn) => fn.node.name === node.name))
    reports.push(reportIn('contract/several-constructors', second, second.node.nameAt));
  if (node.kind === 'contract') reports.push(...misnamed(functions, node.name, file.minor));
  for (const fn of all) {
    for (const invocation of fn.node.modifiers) {
      const base = contract.line.find((one) => one.node.name === invocation.name);
      if (base && base !== contract && base.functions.every((one) => one.node.kind !== 'constructor'))
        reports.push(
          reportIn('contract/void-constructor', fn, invocation, `${invocation.name} has no constructor.`),
        );
    }
  }
  return [...reports, ...duplicateBaseArguments(contract)];
}

/** A constructor in an old contract whose name differs from the contract's is a function that anybody may call. */
function misnamed(functions: readonly FunctionInfo[], name: string, minor: number | null): Report[] {
  return functions.flatMap((fn) => {
    const { node } = fn;
    if (node.kind !== 'function' || node.body === null) return [];
    const isWord = /^constructor$/i.test(node.name);
    const isNear = (minor ?? 8) < 5 && node.name !== name && node.name.toLowerCase() === name.toLowerCase();
    return isWord || isNear ? [reportIn('contract/misnamed-constructor', fn, node.nameAt)] : [];
  });
}

/** Arguments for a base constructor given in two places: one of them is ignored. */
function duplicateBaseArguments({ node, line, file }: Scope['contract']): Report[] {
  const given = new Map<string, number>();
  for (const one of line) {
    const names = [
      ...one.node.bases.filter(({ args }) => args.length > 0),
      ...one.functions
        .filter((fn) => fn.node.kind === 'constructor')
        .flatMap((fn) => fn.node.modifiers.filter(({ args }) => args.length > 0)),
    ].map(({ name }) => name);
    for (const name of new Set(names))
      if (line.some((base) => base.node.name === name)) given.set(name, (given.get(name) ?? 0) + 1);
  }
  return [...given].flatMap(([name, times]) =>
    times > 1
      ? [
          {
            rule: 'contract/reused-constructor',
            file,
            span: node.nameAt,
            symbol: node.name,
            detail: `${name} is given its arguments ${times} times.`,
          },
        ]
      : [],
  );
}

/** Before 0.5, `constant` and `view` did not prevent writes. Callers compiled with 0.5 fail. */
function changesThoughConstant(fn: FunctionInfo, scope: Scope): Report[] {
  const { mutability, body } = fn.node;
  if ((mutability !== 'view' && mutability !== 'pure') || body === null || (fn.file.minor ?? 8) >= 5)
    return [];
  const [write] = scope.facts(fn).writes;
  if (write !== undefined) return [reportIn('contract/constant-function', fn, write.target)];
  let isAssembly = false;
  eachStatement(body, ({ statement }) => (isAssembly ||= statement.kind === 'assembly'));
  return isAssembly
    ? [reportIn('contract/constant-function', fn, fn.node.nameAt, 'It holds assembly, which may write.')]
    : [];
}

/** Before 0.5, a function without a visibility is public. */
function defaultVisibility(fn: FunctionInfo): Report[] {
  const { node, file, contract } = fn;
  if (
    node.kind !== 'function' ||
    node.visibility !== '' ||
    node.body === null ||
    contract?.node.kind === 'interface'
  )
    return [];
  return (file.minor ?? 8) < 5 ? [reportIn('contract/default-visibility', fn, node.nameAt)] : [];
}

function valueWherePaid(fn: FunctionInfo, scope: Scope): Report[] {
  const reads = valueReads(fn);
  if (reads.length === 0 || fn.contract?.node.kind !== 'contract') return [];
  const entries = scope.entries.filter((entry) => scope.reach(entry).some(({ node }) => node === fn.node));
  if (
    entries.length === 0 ||
    entries.some(({ node }) => node.mutability === 'payable') ||
    (fn.file.minor ?? 8) < 5
  )
    return [];
  if (!scope.contract.isLeaf && fn.node.visibility !== 'external') return [];
  return reads.slice(0, 1).map(({ expr }) => reportIn('contract/value-not-payable', fn, expr));
}

/** `return` in assembly ends the whole call. That is harmless only if no code should run afterwards. */
function returnsFromCaller(fn: FunctionInfo, scope: Scope): Report[] {
  const reports: Report[] = [];
  eachExprOf(fn.node, ({ expr, inAssembly }) => {
    if (!inAssembly || expr.kind !== 'call' || pathOf(expr.callee) !== 'return') return;
    const isCut = scope.functions.some((one) =>
      scope
        .facts(one)
        .calls.some(
          ({ kind, target, statement }) =>
            kind === 'internal' && target?.node === fn.node && !isLast(statement, one),
        ),
    );
    if (isCut) reports.push(reportIn('contract/assembly-return', fn, expr));
  });
  return reports;
}

function isLast(statement: Statement, { node }: FunctionInfo): boolean {
  return (
    node.body?.kind === 'block' && node.body.body.at(-1) === statement && statement.kind === 'expression'
  );
}

/** If a modifier neither continues nor reverts, the function returns zeros. */
function passesSilently(fn: FunctionInfo): Report[] {
  const { body } = fn.node;
  if (body === null) return [];
  return endsSilently(body) ? [reportIn('contract/silent-modifier', fn, fn.node.nameAt)] : [];
}

/** Whether a path leads to the end without `_` and without a revert. */
function endsSilently(statement: Statement): boolean {
  switch (statement.kind) {
    case 'block':
      return statement.body.every(endsSilently);
    case 'placeholder':
    case 'revert':
      return false;
    case 'if':
      return endsSilently(statement.yes) || statement.no === null || endsSilently(statement.no);
    case 'expression':
      return !someExpr(statement.expr, (one) => one.kind === 'call' && pathOf(one.callee) === 'revert');
    case 'assembly':
      return false;
    case 'loop':
      return !statement.isBodyFirst || endsSilently(statement.body);
    default:
      return true;
  }
}
