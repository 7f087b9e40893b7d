import { turned } from '../../../ir/comparisons.ts';
import { only } from '../../../read/only.ts';
import type { Expr, TypeName } from '../frontend/syntax.ts';
import { assignedTo } from '../program/origins.ts';
import type { FunctionInfo } from '../program/program.ts';
import type { Scope } from '../program/scope.ts';
import { typeOf } from '../program/types.ts';
import { eachExpr, eachExprOf, pathOf, someExpr } from '../program/walk.ts';
import { type Report, reportIn } from './report.ts';

/** Numbers that can be predicted, rounded or wrapped around, and pointless comparisons. */
export function numbers(scope: Scope): Report[] {
  return [
    ...initialPowers(scope),
    ...[...scope.functions, ...scope.context.modifiers].flatMap((fn) => [
      ...randomness(fn, scope),
      ...timestamps(fn, scope),
      ...strictEquality(fn, scope),
      ...eachBinary(fn, scope),
    ]),
  ];
}

function initialPowers({ contract }: Scope): Report[] {
  return contract.variables.flatMap(({ node, file }) => {
    const found: Report[] = [];
    if (node.value !== null)
      eachExpr(node.value, (one) => {
        if (one.kind === 'binary' && isPowerByXor(one))
          found.push({
            rule: 'contract/incorrect-exponent',
            file,
            span: one,
            symbol: `${contract.node.name}.${node.name}`,
          });
      });
    return found;
  });
}

const chosenByMiners = /^(?:block\.(?:timestamp|number|difficulty|prevrandao|coinbase|gaslimit)|now)$/;

function isMinerValue(expr: Expr): boolean {
  if (chosenByMiners.test(pathOf(expr) ?? '')) return true;
  const callee = expr.kind === 'call' ? pathOf(expr.callee) : null;
  return callee === 'blockhash' || callee === 'block.blockhash';
}

const hashes = new Set(['keccak256', 'sha3', 'sha256', 'ripemd160']);

function randomness(fn: FunctionInfo, scope: Scope): Report[] {
  const reports: Report[] = [];
  const isNamedSo = /rand(?:om)?|lotto|lottery/i.test(fn.node.name);
  eachExprOf(fn.node, ({ expr, statement }) => {
    if (
      isNamedSo &&
      statement.kind === 'return' &&
      statement.value === expr &&
      scope.origins.has(expr, fn, 'time', 'block')
    )
      reports.push(reportIn('contract/chain-random', fn, expr));
    else if (expr.kind === 'binary' && expr.op === '%') {
      if (isWidth(expr.right)) return;
      const isHash = someExpr(
        expr.left,
        (one) => one.kind === 'call' && hashes.has(pathOf(one.callee) ?? ''),
      );
      if (someExpr(expr.left, isMinerValue) || derivesFromBlock(expr.left, fn, scope, isHash))
        reports.push(reportIn('contract/chain-random', fn, expr));
    } else if (
      expr.kind === 'call' &&
      hashes.has(pathOf(expr.callee) ?? '') &&
      expr.args.some((arg) => someExpr(arg, isMinerValue))
    )
      reports.push(reportIn('contract/chain-random', fn, expr));
    else if (isSeedOfBlock(expr)) reports.push(reportIn('contract/chain-random', fn, expr));
  });
  return reports;
}

function derivesFromBlock(expr: Expr, fn: FunctionInfo, scope: Scope, isHash: boolean): boolean {
  const from = scope.origins.of(expr, fn);
  return from.has('block') || (isHash && from.has('time')) || (expr.kind === 'name' && from.has('time'));
}

/** `% 2**32` truncates a number; it is no random number. */
function isWidth(expr: Expr): boolean {
  if (expr.kind === 'literal') return (numberOf(expr) ?? 0n) >= 65_536n;
  return (
    expr.kind === 'binary' &&
    expr.op === '**' &&
    expr.right.kind === 'literal' &&
    (numberOf(expr.right) ?? 0n) >= 16n
  );
}

/** `uint(blockhash(block.number - 1))` used as a random number. */
function isSeedOfBlock(expr: Expr): boolean {
  if (expr.kind !== 'call' || expr.callee.kind !== 'type' || expr.args.length !== 1) return false;
  const [arg] = expr.args;
  const isNumber = expr.callee.type.kind === 'elementary' && /^u?int/.test(expr.callee.type.name);
  return isNumber && arg?.kind === 'call' && isMinerValue(arg);
}

