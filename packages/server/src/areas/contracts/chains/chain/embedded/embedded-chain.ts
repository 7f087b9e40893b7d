import { join } from 'node:path';
import type { Address, Hex } from 'viem';
import type { Clock } from '../../../../../kit/clock.ts';
import type { SendOutcome } from '../chain.ts';
import { JsonRpc } from '../json-rpc.ts';
import { NetworkUnavailableError } from '../network-unavailable.ts';
import { RpcChain } from '../rpc-chain.ts';
import {
  type Anvil,
  type AnvilOptions,
  adoptAnvil,
  endLeftAnvils,
  noteWhole,
  startAnvil,
  stopAnvil,
} from './anvil-process.ts';
import { SnapshotFiles } from './snapshot-files.ts';

export interface EmbeddedChainOptions {
  network: string;
  chainId: number;
  /** The anvil to run. */
  binary: string;
  /** Below DATA_DIR, of this network alone. */
  folder: string;
  blockTimeSeconds: number;
  clock: Clock;
  /**
   * Sends again what the loaded state lacks: the accounts' balances and the service's own signed
   * transactions from the database. Called after every start, and for a chain whose starter died before it was done.
   */
  replay(chain: EmbeddedRpcChain): Promise<void>;
  onError(error: unknown): void;
}

const SNAPSHOT_EVERY_MS = 5_000;
/** A snapshot stops the chain while it is taken, so it may take a twentieth of the time. */
const SNAPSHOT_SHARE = 20;
const RESTART_DELAY_MS = 250;
/** From 15 M gas a block holds some 300 calls: above that anvil takes long to tell a block's receipts. */
const SMALL_BLOCK_GAS = 15_000_000;
const LARGE_BLOCK_GAS = 30_000_000;

/** The embedded chain's RPC, with what only an embedded chain can do. */
export class EmbeddedRpcChain extends RpcChain {
  readonly #rpc: JsonRpc;
  /** Something was sent since the last snapshot. */
  isDirty = false;

  constructor(network: string, chainId: number, rpc: JsonRpc) {
    super(network, chainId, rpc);
    this.#rpc = rpc;
  }

  override send(raws: readonly Hex[]): Promise<SendOutcome[]> {
    this.isDirty = true;
    return super.send(raws);
  }

  async setBalance(address: Address, wei: bigint): Promise<void> {
    this.isDirty = true;
    await this.#rpc.batch([{ method: 'anvil_setBalance', params: [address, `0x${wei.toString(16)}`] }]);
  }

  /** Gzipped JSON. */
  async dumpState(): Promise<Buffer> {
    const [answer] = await this.#rpc.batch([{ method: 'anvil_dumpState', params: [] }]);
    if (answer === undefined || !('result' in answer)) throw new Error('anvil gave no state');
    return Buffer.from(String(answer.result).slice(2), 'hex');
  }
}

