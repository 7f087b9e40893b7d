import type { ChainError, Owner, TransactionKind, TransactionStatus } from '../../terms/contract-tables.ts';

/** An execution to be made, as POST /contracts/:id/execute takes it. Ids are UUIDs. */
export interface ExecuteRequest extends Owner {
  contractId: string;
  /** Counts for spend limits; null for what the service starts itself. */
  keyId: string | null;
  /** The contract's own network unless told. */
  network?: string | undefined;
  /** A name, or a full signature where several functions share the name. */
  function: string;
  /** Text as the interface takes it, or native JSON values. */
  args?: readonly unknown[] | undefined;
  gasLimit?: number | undefined;
  /** Gwei as text; makes a legacy transaction. */
  gasPrice?: string | undefined;
  /** Whole wei as text, or such as `0.1 ether`. */
  value?: string | undefined;
  confirmationsRequired?: number | undefined;
  idempotencyKey?: string | undefined;
  /** Sends even what the check before sending predicts to fail. */
  skipSimulation?: boolean | undefined;
  correlationId?: string | undefined;
  /** The execution's id; made when absent. */
  id?: string | undefined;
}

/** The first answer to an execution; the same again for a repeated idempotency key. */
export interface AcceptedExecution {
  /** UUID. */
  executionId: string;
  status: 'pending';
  transactionHash: string;
  estimatedConfirmation: Date;
  idempotencyKey: string | null;
  simulated: boolean;
  /** The key was used before with the same body: nothing was sent now. */
  replayed: boolean;
}

/**
 * Accepts an execution: its nonce and signature are stored when this resolves, its transaction is sent
 * right after. Rejects with the `AppError` that the API answers (`execution_failed`,
 * `contract_not_deployed`, `invalid_arguments`, `idempotency_conflict`, `network_unavailable`, …).
 */
export type ExecuteContract = (request: ExecuteRequest) => Promise<AcceptedExecution>;

/** A transaction whose last word is known: a row of `transactions` just after its commit. */
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
  /** Rises in the order of commits: the cursor for following the table after a restart. */
  settledSeq: number;
}

/** Told after the commit, on the node that settled; whoever must not miss one follows `settled_seq`. */
export type SettledListener = (settled: readonly SettledTransaction[]) => void;

/** Seen after each new block of a network that this node follows, before its transactions are settled. */
export interface BlockSeen {
  network: string;
  number: number;
  hash: string;
  /** How many blocks were replaced; 0 when the chain only grew. */
  reorgDepth: number;
}

export type BlockListener = (block: BlockSeen) => void;
