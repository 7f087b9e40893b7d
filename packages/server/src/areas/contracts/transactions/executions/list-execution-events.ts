import type { Abi, Address, Hex } from 'viem';
import type { EmittedLog } from '../../chains/chain/chain.ts';
import { type DecodedEvent, decodeEvent } from '../../code/abi/decode-event.ts';
import type { ContractsCore } from './contracts-core.ts';
import { interfacesOf } from './find-function.ts';
import type { TransactionRecord } from './pipeline/transaction-record.ts';

/** An event of a transaction; decoded if it is in the contract's ABI. */
export interface ExecutionEvent extends EmittedLog {
  address: Address;
  topics: Hex[];
  data: Hex;
  decoded: DecodedEvent | null;
}

/** The events of a transaction, in order, read from the chain; empty while it is in no block. */
export async function listExecutionEvents(
  core: ContractsCore,
  record: TransactionRecord,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ events: ExecutionEvent[]; total: number }> {
  if (record.transactionHash === null || record.blockNumber === null) return { events: [], total: 0 };
  const chain = await core.networks.get(record.network).open();
  const logs = await chain.logsOf(record.transactionHash);
  const abis = (await interfacesOf(core, record)).map(({ abi }) => abi);
  const events = await Promise.all(logs.slice(offset, offset + limit).map((log) => toEvent(abis, log)));
  return { events, total: logs.length };
}

async function toEvent(abis: readonly Abi[], log: EmittedLog): Promise<ExecutionEvent> {
  for (const abi of abis) {
    const decoded = await decodeEvent(abi, log);
    if (decoded !== undefined) return { ...log, decoded };
  }
  return { ...log, decoded: null };
}
