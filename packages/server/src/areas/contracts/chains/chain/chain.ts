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
  /** A rollup's fee for the data on its parent chain; 0 elsewhere. Wei. */
  l1Fee: bigint;
}

/** An event emitted by a transaction. */
export interface EmittedLog {
  address: Address;
  /** Starts with the event's selector, unless it is anonymous. */
  topics: Hex[];
  data: Hex;
}

/** A call within a transaction, from a node's trace. */
export interface TracedCall {
  /** CALL, DELEGATECALL, STATICCALL, CREATE and so on. */
  type: string;
  /** 0 for the transaction itself; one more than its caller's. */
  depth: number;
  from: Address;
  /** Null for a failed creation. */
  to: Address | null;
  input: Hex;
  output: Hex;
  valueWei: bigint;
  /** Including the calls within it. */
  gasUsed: number;
  /** The node's message; null on success. */
  error: string | null;
}

/**
 * All calls of a transaction, each before the calls it made. `not_offered`: the node has no tracing;
 * `not_kept`: the node no longer has the state it needs; `too_large`: there are too many calls, or their data
 * is too long.
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

/** Why a node refused a call: its code, message and revert data, `0x` if none. */
export interface CallFailure {
  code: number;
  message: string;
  data: Hex;
}

export type CallOutcome<T> = { ok: true; value: T } | { ok: false; failure: CallFailure };

/** The outcome of sending a transaction. */
export type SendOutcome =
  /** It is in the node's pool, now or already before. */
  | { kind: 'accepted' }
  /** Its nonce is used: by itself, by our replacement, or by someone else with the same key. */
  | { kind: 'nonce_used' }
  /** Its fee is too low, in general or to replace the one in the pool. */
  | { kind: 'underpriced'; message: string }
  | { kind: 'insufficient_funds'; message: string }
  /** The node does not take it yet: its pool is full, the account has others to be mined first, it is not ready. */
  | { kind: 'postponed'; message: string }
  /** The node rejected it for another reason; `isFinal` if neither time nor fees change that. */
  | { kind: 'refused'; isFinal: boolean; message: string }
  /** No node answered, so it may or may not be in a pool; it is sent again. */
  | { kind: 'unanswered'; message: string };

export type BlockTag = number | 'latest' | 'pending';

/**
 * The platform's view of an EVM chain. Methods throw `network_unavailable` when none of the network's URLs
 * answers in time.
 */
export interface Chain {
  readonly network: string;
  readonly chainId: number;
  latestBlock(): Promise<Block>;
  /** Null if the chain has no such block (yet, or any more). */
  blocks(numbers: readonly number[]): Promise<(Block | null)[]>;
  /** Receipts of these transactions of a block, as currently on the chain. */
  receiptsIn(block: Block, hashes: readonly Hex[]): Promise<Receipt[]>;
  /** Null for a transaction in no block. */
  receipts(hashes: readonly Hex[]): Promise<(Receipt | null)[]>;
  call(request: CallRequest, at: BlockTag): Promise<CallOutcome<Hex>>;
  estimateGas(request: CallRequest, at: BlockTag): Promise<CallOutcome<number>>;
  /** In the given order. Never throws: a failed transport gives `unanswered`. */
  send(raws: readonly Hex[]): Promise<SendOutcome[]>;
  /** Each account's next nonce: from mined transactions, or including pending ones. */
  nonces(addresses: readonly Address[], at: 'latest' | 'pending'): Promise<number[]>;
  balance(address: Address): Promise<bigint>;
  code(address: Address): Promise<Hex>;
  /** The usual priority fee at the moment, wei. */
  priorityFee(): Promise<bigint>;
  /** The price of a legacy transaction, in wei. */
  gasPrice(): Promise<bigint>;
  /** The events of a mined transaction, in order; empty for one that is in no block. */
  logsOf(hash: Hex): Promise<EmittedLog[]>;
  /** The revert data of a failed mined transaction, and the node's message; null if the node cannot tell. */
  failureOf(hash: Hex): Promise<{ data: Hex; message: string } | null>;
  /** The calls of a mined transaction. */
  callsOf(hash: Hex): Promise<CallTrace>;
}
