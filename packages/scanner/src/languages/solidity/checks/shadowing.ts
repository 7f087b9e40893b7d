import type { Span, Variable } from '../frontend/syntax.ts';
import type { FunctionInfo } from '../program/program.ts';
import type { Scope } from '../program/scope.ts';
import { eachStatement } from '../program/walk.ts';
import { type Report, reportIn } from './report.ts';

const builtins = new Set(
  'abi addmod assert block blockhash ecrecover gasleft keccak256 msg mulmod now require revert ripemd160 selfdestruct sha256 sha3 suicide super this tx type'.split(
    ' ',
  ),
);

/** Names with two meanings. */
export function shadowing(scope: Scope): Report[] {
  return [
    ...hiddenState(scope),
    ...hiddenBuiltins(scope),
    ...scope.contract.functions.flatMap((fn) => hiddenByLocals(fn, scope)),
    ...scope.contract.modifiers.flatMap((fn) => hiddenByLocals(fn, scope)),
  ];
}

/** A variable with the same name as one of a base contract is a second variable. */
function hiddenState({ contract }: Scope): Report[] {
  if (contract.node.kind !== 'contract') return [];
  return contract.variables.flatMap(({ node, file }) => {
    const base = contract.line
      .slice(1)
      .find(({ variables }) =>
        variables.some(
          (other) =>
            other.node.name === node.name && other.node.visibility !== 'private' && !other.node.isConstant,
        ),
      );
    if (!base || node.name === '__gap' || node.isConstant) return [];
    const isBare = [...base.functions, ...base.modifiers].every((fn) => fn.node.body === null);
    const rule = isBare ? 'contract/shadowing-abstract' : 'contract/shadowing-state';
    const detail = `It hides ${base.node.name}.${node.name}.`;
    return [{ rule, file, span: node, symbol: `${contract.node.name}.${node.name}`, detail }];
  });
}

/** Members with the name of a builtin. */
function hiddenBuiltins({ contract }: Scope): Report[] {
  const { node, file, variables, functions, modifiers } = contract;
  const members: { name: string; span: Span }[] = [
    ...variables.map((one) => ({ name: one.node.name, span: one.node })),
    ...[...functions, ...modifiers].map((one) => ({ name: one.node.name, span: one.node.nameAt })),
    ...node.events.map((event) => ({ name: event.name, span: event })),
  ];
  return members
    .filter(({ name }) => builtins.has(name))
    .map(({ name, span }) => ({
      rule: 'contract/shadowing-builtin',
      file,
      span,
      symbol: `${node.name}.${name}`,
    }));
}

function hiddenByLocals(fn: FunctionInfo, scope: Scope): Report[] {
  const held = membersOf(scope);
  const given = [...fn.node.parameters, ...fn.node.returns].filter(({ name }) => name !== '');
  const names = new Set(given.map(({ name }) => name));
  const reportOf = (variable: Variable, hidden: string | undefined): Report[] => {
    if (builtins.has(variable.name)) return [reportIn('contract/shadowing-builtin', fn, variable)];
    if (hidden === undefined) return [];
    return [reportIn('contract/shadowing-local', fn, variable, `It hides ${hidden}.`)];
  };
  return [
    ...given.flatMap((one) => reportOf(one, held.get(one.name))),
    ...declaredIn(fn).flatMap((one) =>
      reportOf(one, held.get(one.name) ?? (names.has(one.name) ? `the parameter ${one.name}` : undefined)),
    ),
  ];
}

function membersOf({ contract }: Scope): Map<string, string> {
  const held = new Map<string, string>();
  if (contract.node.kind === 'interface') return held;
  for (const { node, variables, functions, modifiers } of contract.line) {
    for (const one of variables)
      if (node === contract.node || one.node.visibility !== 'private')
        held.set(one.node.name, `${node.name}.${one.node.name}`);
    for (const one of [...functions, ...modifiers])
      if (one.node.kind === 'function' || one.node.kind === 'modifier')
        held.set(one.node.name, `${node.name}.${one.node.name}()`);
    for (const event of node.events) held.set(event.name, `${node.name}.${event.name}`);
  }
  return held;
}

function declaredIn(fn: FunctionInfo): Variable[] {
  const found: Variable[] = [];
  if (fn.node.body === null) return found;
  eachStatement(fn.node.body, ({ statement, inAssembly }) => {
    if (statement.kind !== 'declaration' || inAssembly) return;
    for (const one of statement.variables) if (one !== null && one.name !== '') found.push(one);
  });
  return found;
}
