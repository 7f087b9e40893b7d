import type { ChainError, Owner, TransactionKind, TransactionStatus } from '../../terms/contract-tables.ts';

/** A requested execution, as POST /contracts/:id/execute takes it. Ids are UUIDs. */
export interface ExecuteRequest extends Owner {
  contractId: string;
  /** For spend limits; null for executions started by the service itself. */
  keyId: string | null;
  /** By default the contract's own network. */
  network?: string | undefined;
  /** A name, or a full signature for an overloaded function. */
  function: string;
  /** Strings as in the API, or native JSON values. */
  args?: readonly unknown[] | undefined;
  gasLimit?: number | undefined;
  /** Gwei as a string; makes a legacy transaction. */
  gasPrice?: string | undefined;
  /** Whole wei as a string, or an amount such as `0.1 ether`. */
  value?: string | undefined;
  confirmationsRequired?: number | undefined;
  idempotencyKey?: string | undefined;
  /** Sends even if the simulation predicts a failure. */
  skipSimulation?: boolean | undefined;
  correlationId?: string | undefined;
  /** The execution's id; generated when absent. */
  id?: string | undefined;
}

/** The first response to an execution; the same for a repeated idempotency key. */
export interface AcceptedExecution {
  /** UUID. */
  executionId: string;
  status: 'pending';
  transactionHash: string;
  estimatedConfirmation: Date;
  idempotencyKey: string | null;
  simulated: boolean;
  /** The key was used before with the same body: nothing was sent this time. */
  replayed: boolean;
}

/**
 * Accepts an execution: its nonce and signature are stored when this resolves, and its transaction is sent
 * right after. Rejects with the `AppError` for the API (`execution_failed`, `contract_not_deployed`,
 * `invalid_arguments`, `idempotency_conflict`, `network_unavailable`, …).
 */
export type ExecuteContract = (request: ExecuteRequest) => Promise<AcceptedExecution>;

/** A transaction in its final state: a row of `transactions` just after its commit. */
export interface SettledTransaction extends Owner {
  id: string;
  kind: TransactionKind;
  contractId: string;
  network: string;
  simulated: boolean;
  status: TransactionStatus;
  function: string;
  transactionHash: string | null;
  blockNumber: number | null;
  gasUsed: number | null;
  effectiveGasPriceWei: bigint | null;
  costWei: bigint | null;
  costUsd: number | null;
  error: ChainError | null;
  createdAt: Date;
  settledAt: Date;
  /** Increases in commit order: a cursor for following the table after a restart. */
  settledSeq: number;
}

/**
 * Called after the commit, on the node that settled; a caller that must not miss one follows `settled_seq`.
 */
export type SettledListener = (settled: readonly SettledTransaction[]) => void;

/**
 * Published after each new block of a network that this node follows, before its transactions are settled.
 */
export interface BlockSeen {
  network: string;
  number: number;
  hash: string;
  /** How many blocks were replaced; 0 if the chain only grew. */
  reorgDepth: number;
}

export type BlockListener = (block: BlockSeen) => void;
