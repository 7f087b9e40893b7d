import type { Expr, TypeName } from '../frontend/syntax.ts';
import { type Context, functionIn } from './context.ts';
import type { ContractInfo, FunctionInfo } from './program.ts';
import { pathOf } from './walk.ts';

const elementary = (name: string): TypeName => ({ kind: 'elementary', name });
const uint256 = elementary('uint256');
const address = elementary('address');
const bool = elementary('bool');
const bytes = elementary('bytes');
const bytes32 = elementary('bytes32');

const globals: Readonly<Record<string, TypeName>> = {
  'msg.sender': address,
  'msg.value': uint256,
  'msg.data': bytes,
  'msg.sig': elementary('bytes4'),
  'tx.origin': address,
  'tx.gasprice': uint256,
  'block.coinbase': address,
  'block.timestamp': uint256,
  'block.number': uint256,
  'block.difficulty': uint256,
  'block.prevrandao': uint256,
  'block.gaslimit': uint256,
  now: uint256,
};

const ofFunctions: Readonly<Record<string, TypeName>> = {
  keccak256: bytes32,
  sha3: bytes32,
  sha256: bytes32,
  blockhash: bytes32,
  ecrecover: address,
  gasleft: uint256,
  addmod: uint256,
  mulmod: uint256,
};

const booleans = new Set(['==', '!=', '<', '>', '<=', '>=', '&&', '||']);

/** The type of an expression, as far as the code tells; null if it does not. */
export function typeOf(expr: Expr, from: FunctionInfo, context: Context): TypeName | null {
  const known = globals[pathOf(expr) ?? ''];
  if (known) return known;
  switch (expr.kind) {
    case 'name':
      return typeOfName(expr.name, from, context);
    case 'literal':
      return expr.type === 'number' ? uint256 : elementary(expr.type);
    case 'member':
      return typeOfMember(expr, from, context);
    case 'index':
      return elementOf(typeOf(expr.base, from, context));
    case 'slice':
      return typeOf(expr.base, from, context);
    case 'call':
      return typeOfCall(expr, from, context);
    case 'new':
      return expr.type;
    case 'binary':
      return booleans.has(expr.op) ? bool : typeOfSum(expr, from, context);
    case 'unary':
      return expr.op === '!' ? bool : typeOf(expr.argument, from, context);
    case 'assign':
      return typeOf(expr.left, from, context);
    case 'ternary':
      return typeOf(expr.yes, from, context) ?? typeOf(expr.no, from, context);
    default:
      return null;
  }
}

function typeOfSum(expr: Expr & { kind: 'binary' }, from: FunctionInfo, context: Context): TypeName | null {
  const side = expr.left.kind === 'literal' ? expr.right : expr.left;
  return typeOf(side, from, context);
}

function elementOf(type: TypeName | null): TypeName | null {
  if (type?.kind === 'mapping') return type.value;
  if (type?.kind === 'array') return type.base;
  return type?.kind === 'elementary' && type.name.startsWith('bytes') ? elementary('bytes1') : null;
}

function typeOfName(name: string, from: FunctionInfo, context: Context): TypeName | null {
  const local = context.locals(from).get(name);
  if (local) {
    if (local.type.kind === 'elementary' && local.type.name === 'var') return inferred(name, from, context);
    return local.type;
  }
  const state = context.stateOf(name, from);
  if (state) return state.node.type;
  if (name === 'this') return { kind: 'user', name: context.contract.node.name };
  const visited = new Set([from.file]);
  for (const file of visited) {
    const found = file.unit.constants.find((constant) => constant.name === name);
    if (found) return found.type;
    for (const next of file.imports) visited.add(next);
  }
  return null;
}

function inferred(name: string, from: FunctionInfo, context: Context): TypeName | null {
  let found: TypeName | null = null;
  const look = (statements: readonly import('../frontend/syntax.ts').Statement[]): void => {
    for (const one of statements) {
      if (one.kind === 'declaration' && one.variables.length === 1 && one.variables[0]?.name === name) {
        if (one.value?.kind === 'name' && one.value.name === name) continue;
        found ??= one.value === null ? null : typeOf(one.value, from, context);
      } else if (one.kind === 'block') look(one.body);
    }
  };
  if (from.node.body?.kind === 'block') look(from.node.body.body);
  return found;
}

function typeOfMember(
  expr: Expr & { kind: 'member' },
  from: FunctionInfo,
  context: Context,
): TypeName | null {
  if (expr.name === 'length' || expr.name === 'balance') return uint256;
  if (expr.name === 'selector') return elementary('bytes4');
  const object = typeOf(expr.object, from, context);
  if (object?.kind === 'user') {
    const struct = context.program.structOf(object.name, from.contract, from.file);
    const member = struct?.members.find(({ name }) => name === expr.name);
    if (member) return member.type;
  }
  if (expr.object.kind === 'name') {
    const contract = context.program.contractOf(expr.object.name, from.file);
    const variable = contract?.variables.find(({ node }) => node.name === expr.name);
    if (variable) return variable.node.type;
    const isEnum = [from.contract, ...context.contract.line].some((one) =>
      one?.node.enums.some(({ name }) => expr.object.kind === 'name' && name === expr.object.name),
    );
    if (isEnum) return { kind: 'user', name: expr.object.name };
  }
  if (expr.object.kind === 'call' && expr.object.callee.kind === 'name' && expr.object.callee.name === 'type')
    return uint256;
  return null;
}

function typeOfCall(expr: Expr & { kind: 'call' }, from: FunctionInfo, context: Context): TypeName | null {
  const { callee, args } = expr;
  if (callee.kind === 'type' || callee.kind === 'new') return callee.type;
  if (callee.kind === 'name') {
    const known = Object.hasOwn(ofFunctions, callee.name) ? ofFunctions[callee.name] : undefined;
    if (known !== undefined) return known;
    if (context.program.contractOf(callee.name, from.file)) return { kind: 'user', name: callee.name };
    const fn = context.functionOf(callee.name, args.length, from);
    if (fn) return fn.node.returns[0]?.type ?? null;
    return context.program.structOf(callee.name, from.contract, from.file)
      ? { kind: 'user', name: callee.name }
      : null;
  }
  if (callee.kind !== 'member') return null;
  if (callee.object.kind === 'name' && callee.object.name === 'abi')
    return callee.name === 'decode' ? null : bytes;
  const contract = contractBehind(callee.object, from, context);
  const fn = contract === null ? null : memberOf(contract, callee.name, args.length);
  if (fn !== null) return fn.node.returns[0]?.type ?? null;
  const getter = contract?.line
    .flatMap(({ variables }) => variables)
    .find(({ node }) => node.name === callee.name);
  if (getter) return args.reduce<TypeName | null>((type) => elementOf(type), getter.node.type);
  return typeOf(callee.object, from, context);
}

/** The contract whose address an expression holds, or which it names. */
export function contractBehind(expr: Expr, from: FunctionInfo, context: Context): ContractInfo | null {
  if (expr.kind === 'name') {
    if (expr.name === 'this') return context.contract;
    if (!context.locals(from).has(expr.name) && context.stateOf(expr.name, from) === null) {
      const named = context.program.contractOf(expr.name, from.file);
      if (named) return named;
    }
  }
  const type = typeOf(expr, from, context);
  return type?.kind === 'user' ? context.program.contractOf(type.name, from.file) : null;
}

export function memberOf(contract: ContractInfo, name: string, argumentCount: number): FunctionInfo | null {
  for (const one of contract.line) {
    const found = functionIn(one, name, argumentCount);
    if (found !== null) return found;
  }
  return null;
}
