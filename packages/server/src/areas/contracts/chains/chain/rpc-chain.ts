import type { Address, Hex } from 'viem';
import {
  type AnswerShape,
  isBlock,
  isBlockOrNone,
  isData,
  isHash,
  isQuantity,
  isReceiptOrNone,
  isReceipts,
  isSmallQuantity,
} from './answer-shapes.ts';
import { toFailure } from './call-failure.ts';
import { CallTracer, isMissing } from './call-tracer.ts';
import type {
  Block,
  BlockTag,
  CallOutcome,
  CallRequest,
  CallTrace,
  Chain,
  EmittedLog,
  Receipt,
  SendOutcome,
} from './chain.ts';
import type { JsonRpc, RpcResult } from './json-rpc.ts';
import { NetworkUnavailableError } from './network-unavailable.ts';
import { isNodeFailure, nodeFailure } from './node-failure.ts';
import { toSendOutcome } from './send-outcome.ts';

/** With at least this many of a block's transactions, all its receipts are read at once. */
const WHOLE_BLOCK_FROM = 4;
const DEFAULT_PRIORITY_FEE = 1_000_000_000n;
/**
 * The calls before sending a transaction and the sending itself share requests: under load, one request
 * serves many.
 */
const SENDING = 'sending';
const MAX_TRACE_MESSAGE = 10_000;
/** How long a transaction waits for an estimate to share its request; the client already has its response. */
const COMPANY_MS = 10;

/** A chain accessed through JSON-RPC. */
export class RpcChain implements Chain {
  readonly network: string;
  readonly chainId: number;
  readonly #rpc: JsonRpc;
  #hasBlockReceipts = true;
  #canTrace = true;
  readonly #tracer: CallTracer;

  constructor(network: string, chainId: number, rpc: JsonRpc) {
    this.network = network;
    this.chainId = chainId;
    this.#rpc = rpc;
    this.#tracer = new CallTracer(rpc);
  }

