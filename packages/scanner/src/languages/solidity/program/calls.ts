import { lastName } from '../../../read/last-name.ts';
import type { CallExpr, Expr } from '../frontend/syntax.ts';
import { type Context, typeText } from './context.ts';
import type { ContractInfo, FunctionInfo } from './program.ts';
import { contractBehind, memberOf, typeOf } from './types.ts';

export type CallKind =
  /** A conversion, a struct, or an event before `emit` existed. */
  | 'value'
  | 'builtin'
  /** In this contract: its own and inherited functions, free functions, library functions. */
  | 'internal'
  /** A function of another contract. */
  | 'external'
  | 'call'
  | 'delegatecall'
  | 'staticcall'
  | 'send'
  | 'transfer'
  | 'create'
  | 'selfdestruct'
  | 'unknown';

export interface CallFact {
  kind: CallKind;
  expr: CallExpr;
  /** The address or contract that is called. */
  receiver: Expr | null;
  /** The ether that is sent. */
  value: Expr | null;
  name: string;
  /** The called function, if known. */
  target: FunctionInfo | null;
  contract: ContractInfo | null;
  /** The arguments as the parameters of the target receive them. */
  args: Expr[];
}

const builtins = new Set(
  'require assert revert keccak256 sha3 sha256 ripemd160 ecrecover addmod mulmod blockhash blobhash gasleft type log0 log1 log2 log3 log4'.split(
    ' ',
  ),
);

const lowLevel: Readonly<Record<string, CallKind>> = {
  call: 'call',
  delegatecall: 'delegatecall',
  callcode: 'delegatecall',
  staticcall: 'staticcall',
};

export function callFact(expr: CallExpr, from: FunctionInfo, context: Context, inAssembly = false): CallFact {
  if (inAssembly) return assemblyCall(expr);
  const { callee } = expr;
  if (callee.kind === 'type') return factOf('value', expr, '');
  if (callee.kind === 'new') return newCall(expr, callee, from, context);
  if (callee.kind === 'name') return namedCall(expr, callee.name, from, context);
  if (callee.kind === 'member') return memberCall(expr, callee, from, context);
  return factOf('unknown', expr, '');
}

function factOf(kind: CallKind, expr: CallExpr, name: string, more: Partial<CallFact> = {}): CallFact {
  const value = expr.options.find((option) => option.name === 'value')?.value ?? null;
  return { kind, expr, receiver: null, value, name, target: null, contract: null, args: expr.args, ...more };
}

function newCall(
  expr: CallExpr,
  callee: Expr & { kind: 'new' },
  from: FunctionInfo,
  context: Context,
): CallFact {
  const { type } = callee;
  if (type.kind !== 'user') return factOf('value', expr, 'new');
  const contract = context.program.contractOf(type.name, from.file);
  return factOf('create', expr, `new ${type.name}`, { contract });
}

function namedCall(expr: CallExpr, name: string, from: FunctionInfo, context: Context): CallFact {
  if (name === 'selfdestruct' || name === 'suicide')
    return factOf('selfdestruct', expr, name, { receiver: expr.args[0] ?? null });
  const target = context.functionOf(name, expr.args.length, from);
  if (target) return factOf('internal', expr, name, { target, contract: target.contract });
  if (builtins.has(name)) return factOf('builtin', expr, name);
  const local = context.locals(from).get(name);
  if (local || context.stateOf(name, from)) return factOf('unknown', expr, name);
  if (context.program.contractOf(name, from.file) || context.program.structOf(name, from.contract, from.file))
    return factOf('value', expr, name);
  const isEvent = context.contract.line.some(({ node }) => node.events.some((event) => event.name === name));
  return factOf(isEvent || /^[A-Z]/.test(name) ? 'value' : 'unknown', expr, name);
}

type MemberCallee = Expr & { kind: 'member' };

