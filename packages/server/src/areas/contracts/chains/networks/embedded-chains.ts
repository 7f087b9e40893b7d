import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../../kit/clock.ts';
import { required } from '../../../../kit/required.ts';
import type { ContractsDatabase } from '../../terms/contract-tables.ts';
import type { Chain } from '../chain/chain.ts';
import { endLeftAnvils, readLeftRpcUrl } from '../chain/embedded/anvil-process.ts';
import { EmbeddedChain } from '../chain/embedded/embedded-chain.ts';
import { EmbeddedRpcChain } from '../chain/embedded/embedded-rpc-chain.ts';
import { JsonRpc } from '../chain/json-rpc.ts';
import { NetworkUnavailableError } from '../chain/network-unavailable.ts';
import {
  announceEmbeddedChain,
  claimEmbeddedChain,
  releaseEmbeddedChains,
} from './embedded-host.repository.ts';

export interface EmbeddedChainsOptions {
  db: ContractsDatabase;
  nodeId: string;
  isNodeAlive(nodeId: string): boolean;
  /** The anvil binary. */
  binary: string;
  dataDir: string;
  /**
   * `own`: this node takes over chains that were left in the data directory. `shared`: one of several nodes
   * claims each of them. `apart`: they belong to another node, and this one keeps separate files.
   */
  chainFiles: 'own' | 'shared' | 'apart';
  blockTimeSeconds: number;
  clock: Clock;
  replay(chain: EmbeddedRpcChain): Promise<void>;
  onError(error: unknown): void;
}

interface Guest {
  nodeId: string;
  chain: EmbeddedRpcChain;
  rpc: JsonRpc;
}

const HOST_WAIT_MS = 3_000;
const HOST_POLL_MS = 50;

/** The embedded chains: each runs on one node of the machine, and other nodes connect to it. */
export class EmbeddedChains {
  readonly #options: EmbeddedChainsOptions;
  readonly #own = new Map<string, EmbeddedChain>();
  readonly #guests = new Map<string, Guest>();
  readonly #opening = new Map<string, Promise<Chain>>();
  #isStopped = false;

  constructor(options: EmbeddedChainsOptions) {
    this.#options = options;
  }

  /** The chains that this node runs. */
  get owned(): ReadonlyMap<string, EmbeddedChain> {
    return this.#own;
  }

  async open(network: string, chainId: number): Promise<Chain> {
    // Work that continues while the service stops must not start a chain that nobody would end.
    if (this.#isStopped) throw new NetworkUnavailableError(network);
    const own = this.#own.get(network);
    if (own !== undefined) return own.open();
    const guest = this.#guests.get(network);
    if (guest !== undefined && this.#options.isNodeAlive(guest.nodeId)) return guest.chain;
    let opening = this.#opening.get(network);
    if (opening === undefined) {
      opening = this.#claim(network, chainId).finally(() => this.#opening.delete(network));
      this.#opening.set(network, opening);
    }
    return opening;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.allSettled(this.#opening.values());
    await Promise.all([...this.#own.values()].map((chain) => chain.stop()));
    if (this.#options.chainFiles === 'own') await this.#endUnused();
    if (this.#options.chainFiles === 'apart') {
      for (const network of this.#own.keys())
        await rm(this.#folderOf(network), { recursive: true, force: true });
    }
    if (this.#own.size > 0) await releaseEmbeddedChains(this.#options.db, this.#options.nodeId);
    this.#own.clear();
    await Promise.all([...this.#guests.values()].map(({ rpc }) => rpc.close()));
    this.#guests.clear();
  }

  /** Ends chains that an earlier, killed process left running and that nobody has used since. */
  async #endUnused(): Promise<void> {
    const folder = join(this.#options.dataDir, 'chains');
    const names = await readdir(folder).catch(() => []);
    // Names with a dot belong to nodes that share the folder, and may be in use.
    const unused = names.filter((name) => !name.startsWith('.') && !this.#own.has(name));
    if (unused.length > 0) await endLeftAnvils(unused.map((name) => join(folder, name)));
  }

  /**
   * A node that only shares the data directory keeps a chain's files separate, and deletes them at the end.
   */
  #folderOf(network: string): string {
    const { dataDir, chainFiles, nodeId } = this.#options;
    return join(dataDir, 'chains', chainFiles === 'apart' ? `.${nodeId}-${network}` : network);
  }

  async #claim(network: string, chainId: number): Promise<Chain> {
    const { db, nodeId, isNodeAlive, chainFiles } = this.#options;
    // A chain an earlier process left in this data directory is ours.
    const leftUrl = chainFiles === 'own' ? await readLeftRpcUrl(this.#folderOf(network)) : undefined;
    const isAlive = (host: { nodeId: string; rpcUrl: string | null }) =>
      isNodeAlive(host.nodeId) && (leftUrl === undefined || host.rpcUrl !== leftUrl);
    const endsAt = performance.now() + HOST_WAIT_MS;
    for (;;) {
      const claim = await claimEmbeddedChain(db, { network, chainId }, nodeId, isAlive);
      if (claim.kind === 'own') return this.#start(network, chainId);
      if (claim.rpcUrl !== null) return this.#join(network, chainId, claim.nodeId, claim.rpcUrl);
      if (performance.now() > endsAt) throw new NetworkUnavailableError(network);
      await new Promise((resolve) => setTimeout(resolve, HOST_POLL_MS));
    }
  }

  async #start(network: string, chainId: number): Promise<Chain> {
    const { db, nodeId, clock } = this.#options;
    const chain = new EmbeddedChain({
      ...this.#options,
      network,
      chainId,
      folder: this.#folderOf(network),
    });
    // Registered before it runs, so that a stop finds it.
    this.#own.set(network, chain);
    const opened = await chain.open().catch(async (error) => {
      // It may be about to restart by itself, and would then belong to nobody.
      await chain.stop().catch(this.#options.onError);
      this.#own.delete(network);
      throw error;
    });
    await announceEmbeddedChain(
      db,
      network,
      nodeId,
      required(chain.rpcUrl, 'the address of a chain that was opened'),
      new Date(clock.now()),
    );
    return opened;
  }

  async #join(network: string, chainId: number, nodeId: string, rpcUrl: string): Promise<Chain> {
    await this.#guests.get(network)?.rpc.close();
    // This detects a host that has left; the next caller looks for another host, or becomes it.
    const onUnavailable = () => this.#guests.delete(network);
    const rpc = new JsonRpc({ network, urls: [rpcUrl], onUnavailable });
    const chain = new EmbeddedRpcChain(network, chainId, rpc);
    this.#guests.set(network, { nodeId, chain, rpc });
    return chain;
  }
}