/** A chain of our own: an anvil that is watched, restarted, and brought back to where it was. */
export class EmbeddedChain {
  readonly #options: EmbeddedChainOptions;
  readonly #anvilOptions: AnvilOptions;
  readonly #snapshots: SnapshotFiles;
  #anvil: Anvil | undefined;
  #rpc: JsonRpc | undefined;
  #chain: EmbeddedRpcChain | undefined;
  #starting: Promise<EmbeddedRpcChain> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #snapshotting: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: EmbeddedChainOptions) {
    this.#options = options;
    this.#anvilOptions = {
      binary: options.binary,
      folder: options.folder,
      chainId: options.chainId,
      blockTimeSeconds: options.blockTimeSeconds,
      blockGasLimit: options.blockTimeSeconds < 1 ? SMALL_BLOCK_GAS : LARGE_BLOCK_GAS,
    };
    this.#snapshots = new SnapshotFiles(join(options.folder, 'snapshots'));
  }

  get rpcUrl(): string | undefined {
    return this.#anvil?.rpcUrl;
  }

  get pid(): number | undefined {
    return this.#anvil?.pid;
  }

  /** The running chain, started when it is not. Throws `network_unavailable` when it does not start. */
  open(): Promise<EmbeddedRpcChain> {
    if (this.#chain !== undefined) return Promise.resolve(this.#chain);
    this.#starting ??= this.#start().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  /** Takes a last snapshot and ends the chain. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#starting?.catch(() => {});
    await this.#snapshotting;
    await this.#snapshot().catch(this.#options.onError);
    await this.#end();
  }

  async #end(): Promise<void> {
    const anvil = this.#anvil;
    this.#anvil = undefined;
    this.#chain = undefined;
    if (anvil !== undefined) await stopAnvil(anvil, this.#options.folder);
    await this.#closeRpc();
  }

  async #closeRpc(): Promise<void> {
    const rpc = this.#rpc;
    this.#rpc = undefined;
    await rpc?.close();
  }

  async #start(): Promise<EmbeddedRpcChain> {
    const { network, chainId, replay, folder, onError } = this.#options;
    if (this.#isStopped) throw new NetworkUnavailableError(network);
    let anvil: Anvil;
    try {
      anvil = (await adoptAnvil(this.#anvilOptions)) ?? (await this.#startFromSnapshot());
    } catch (error) {
      onError(error);
      throw new NetworkUnavailableError(
        network,
        error,
        `The embedded chain of \`${network}\` did not start: ${(error as Error).message}. The log of the service tells more.`,
      );
    }
    this.#anvil = anvil;
    anvil.child?.once('exit', () => this.#onExit(anvil));
    this.#rpc = new JsonRpc({ network, urls: [anvil.rpcUrl], deadlineMs: 20_000 });
    const chain = new EmbeddedRpcChain(network, chainId, this.#rpc);
    if (!anvil.isWhole) {
      try {
        await replay(chain);
        await noteWhole(folder);
      } catch (error) {
        // Not left running: whoever opens it next would take it for whole, or nobody would end it.
        await this.#end();
        throw error;
      }
    }
    chain.isDirty = true;
    this.#chain = chain;
    this.#schedule(SNAPSHOT_EVERY_MS);
    return chain;
  }

  async #startFromSnapshot(): Promise<Anvil> {
    await endLeftAnvils([this.#options.folder]);
    for (const path of await this.#snapshots.list()) {
      try {
        return await startAnvil(this.#anvilOptions, await this.#snapshots.unpack(path));
      } catch (error) {
        this.#options.onError(
          new Error('a snapshot of the embedded chain cannot be loaded', { cause: error }),
        );
        await this.#snapshots.discard(path);
      }
    }
    return startAnvil(this.#anvilOptions, undefined);
  }

  #onExit(anvil: Anvil): void {
    if (this.#anvil !== anvil || this.#isStopped) return;
    this.#options.onError(new Error('the embedded chain ended and is started again'));
    clearTimeout(this.#timer);
    this.#anvil = undefined;
    this.#chain = undefined;
    void this.#closeRpc();
    setTimeout(() => this.open().catch(this.#options.onError), RESTART_DELAY_MS).unref();
  }

  #schedule(delayMs: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      const startedAt = performance.now();
      this.#snapshotting = this.#snapshot()
        .catch(this.#options.onError)
        .then(() => {
          const tookMs = performance.now() - startedAt;
          this.#schedule(Math.max(SNAPSHOT_EVERY_MS, tookMs * SNAPSHOT_SHARE));
        });
    }, delayMs).unref();
  }

  async #snapshot(): Promise<void> {
    const chain = this.#chain;
    if (chain === undefined || !chain.isDirty) return;
    chain.isDirty = false;
    try {
      await this.#snapshots.write(await chain.dumpState(), this.#options.clock.now());
    } catch (error) {
      chain.isDirty = true;
      throw error;
    }
  }
}
