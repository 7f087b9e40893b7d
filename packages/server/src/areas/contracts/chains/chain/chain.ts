import type { Address, Hex } from 'viem';

/** A block's header with its transaction hashes. */
export interface Block {
  number: number;
  hash: Hex;
  parentHash: Hex;
  /** Unix seconds. */
  timestamp: number;
  /** Null on a chain without EIP-1559. */
  baseFeePerGas: bigint | null;
  gasLimit: bigint;
  gasUsed: bigint;
  transactions: Hex[];
}

export interface Receipt {
  transactionHash: Hex;
  blockNumber: number;
  blockHash: Hex;
  transactionIndex: number;
  succeeded: boolean;
  gasUsed: number;
  effectiveGasPrice: bigint;
  /** The L1 data fee of a rollup, in wei; 0 elsewhere. */
  l1Fee: bigint;
}

/** An event as emitted by a transaction. */
export interface EmittedLog {
  address: Address;
  /** The event's selector first, unless it is anonymous. */
  topics: Hex[];
  data: Hex;
}

/** A call within a transaction, as traced by a node. */
export interface TracedCall {
  /** CALL, DELEGATECALL, STATICCALL, CREATE and so on. */
  type: string;
  /** 0 for the transaction itself; one more than the call that made it. */
  depth: number;
  from: Address;
  /** Null for a failed creation. */
  to: Address | null;
  input: Hex;
  output: Hex;
  valueWei: bigint;
  /** Including nested calls. */
  gasUsed: number;
  /** The node's message; null on success. */
  error: string | null;
}

/**
 * All calls of a transaction, each before those it made. `not_offered`: the node does not support tracing;
 * `not_kept`: it no longer has the required state; `too_large`: too many calls, or too much data.
 */
export type CallTrace =
  | { state: 'traced'; calls: TracedCall[] }
  | { state: 'not_offered' | 'not_kept' | 'too_large' };

export interface CallRequest {
  from: Address;
  /** Absent for a deployment. */
  to?: Address | undefined;
  data: Hex;
  value: bigint;
  gas?: number | undefined;
}

/** Why a node rejected a call: its error code and message, and the returned data, `0x` if none. */
export interface CallFailure {
  code: number;
  message: string;
  data: Hex;
}

export type CallOutcome<T> = { ok: true; value: T } | { ok: false; failure: CallFailure };

/** The result of sending a transaction. */
export type SendOutcome =
  /** It is in the node's pool, now or already before. */
  | { kind: 'accepted' }
  /** Its nonce is used: by itself, by a replacement of ours, or by somebody else with the same key. */
  | { kind: 'nonce_used' }
  /** Its fee is too low, either in itself or to replace the pooled transaction. */
  | { kind: 'underpriced'; message: string }
  | { kind: 'insufficient_funds'; message: string }
  /** The node rejected it for another reason. */
  | { kind: 'refused'; message: string }
  /** No node responded: whether one has it is unknown, and it will be sent again. */
  | { kind: 'unanswered'; message: string };

export type BlockTag = number | 'latest' | 'pending';

/**
 * What the platform needs from an EVM chain. Methods throw `network_unavailable` when no endpoint of the
 * network responds in time.
 */
export interface Chain {
  readonly network: string;
  readonly chainId: number;
  latestBlock(): Promise<Block>;
  /** Null when the chain has no such block (yet, or any more). */
  blocks(numbers: readonly number[]): Promise<(Block | null)[]>;
  /** Receipts of these transactions of a block, as currently on the chain. */
  receiptsIn(block: Block, hashes: readonly Hex[]): Promise<Receipt[]>;
  /** Null for a transaction in no block. */
  receipts(hashes: readonly Hex[]): Promise<(Receipt | null)[]>;
  call(request: CallRequest, at: BlockTag): Promise<CallOutcome<Hex>>;
  estimateGas(request: CallRequest, at: BlockTag): Promise<CallOutcome<number>>;
  /** In the given order. Never throws: a transport failure yields `unanswered`. */
  send(raws: readonly Hex[]): Promise<SendOutcome[]>;
  /** The next nonce of each account: as mined, or including pending transactions. */
  nonces(addresses: readonly Address[], at: 'latest' | 'pending'): Promise<number[]>;
  balance(address: Address): Promise<bigint>;
  code(address: Address): Promise<Hex>;
  /** The current priority fee above the base fee, in wei. */
  priorityFee(): Promise<bigint>;
  /** The price of a legacy transaction, in wei. */
  gasPrice(): Promise<bigint>;
  /** Logs of a mined transaction, in order; empty when it is in no block. */
  logsOf(hash: Hex): Promise<EmittedLog[]>;
  /**
   * Return data and the node's message of a mined transaction that failed; null when the node cannot tell.
   */
  failureOf(hash: Hex): Promise<{ data: Hex; message: string } | null>;
  /** The calls made by a mined transaction. */
  callsOf(hash: Hex): Promise<CallTrace>;
}
