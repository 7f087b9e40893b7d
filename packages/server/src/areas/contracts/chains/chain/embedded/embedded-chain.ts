import { join } from 'node:path';
import type { Clock } from '../../../../../kit/clock.ts';
import { required } from '../../../../../kit/required.ts';
import { JsonRpc } from '../json-rpc.ts';
import { NetworkUnavailableError } from '../network-unavailable.ts';
import {
  type Anvil,
  type AnvilOptions,
  adoptAnvil,
  endLeftAnvils,
  isRunning,
  noteWhole,
  startAnvil,
  stopAnvil,
} from './anvil-process.ts';
import { BlockClock } from './block-clock.ts';
import { EmbeddedRpcChain } from './embedded-rpc-chain.ts';
import { SnapshotFiles } from './snapshot-files.ts';

export interface EmbeddedChainOptions {
  network: string;
  chainId: number;
  /** Path of the anvil binary. */
  binary: string;
  /** Below DATA_DIR, for this network only. */
  folder: string;
  blockTimeSeconds: number;
  /** Blocks after which the process is restarted to release old data; 4,096 by default. */
  renewAfterBlocks?: number;
  /** Interval between checks whether a snapshot is due; 5 s by default. */
  upkeepEveryMs?: number;
  clock: Clock;
  /**
   * Sends again what the loaded state lacks: the accounts' balances, and the service's own signed
   * transactions from the database. Called after every start, and for a chain whose starter died before
   * finishing it.
   */
  replay(chain: EmbeddedRpcChain): Promise<void>;
  onError(error: unknown): void;
}

const SNAPSHOT_EVERY_MS = 5_000;
/** A snapshot stops the chain, so snapshots may take at most a twentieth of the time. */
const SNAPSHOT_SHARE = 20;
const RESTART_DELAY_MS = 250;
const CONTROL_DEADLINE_MS = 20_000;
/** anvil never drops a block, and each state it keeps has the hashes of all blocks: some 80 MB by then. */
const RENEW_AFTER_BLOCKS = 4_096;
/** At 15 M gas a block has some 300 calls; with more, anvil is slow to return a block's receipts. */
const SMALL_BLOCK_GAS = 15_000_000;
const LARGE_BLOCK_GAS = 30_000_000;

/** Our own chain: an anvil that is monitored, restarted, and restored to its last state. */
export class EmbeddedChain {
  readonly #options: EmbeddedChainOptions;
  readonly #anvilOptions: AnvilOptions;
  readonly #snapshots: SnapshotFiles;
  #anvil: Anvil | undefined;
  /** The port, kept across restarts, because other nodes know the chain by it. 0 before the first start. */
  #port = 0;
  /** For blocks, states and replays; other requests use a separate client, which can be paused. */
  #control: JsonRpc | undefined;
  #blocks: BlockClock | undefined;
  #rpc: JsonRpc | undefined;
  #chain: EmbeddedRpcChain | undefined;
  #starting: Promise<EmbeddedRpcChain> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #upkeep: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: EmbeddedChainOptions) {
    this.#options = options;
    this.#anvilOptions = {
      binary: options.binary,
      folder: options.folder,
      chainId: options.chainId,
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

