import type { Address, Hex } from 'viem';

/** A block's header with the hashes of its transactions. */
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
  /** What a rollup charges for its place on the chain below; 0 elsewhere. Wei. */
  l1Fee: bigint;
}

/** One event as a transaction emitted it. */
export interface EmittedLog {
  address: Address;
  /** The event's selector first, unless it is anonymous. */
  topics: Hex[];
  data: Hex;
}

/** One call within a transaction, as a node traced it. */
export interface TracedCall {
  /** CALL, DELEGATECALL, STATICCALL, CREATE and so on. */
  type: string;
  /** 0 for the transaction itself; one more than that of the call that made it. */
  depth: number;
  from: Address;
  /** Null where a creation failed. */
  to: Address | null;
  input: Hex;
  output: Hex;
  valueWei: bigint;
  /** With what the calls within it used. */
  gasUsed: number;
  /** The node's words; null where it went well. */
  error: string | null;
}

/**
 * All calls of a transaction, each before those that it made. `not_offered`: the node traces nothing; `not_kept`: it has
 * not kept what it takes; `too_large`: there are too many, or their data is too long.
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

/** Why a node refused a call: its code, its words and the data that came back, `0x` when there was none. */
export interface CallFailure {
  code: number;
  message: string;
  data: Hex;
}

export type CallOutcome<T> = { ok: true; value: T } | { ok: false; failure: CallFailure };

/** What became of a transaction that was sent. */
export type SendOutcome =
  /** It is in the node's pool, now or from before. */
  | { kind: 'accepted' }
  /** Its nonce is used: by itself, by a replacement of ours, or by someone else with the same key. */
  | { kind: 'nonce_used' }
  /** Its fee is too low, by itself or to replace what is in the pool. */
  | { kind: 'underpriced'; message: string }
  | { kind: 'insufficient_funds'; message: string }
  /** The node refused it for another reason. */
  | { kind: 'refused'; message: string }
  /** No node answered: whether one has it is not known, and it is sent again. */
  | { kind: 'unanswered'; message: string };

export type BlockTag = number | 'latest' | 'pending';

/**
 * An EVM chain as the platform needs it. Methods throw `network_unavailable` when no address of the
 * network answers in time.
 */
export interface Chain {
  readonly network: string;
  readonly chainId: number;
  latestBlock(): Promise<Block>;
  /** Null where the chain has no such block (yet, or any more). */
  blocks(numbers: readonly number[]): Promise<(Block | null)[]>;
  /** Receipts of these transactions of a block, as the chain has them now. */
  receiptsIn(block: Block, hashes: readonly Hex[]): Promise<Receipt[]>;
  /** Null for a transaction that is in no block. */
  receipts(hashes: readonly Hex[]): Promise<(Receipt | null)[]>;
  call(request: CallRequest, at: BlockTag): Promise<CallOutcome<Hex>>;
  estimateGas(request: CallRequest, at: BlockTag): Promise<CallOutcome<number>>;
  /** In the order given. Never throws: a transport that failed reads `unanswered`. */
  send(raws: readonly Hex[]): Promise<SendOutcome[]>;
  /** The next nonce of each account: as mined, or with what is pending. */
  nonces(addresses: readonly Address[], at: 'latest' | 'pending'): Promise<number[]>;
  balance(address: Address): Promise<bigint>;
  code(address: Address): Promise<Hex>;
  /** What is paid above the base fee these days, wei. */
  priorityFee(): Promise<bigint>;
  /** The price of a legacy transaction, wei. */
  gasPrice(): Promise<bigint>;
  /** What a mined transaction emitted, in order; nothing for one that is in no block. */
  logsOf(hash: Hex): Promise<EmittedLog[]>;
  /** What a mined transaction that failed came back with, and the node's words; null when the node cannot tell. */
  failureOf(hash: Hex): Promise<{ data: Hex; message: string } | null>;
  /** What a mined transaction called. */
  callsOf(hash: Hex): Promise<CallTrace>;
}
