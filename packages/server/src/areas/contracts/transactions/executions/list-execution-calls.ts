import type { AbiParameter, Address, Hex } from 'viem';
import { rowsIn } from '../../../../kit/db/index.ts';
import type { CallTrace, TracedCall } from '../../chains/chain/chain.ts';
import { decodeAnyValues } from '../../code/abi/abi-threads.ts';
import type { ContractInterface } from '../../code/abi/contract-interface.ts';
import type { ContractsCore } from './contracts-core.ts';
import { type DeployedContract, findDeployedAt } from './deployed-contracts.repository.ts';
import { interfacesOf } from './find-function.ts';
import type { TransactionRecord } from './pipeline/transaction-record.ts';
import { decodeRevert } from './reverts/decode-revert.ts';
import type { Revert } from './reverts/revert.ts';

export interface NamedValue {
  name: string;
  type: string;
  value: unknown;
}

/** A call within a transaction, decoded by the environment's ABIs. */
export interface ExecutionCall extends TracedCall {
  /** The environment's contract at the address; undefined for any other. */
  contract: DeployedContract | undefined;
  /** Such as `transfer(address,uint256)`; null if no ABI has it. */
  signature: string | null;
  args: NamedValue[];
  outputs: NamedValue[];
  /** Why it failed, if it returned revert data. */
  revert: Revert | null;
}

export type CallsState = CallTrace['state'] | 'not_mined';

/** The calls of a transaction, in order, from the node's trace; decoded by the ABIs of the environment. */
export async function listExecutionCalls(
  core: ContractsCore,
  record: TransactionRecord,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ state: CallsState; calls: ExecutionCall[]; total: number }> {
  const none = { calls: [], total: 0 };
  if (record.transactionHash === null || record.blockNumber === null) return { state: 'not_mined', ...none };
  const chain = await core.networks.get(record.network).open();
  const trace = await chain.callsOf(record.transactionHash);
  if (trace.state !== 'traced') return { state: trace.state, ...none };
  const page = trace.calls.slice(offset, offset + limit);
  return { state: 'traced', calls: await decodeCalls(core, record, page), total: trace.calls.length };
}

async function decodeCalls(
  core: ContractsCore,
  record: TransactionRecord,
  calls: readonly TracedCall[],
): Promise<ExecutionCall[]> {
  const addresses = [...new Set(calls.flatMap(({ to }) => (to === null ? [] : [to])))];
  const deployed = await findDeployedAt(rowsIn(core.db), record, record.network, addresses);
  const byAddress = new Map(deployed.map((one) => [one.address, one]));
  const own = await interfacesOf(core, record);
  const hasFailed = calls.some(({ error }) => error !== null);
  const errors = hasFailed ? await core.interfaces.errorAbis(record, record.contractId, record.version) : [];
  return Promise.all(
    calls.map(async (call) => {
      const contract = call.to === null ? undefined : byAddress.get(call.to.toLowerCase() as Address);
      const theirs = contract && (await core.interfaces.get(record, contract.contractId, contract.version));
      return {
        ...call,
        contract,
        // A proxy passes a call's data on unchanged: the function is in the interface of the called contract.
        ...(await decodeCall(call, [theirs, ...own])),
        revert: call.error === null ? null : decodeRevert(call.output, call.error, errors, call.gasUsed),
      };
    }),
  );
}

async function decodeCall(
  { type, input, output, error }: TracedCall,
  interfaces: readonly (ContractInterface | undefined)[],
): Promise<Pick<ExecutionCall, 'signature' | 'args' | 'outputs'>> {
  const unknown = { signature: null, args: [], outputs: [] };
  if (type.startsWith('CREATE') || input.length < 10) return unknown;
  for (const known of interfaces) {
    const found = known?.bySelector(input.slice(0, 10));
    if (found === undefined) continue;
    const args = await valuesOf(found.item.inputs, `0x${input.slice(10)}`);
    if (args === undefined) continue;
    const outputs = error === null ? await valuesOf(found.item.outputs, output) : [];
    return { signature: found.signature, args, outputs: outputs ?? [] };
  }
  return unknown;
}

/** Undefined for data that does not encode such values. */
async function valuesOf(parameters: readonly AbiParameter[], data: Hex): Promise<NamedValue[] | undefined> {
  if (parameters.length === 0) return [];
  try {
    const values = await decodeAnyValues(parameters, data);
    return parameters.map(({ name = '', type }, i) => ({ name, type, value: values[i] }));
  } catch {
    return undefined;
  }
}