  /** The running chain; starts it if necessary. Throws `network_unavailable` when it does not start. */
  open(): Promise<EmbeddedRpcChain> {
    if (this.#chain !== undefined) return Promise.resolve(this.#chain);
    return this.#startBy(() => this.#start());
  }

  /** Takes a last snapshot and stops the chain. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#starting?.catch(() => {});
    await this.#upkeep;
    await this.#snapshot().catch(this.#options.onError);
    await this.#end();
  }

  #startBy(start: () => Promise<EmbeddedRpcChain>): Promise<EmbeddedRpcChain> {
    this.#starting ??= start().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async #end(): Promise<void> {
    this.#chain = undefined;
    await this.#endAnvil();
    await this.#closeRpc();
  }

  async #endAnvil(): Promise<void> {
    const anvil = this.#anvil;
    this.#anvil = undefined;
    await this.#blocks?.pause();
    if (anvil !== undefined) await stopAnvil(anvil, this.#options.folder);
    await this.#control?.close();
    this.#control = undefined;
  }

  async #closeRpc(): Promise<void> {
    const rpc = this.#rpc;
    this.#rpc = undefined;
    await rpc?.close();
  }

  async #start(): Promise<EmbeddedRpcChain> {
    const { network, chainId } = this.#options;
    const { rpcUrl } = await this.#launch();
    this.#rpc = new JsonRpc({ network, urls: [rpcUrl], deadlineMs: CONTROL_DEADLINE_MS });
    const chain = new EmbeddedRpcChain(network, chainId, this.#rpc);
    chain.isDirty = true;
    this.#chain = chain;
    this.#schedule();
    return chain;
  }

  /** A running process that mines, with every earlier transaction. */
  async #launch(): Promise<Anvil> {
    const { network, chainId, replay, folder, onError, blockTimeSeconds } = this.#options;
    if (this.#isStopped) throw new NetworkUnavailableError(network);
    let anvil: Anvil;
    try {
      anvil = (await adoptAnvil(this.#anvilOptions)) ?? (await this.#startFromSnapshot());
    } catch (error) {
      onError(error);
      throw new NetworkUnavailableError(
        network,
        error,
        `The embedded chain of \`${network}\` did not start: ${(error as Error).message}. See the log of the service.`,
      );
    }
    this.#anvil = anvil;
    this.#port = Number(new URL(anvil.rpcUrl).port);
    anvil.child?.once('exit', () => this.#onExit(anvil));
    const control = new JsonRpc({ network, urls: [anvil.rpcUrl], deadlineMs: CONTROL_DEADLINE_MS });
    this.#control = control;
    this.#blocks = new BlockClock({
      rpc: control,
      intervalMs: blockTimeSeconds * 1000,
      mined: anvil.mined,
      onError: (error) => (isRunning(anvil.pid) ? onError(error) : this.#onExit(anvil)),
    });
    this.#blocks.start();
    if (anvil.isWhole) return anvil;
    try {
      await replay(new EmbeddedRpcChain(network, chainId, control));
      await noteWhole(folder);
    } catch (error) {
      // Must not keep running: the next opener would take it for complete, or nobody would ever end it.
      await this.#end();
      throw error;
    }
    return anvil;
  }

  async #startFromSnapshot(): Promise<Anvil> {
    await endLeftAnvils([this.#options.folder]);
    for (const path of await this.#snapshots.list()) {
      try {
        return await startAnvil(this.#anvilOptions, await this.#snapshots.unpack(path), this.#port);
      } catch (error) {
        // A full disk or a missing permission is not the snapshot's fault, and would fail for the next one
        // too.
        if (isOfTheMachine(error)) throw error;
        const why = `a snapshot of the embedded chain cannot be loaded; it is kept as ${path}.damaged`;
        this.#options.onError(new Error(why, { cause: error }));
        await this.#snapshots.quarantine(path);
      }
    }
    return startAnvil(this.#anvilOptions, undefined, this.#port);
  }

  #onExit(anvil: Anvil): void {
    if (this.#anvil !== anvil || this.#isStopped) return;
    anvil.will.revoke();
    this.#options.onError(new Error('the embedded chain ended and is started again'));
    clearTimeout(this.#timer);
    this.#anvil = undefined;
    this.#chain = undefined;
    void this.#blocks?.pause();
    void this.#control?.close();
    void this.#closeRpc();
    this.#openSoon();
  }

  #openSoon(): void {
    setTimeout(() => this.open().catch(this.#options.onError), RESTART_DELAY_MS).unref();
  }

  #schedule(leastMs = 0): void {
    const { upkeepEveryMs = SNAPSHOT_EVERY_MS } = this.#options;
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    const delayMs = Math.max(upkeepEveryMs, leastMs);
    this.#timer = setTimeout(() => {
      this.#upkeep = this.#keepUp()
        .catch(this.#options.onError)
        .then((waitMs) => {
          if (this.#chain !== undefined) this.#schedule(waitMs ?? 0);
        });
    }, delayMs).unref();
  }

  /** Resolves with the minimum time until the next snapshot. */
  async #keepUp(): Promise<number> {
    const { renewAfterBlocks = RENEW_AFTER_BLOCKS } = this.#options;
    if (this.#chain === undefined || this.#isStopped) return 0;
    if (this.#blocks !== undefined && this.#blocks.mined >= renewAfterBlocks) {
      await this.#startBy(() => this.#renew());
      return 0;
    }
    const startedAt = performance.now();
    await this.#snapshot();
    return (performance.now() - startedAt) * SNAPSHOT_SHARE;
  }

  /** Restarts the process with its current state, without old blocks. Requests wait meanwhile. */
  async #renew(): Promise<EmbeddedRpcChain> {
    const chain = required(this.#chain, 'the chain');
    const rpc = required(this.#rpc, 'its connection');
    const { rpcUrl } = required(this.#anvil, 'its process');
    this.#chain = undefined;
    const goOn = await rpc.hold();
    try {
      await this.#blocks?.pause();
      await this.#writeState();
      await this.#endAnvil();
      const renewed = await this.#launch();
      if (renewed.rpcUrl !== rpcUrl) throw new Error('the port of the embedded chain was taken by another');
      chain.isDirty = true;
      this.#chain = chain;
      return chain;
    } catch (error) {
      await this.#end();
      if (!this.#isStopped) this.#openSoon();
      throw error;
    } finally {
      goOn();
    }
  }

  async #snapshot(): Promise<void> {
    const chain = this.#chain;
    if (chain === undefined || !chain.isDirty) return;
    chain.isDirty = false;
    try {
      await this.#writeState();
    } catch (error) {
      chain.isDirty = true;
      throw error;
    }
  }

  async #writeState(): Promise<void> {
    const control = required(this.#control, 'the connection to the process');
    const [answer] = await control.batch([{ method: 'anvil_dumpState', params: [] }]);
    if (answer === undefined || !('result' in answer)) throw new Error('anvil gave no state');
    const state = Buffer.from(String(answer.result).slice(2), 'hex');
    await this.#snapshots.write(state, this.#options.clock.now());
  }
}

/** An error of a system call; the unpacker's errors have their own codes. */
function isOfTheMachine(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