function memberCall(expr: CallExpr, callee: MemberCallee, from: FunctionInfo, context: Context): CallFact {
  const { object, name } = callee;
  const count = expr.args.length;
  // `x.call.value(1)` without the last parentheses: it was meant to be a call.
  if (name === 'value' && object.kind === 'member' && object.name === 'call')
    return factOf('call', expr, 'call', { receiver: object.object, value: expr.args[0] ?? null });
  if (
    object.kind === 'name' &&
    (object.name === 'abi' || object.name === 'bytes' || object.name === 'string')
  )
    return factOf('builtin', expr, `${object.name}.${name}`);
  if (object.kind === 'type') return factOf('builtin', expr, name);
  if (object.kind === 'name' && object.name === 'super') {
    const target = context.superOf(name, count, from);
    return factOf(target ? 'internal' : 'unknown', expr, name, { target });
  }
  const attached = attachedFunction(callee, count, from, context);
  const contract = contractBehind(object, from, context);
  if (contract !== null) {
    const isNamed = isContractName(object, from, context);
    const target = memberOf(contract, name, count);
    if (isNamed && target)
      return factOf('internal', expr, name, {
        target,
        contract,
        receiver: contract.node.kind === 'library' ? null : object,
      });
    if (isNamed) return factOf('unknown', expr, name, { contract });
    if (target !== null || attached === null) {
      const isAddress = target === null && contract.unknownBases.length === 0 && isAddressMember(name, count);
      if (!isAddress) return factOf('external', expr, name, { target, contract, receiver: object });
    }
  }
  if (attached !== null)
    return factOf('internal', expr, name, {
      target: attached,
      contract: attached.contract,
      args: [object, ...expr.args],
    });
  return addressCall(expr, callee, from, context);
}

function isAddressMember(name: string, count: number): boolean {
  return name in lowLevel || ((name === 'send' || name === 'transfer') && count === 1);
}

function addressCall(expr: CallExpr, callee: MemberCallee, from: FunctionInfo, context: Context): CallFact {
  const { object, name } = callee;
  const kind = lowLevel[name];
  if (kind) return factOf(kind, expr, name, { receiver: object });
  const type = typeOf(object, from, context);
  if ((name === 'send' || name === 'transfer') && expr.args.length === 1 && type?.kind !== 'user')
    return factOf(name, expr, name, { receiver: object, value: expr.args[0] ?? null });
  if (type?.kind === 'array' || (type?.kind === 'elementary' && type.name !== 'address'))
    return factOf('builtin', expr, name, { receiver: object });
  // A type that no file here declares: an imported interface, or a library attached by `using`.
  if (type?.kind === 'user' && context.program.structOf(type.name, from.contract, from.file) === null)
    return factOf('external', expr, name, { receiver: object });
  return factOf('unknown', expr, name, { receiver: object });
}

function isContractName(object: Expr, from: FunctionInfo, context: Context): boolean {
  return (
    object.kind === 'name' &&
    object.name !== 'this' &&
    !context.locals(from).has(object.name) &&
    context.stateOf(object.name, from) === null
  );
}

/** A function that `using … for` attaches to the type of the receiver. */
function attachedFunction(
  { object, name }: MemberCallee,
  count: number,
  from: FunctionInfo,
  context: Context,
): FunctionInfo | null {
  const uses = [
    ...(from.contract?.node.uses ?? []),
    ...from.file.unit.uses,
    ...context.contract.line.flatMap(({ node }) => node.uses),
  ];
  if (uses.length === 0) return null;
  const type = typeOf(object, from, context);
  for (const use of uses) {
    if (use.type !== null && type !== null && lastName(typeText(use.type)) !== lastName(typeText(type)))
      continue;
    if (use.library !== '') {
      const library = context.program.contractOf(use.library, from.file);
      const target = library === null ? null : memberOf(library, name, count + 1);
      if (target !== null) return target;
    }
    const named = use.functions.find((one) => lastName(one) === name);
    if (named === undefined) continue;
    const [owner = ''] = named.split('.');
    const library = named.includes('.') ? context.program.contractOf(owner, from.file) : null;
    const target = library ? memberOf(library, name, count + 1) : context.functionOf(name, count + 1, from);
    if (target !== null) return target;
  }
  return null;
}

function assemblyCall(expr: CallExpr): CallFact {
  const name = expr.callee.kind === 'name' ? expr.callee.name : '';
  const [, receiver = null, value = null] = expr.args;
  if (name === 'call' && expr.args.length === 7) return factOf('call', expr, name, { receiver, value });
  if ((name === 'delegatecall' && expr.args.length === 6) || (name === 'callcode' && expr.args.length === 7))
    return factOf('delegatecall', expr, name, { receiver });
  if (name === 'staticcall' && expr.args.length === 6) return factOf('staticcall', expr, name, { receiver });
  if (name === 'selfdestruct' || name === 'suicide')
    return factOf('selfdestruct', expr, name, { receiver: expr.args[0] ?? null });
  return factOf('builtin', expr, name);
}