function timestamps(fn: FunctionInfo, scope: Scope): Report[] {
  const reports: Report[] = [];
  eachExprOf(fn.node, ({ expr }) => {
    if (expr.kind !== 'binary' || !/^(?:[<>]=?|[=!]=)$/.test(expr.op)) return;
    if ([expr.left, expr.right].some((side) => scope.origins.has(side, fn, 'time')))
      reports.push(reportIn('contract/timestamp', fn, expr));
  });
  return reports;
}

/** An equality check of a balance that others can increase. */
function strictEquality(fn: FunctionInfo, scope: Scope): Report[] {
  const reports: Report[] = [];
  const isBalance = (one: Expr): boolean => {
    const from = scope.origins.of(one, fn);
    return from.has('balance') && !from.has('param');
  };
  const inConditions = new Set<Expr>();
  for (const condition of scope.facts(fn).conditions) eachExpr(condition, (one) => inConditions.add(one));
  eachExprOf(fn.node, ({ expr, statement }) => {
    if (expr.kind !== 'binary' || expr.op !== '==') return;
    if (!inConditions.has(expr) && statement.kind !== 'return' && statement.kind !== 'loop') return;
    const isOf = isBalance(expr.left) || isBalance(expr.right);
    const type = typeOf(expr.left, fn, scope.context);
    const isAmount = type === null || (type.kind === 'elementary' && /^u?int/.test(type.name));
    if (isMomentLiteral(expr) || (isOf && isAmount && !isLiteralZero(expr) && !isLimit(expr)))
      reports.push(reportIn('contract/incorrect-equality', fn, expr));
  });
  return reports;
}

/** A block time or number compared with a fixed value. Comparing two stored times is fine. */
function isMomentLiteral({ left, right }: Expr & { kind: 'binary' }): boolean {
  const isMoment = (one: Expr): boolean => isMinerValue(one) && pathOf(one) !== 'block.coinbase';
  return (isMoment(left) && right.kind === 'literal') || (isMoment(right) && left.kind === 'literal');
}

/** `amount == type(uint).max` means the whole balance. */
function isLimit({ left, right }: Expr & { kind: 'binary' }): boolean {
  return [left, right].some((side) => side.kind === 'member' && (side.name === 'max' || side.name === 'min'));
}

function isLiteralZero({ left, right }: Expr & { kind: 'binary' }): boolean {
  return [left, right].some((side) => side.kind === 'literal' && side.text === '0');
}

function eachBinary(fn: FunctionInfo, scope: Scope): Report[] {
  const reports: Report[] = [];
  eachExprOf(fn.node, ({ expr, inAssembly }) => {
    if (expr.kind === 'binary') {
      if (isLostByDivision(expr, fn)) reports.push(reportIn('contract/divide-before-multiply', fn, expr));
      if (isPowerByXor(expr)) reports.push(reportIn('contract/incorrect-exponent', fn, expr));
      if (isAlwaysSo(expr, typeOf(expr.left, fn, scope.context), typeOf(expr.right, fn, scope.context)))
        reports.push(reportIn('contract/tautology', fn, expr));
    }
    if (inAssembly && isSwappedShift(expr)) reports.push(reportIn('contract/incorrect-shift', fn, expr));
    if (!inAssembly && mayWrap(expr, fn, scope))
      reports.push(reportIn('contract/integer-overflow', fn, expr));
  });
  return reports;
}

function isLostByDivision(expr: Expr & { kind: 'binary' }, fn: FunctionInfo): boolean {
  if (expr.op !== '*') return false;
  const { left, right } = expr;
  // `x / step * step` rounds on purpose.
  if (left.kind === 'binary' && left.op === '/' && textOf(left.right, fn) === textOf(right, fn)) return false;
  return [left, right].some((side) => dividesLast(side, fn, 0));
}

function dividesLast(expr: Expr, fn: FunctionInfo, depth: number): boolean {
  if (expr.kind === 'binary')
    return (
      expr.op === '/' ||
      (expr.op === '*' && (dividesLast(expr.left, fn, depth) || dividesLast(expr.right, fn, depth)))
    );
  if (
    expr.kind === 'call' &&
    expr.callee.kind === 'member' &&
    expr.callee.name === 'div' &&
    expr.args.length === 1
  )
    return true;
  if (expr.kind !== 'name' || depth > 2) return false;
  const value = only(assignedTo(expr.name, fn.node));
  return value !== undefined && value.end < expr.start && dividesLast(value, fn, depth + 1);
}

function isPowerByXor({ op, left, right }: Expr & { kind: 'binary' }): boolean {
  if (op !== '^') return false;
  const isDecimal = (side: Expr): boolean =>
    side.kind === 'literal' && /^\d+$/.test(side.text) && side.text !== '1';
  return isDecimal(left)
    ? right.kind !== 'literal' || isDecimal(right)
    : left.kind === 'name' && isDecimal(right);
}