  async latestBlock(): Promise<Block> {
    const block = await this.#ask(
      'head',
      'eth_getBlockByNumber',
      ['latest', false],
      (result) => result === null || isBlock(result),
    );
    if (block === null)
      throw new NetworkUnavailableError(this.network, new Error('the node has no block yet'));
    return toBlock(block as RawBlock);
  }

  async blocks(numbers: readonly number[]): Promise<(Block | null)[]> {
    if (numbers.length === 0) return [];
    const results = await this.#rpc.batch(
      numbers.map((number) => ({
        method: 'eth_getBlockByNumber',
        params: [toQuantity(number), false],
        shape: isBlockOrNone(number),
      })),
    );
    return results.map((result) => {
      const block = this.#resultOf(result) as RawBlock | null;
      return block === null ? null : toBlock(block);
    });
  }

  async receiptsIn(block: Block, hashes: readonly Hex[]): Promise<Receipt[]> {
    const wholeBlock = hashes.length >= WHOLE_BLOCK_FROM && hashes.length * 4 >= block.transactions.length;
    if (wholeBlock && this.#hasBlockReceipts) {
      const result = await this.#rpc.call('receipts', 'eth_getBlockReceipts', [block.hash]);
      if ('result' in result && isReceipts(result.result)) {
        const wanted = new Set(hashes);
        return (result.result as RawReceipt[])
          .filter(({ transactionHash }) => wanted.has(transactionHash))
          .map(toReceipt);
      }
      if ('error' in result && result.error.code === -32601) this.#hasBlockReceipts = false;
    }
    const receipts = await this.receipts(hashes);
    // A reorganization may have happened in between.
    return receipts.filter((receipt) => receipt !== null && receipt.blockHash === block.hash) as Receipt[];
  }

  async receipts(hashes: readonly Hex[]): Promise<(Receipt | null)[]> {
    if (hashes.length === 0) return [];
    const results = await this.#rpc.batch(
      hashes.map((hash) => ({
        method: 'eth_getTransactionReceipt',
        params: [hash],
        shape: isReceiptOrNone(hash),
      })),
    );
    return results.map((result) => {
      const receipt = this.#resultOf(result) as RawReceipt | null;
      return receipt?.blockHash ? toReceipt(receipt) : null;
    });
  }

  async logsOf(hash: Hex): Promise<EmittedLog[]> {
    const receipt = await this.#ask('logs', 'eth_getTransactionReceipt', [hash], isReceiptOrNone(hash));
    return ((receipt as RawReceipt | null)?.logs ?? []).map(({ address, topics, data }) => ({
      address,
      topics,
      data,
    }));
  }

  async call(request: CallRequest, at: BlockTag): Promise<CallOutcome<Hex>> {
    // Separate from estimates: a heavy read must not delay senders.
    const result = await this.#rpc.call('views', 'eth_call', [toRpcCall(request), toTag(at)], isData);
    return this.#outcomeOf(result, at, (value) => value as Hex);
  }

  async estimateGas(request: CallRequest, at: BlockTag): Promise<CallOutcome<number>> {
    const params = [toRpcCall(request), toTag(at)];
    const result = await this.#rpc.call(SENDING, 'eth_estimateGas', params, isSmallQuantity);
    return this.#outcomeOf(result, at, (value) => Number(value));
  }

  async send(raws: readonly Hex[]): Promise<SendOutcome[]> {
    const calls = raws.map((raw) => ({ method: 'eth_sendRawTransaction', params: [raw], shape: isHash }));
    await this.#rpc.awaitCall(SENDING, COMPANY_MS);
    try {
      const shared = calls.map(({ method, params, shape }) => this.#rpc.call(SENDING, method, params, shape));
      return (await Promise.all(shared)).map(toSendOutcome);
    } catch {
      // Another call in the same request may be the cause.
    }
    try {
      return (await this.#rpc.batch(calls)).map(toSendOutcome);
    } catch (error) {
      const message = (error as Error).message;
      return raws.map(() => ({ kind: 'unanswered', message }));
    }
  }

  async nonces(addresses: readonly Address[], at: 'latest' | 'pending'): Promise<number[]> {
    if (addresses.length === 0) return [];
    const results = await this.#rpc.batch(
      addresses.map((address) => ({
        method: 'eth_getTransactionCount',
        params: [address, at],
        shape: isSmallQuantity,
      })),
    );
    return results.map((result) => Number(this.#resultOf(result)));
  }

  async balance(address: Address): Promise<bigint> {
    return BigInt((await this.#ask(SENDING, 'eth_getBalance', [address, 'latest'], isQuantity)) as string);
  }

  async code(address: Address): Promise<Hex> {
    return (await this.#ask('reads', 'eth_getCode', [address, 'latest'], isData)) as Hex;
  }

  async priorityFee(): Promise<bigint> {
    const result = await this.#rpc.call(SENDING, 'eth_maxPriorityFeePerGas', []);
    return 'result' in result && isQuantity(result.result)
      ? BigInt(result.result as string)
      : DEFAULT_PRIORITY_FEE;
  }

  async gasPrice(): Promise<bigint> {
    return BigInt((await this.#ask(SENDING, 'eth_gasPrice', [], isQuantity)) as string);
  }

  async failureOf(hash: Hex): Promise<{ data: Hex; message: string } | null> {
    if (!this.#canTrace) return null;
    const options = { tracer: 'callTracer', tracerConfig: { onlyTopCall: true } };
    const result = await this.#rpc.call('reads', 'debug_traceTransaction', [hash, options]);
    if ('error' in result) {
      if (isMissing(result.error)) this.#canTrace = false;
      return null;
    }
    const { output, error } = (result.result ?? {}) as { output?: unknown; error?: unknown };
    return {
      data: isData(output) ? (output as Hex) : '0x',
      message: typeof error === 'string' ? error.slice(0, MAX_TRACE_MESSAGE) : '',
    };
  }

  callsOf(hash: Hex): Promise<CallTrace> {
    return this.#tracer.callsOf(hash);
  }

  async #ask(lane: string, method: string, params: readonly unknown[], shape: AnswerShape): Promise<unknown> {
    return this.#resultOf(await this.#rpc.call(lane, method, params, shape));
  }

  /** An error that says nothing about the call must not be taken for its outcome. */
  #outcomeOf<T>(result: RpcResult, at: BlockTag, read: (value: unknown) => T): CallOutcome<T> {
    if ('result' in result) return { ok: true, value: read(result.result) };
    // The state of an old block may be missing for good.
    if (typeof at !== 'number' && isNodeFailure(result.error)) this.#resultOf(result);
    return { ok: false, failure: toFailure(result.error) };
  }

  #resultOf(result: RpcResult): unknown {
    if ('result' in result) return result.result;
    throw nodeFailure(this.network, result.error);
  }
}

interface RawBlock {
  number: Hex;
  hash: Hex;
  parentHash: Hex;
  timestamp: Hex;
  baseFeePerGas?: Hex | null;
  gasLimit: Hex;
  gasUsed: Hex;
  transactions: (Hex | { hash: Hex })[];
}

function toBlock(raw: RawBlock): Block {
  return {
    number: Number(raw.number),
    hash: raw.hash,
    parentHash: raw.parentHash,
    timestamp: Number(raw.timestamp),
    baseFeePerGas: raw.baseFeePerGas ? BigInt(raw.baseFeePerGas) : null,
    gasLimit: BigInt(raw.gasLimit),
    gasUsed: BigInt(raw.gasUsed),
    transactions: raw.transactions.map((one) => (typeof one === 'string' ? one : one.hash)),
  };
}

interface RawReceipt {
  transactionHash: Hex;
  blockNumber: Hex;
  blockHash: Hex;
  transactionIndex: Hex;
  status: Hex;
  gasUsed: Hex;
  effectiveGasPrice?: Hex;
  l1Fee?: Hex | null;
  logs?: EmittedLog[];
}

function toReceipt(raw: RawReceipt): Receipt {
  return {
    transactionHash: raw.transactionHash,
    blockNumber: Number(raw.blockNumber),
    blockHash: raw.blockHash,
    transactionIndex: Number(raw.transactionIndex),
    succeeded: BigInt(raw.status) === 1n,
    gasUsed: Number(raw.gasUsed),
    effectiveGasPrice: BigInt(raw.effectiveGasPrice ?? '0x0'),
    l1Fee: BigInt(raw.l1Fee ?? '0x0'),
  };
}

function toRpcCall({ from, to, data, value, gas }: CallRequest): object {
  return {
    from,
    ...(to !== undefined && { to }),
    data,
    ...(value !== 0n && { value: toQuantity(value) }),
    ...(gas !== undefined && { gas: toQuantity(gas) }),
  };
}

function toTag(at: BlockTag): string {
  return typeof at === 'number' ? toQuantity(at) : at;
}

function toQuantity(value: number | bigint): Hex {
  return `0x${value.toString(16)}`;
}