function isAlwaysSo(
  { op, left, right }: Expr & { kind: 'binary' },
  ofLeft: TypeName | null,
  ofRight: TypeName | null,
): boolean {
  if (!/^[<>]=?$/.test(op)) return false;
  const isSame = pathOf(left) !== null && pathOf(left) === pathOf(right);
  if (isSame) return true;
  const number = right.kind === 'literal' ? numberOf(right) : left.kind === 'literal' ? numberOf(left) : null;
  const type = right.kind === 'literal' ? ofLeft : ofRight;
  if (number === null || type?.kind !== 'elementary') return false;
  const other = right.kind === 'literal' ? op : turned[op];
  const range = rangeOf(type.name);
  if (range === null) return false;
  const [least, most] = range;
  if (other === '>=') return number <= least || number > most;
  if (other === '<') return number <= least || number > most;
  if (other === '>') return number >= most || number < least;
  return number >= most || number < least;
}

function rangeOf(type: string): [bigint, bigint] | null {
  const [, sign, size] = /^(u?)int(\d+)$/.exec(type) ?? [];
  if (size === undefined) return null;
  const bits = BigInt(size);
  return sign === 'u' ? [0n, (1n << bits) - 1n] : [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n];
}

function numberOf(expr: Expr & { kind: 'literal' }): bigint | null {
  const digits = expr.text.replaceAll('_', '');
  return expr.unit === null && /^(?:0[xX][\da-fA-F]+|\d+)$/.test(digits) && digits.length < 80
    ? BigInt(digits)
    : null;
}

/** `shr(x, 8)`: the number of bits has to come first. */
function isSwappedShift(expr: Expr): boolean {
  if (expr.kind !== 'call' || expr.args.length !== 2) return false;
  if (!/^(?:shl|shr|sar)$/.test(pathOf(expr.callee) ?? '')) return false;
  return expr.args[0]?.kind !== 'literal' && expr.args[1]?.kind === 'literal';
}

const sums: Readonly<Record<string, string>> = {
  '+': '+',
  '-': '-',
  '*': '*',
  '+=': '+',
  '-=': '-',
  '*=': '*',
};

/** Functions for checked or fixed-point arithmetic. */
const checkedNames = /^_?(?:safe|checked|[rw]|ray|wad)?_?(?:add|sub|mul|div|pow|exp)(?:\d*|[A-Z]\w*)$/i;

/** Arithmetic with callers' numbers that neither the compiler nor the code checks for overflow. */
function mayWrap(expr: Expr, fn: FunctionInfo, scope: Scope): boolean {
  if (expr.kind !== 'binary' && expr.kind !== 'assign') return false;
  const op = sums[expr.op];
  if (op === undefined || (fn.file.minor ?? 8) >= 8 || fn.node.kind === 'constructor') return false;
  const isHelper =
    fn.node.visibility === 'internal' || fn.node.visibility === 'private' || fn.node.mutability === 'pure';
  if (fn.contract?.node.kind === 'library' || (isHelper && checkedNames.test(fn.node.name))) return false;
  const sides = [expr.left, expr.right];
  if (sides.every((side) => side.kind === 'literal')) return false;
  const type = typeOf(expr.left, fn, scope.context);
  if (type !== null && (type.kind !== 'elementary' || !/^u?int/.test(type.name))) return false;
  // A number computed from arguments is usually limited before.
  const given = new Set(fn.node.parameters.map(({ name }) => name));
  const chosen = sides.filter(
    (side) => side.kind === 'name' && given.has(side.name) && scope.origins.has(side, fn, 'param'),
  );
  if (chosen.length === 0) return false;
  return !isBounded(expr, fn, scope);
}

/** A condition compares one of the operands, or the result with one of them. */
function isBounded(expr: Expr & { kind: 'binary' | 'assign' }, fn: FunctionInfo, scope: Scope): boolean {
  const operands = [expr.left, expr.right];
  const texts = new Set(operands.map((side) => textOf(side, fn)));
  return scope.facts(fn).conditions.some((condition) =>
    someExpr(condition, (one) => {
      if (one.kind !== 'binary') return false;
      const isOfSum = someExpr(one, (part) => part === expr);
      // `(z = x * y) / y == x` checks for overflow.
      if (!(isOfSum ? /^[<>=]=?$/ : /^[<>]=?$/).test(one.op)) return false;
      return [one.left, one.right].some(
        (side) => texts.has(textOf(side, fn)) && !(isOfSum && operands.includes(side)),
      );
    }),
  );
}

function textOf(expr: Expr, { file }: FunctionInfo): string {
  return file.text.slice(expr.start, expr.end).replace(/\s+/g, '');
}
