import type { Abi } from 'viem';
import type { AnyDatabase, UnitOfWork } from '../../../../../engine/spine/index.ts';
import type { Clock } from '../../../../../kit/clock.ts';
import { RepeatedTask } from '../../../../../kit/repeated-task.ts';
import type { EmbeddedRpcChain } from '../../../chains/chain/embedded/embedded-rpc-chain.ts';
import type { Network } from '../../../chains/networks/network.ts';
import type { NetworkDirectory } from '../../../chains/networks/network-directory.ts';
import type { Fees } from '../../../chains/signers/sign-transaction.ts';
import { raiseNextNonce } from '../../../chains/wallets/wallet.repository.ts';
import type { WalletDirectory } from '../../../chains/wallets/wallet-directory.ts';
import { type FeeOracle, raisedFees } from '../costs/fee-oracle.ts';
import type { PriceBook } from '../costs/price-book.ts';
import type { BlockListener, SettledListener } from '../execution-ports.ts';
import { TransactionAcceptor } from './accept-transactions.ts';
import { ChainFollower } from './chain-follower.ts';
import { explainFailure } from './explain-failure.ts';
import { replayEmbeddedChain } from './replay-embedded-chain.ts';
import { settle, type Verdict } from './settle-transactions.ts';
import { toSettledTransaction } from './settled-transaction.ts';
import { signReplacement } from './sign-replacement.ts';
import {
  listLive,
  listLiveNetworks,
  listSettled,
  replaceSigned,
  updateMined,
} from './transaction.repository.ts';
import type { AcceptOutcome, PreparedTransaction } from './transaction-batch.ts';
import {
  rawOf,
  type SettledRecord,
  type SignedRecord,
  type TransactionRecord,
} from './transaction-record.ts';
import { RESEND_BATCH } from './transaction-tender.ts';

export interface PipelineOptions {
  db: AnyDatabase;
  clock: Clock;
  unitOfWork: UnitOfWork;
  networks: NetworkDirectory;
  wallets: WalletDirectory;
  fees: FeeOracle;
  prices: PriceBook;
  /** Whether this node watches the chains; others only sign and send. */
  isLeader(): boolean;
  /** Whether there are other nodes. */
  hasPeers(): boolean;
  /** ABIs to search for the errors of a contract, its own first. */
  abisOf(
    record: Pick<TransactionRecord, 'orgId' | 'environment' | 'contractId' | 'version'>,
  ): Promise<readonly Abi[]>;
  onError(error: unknown): void;
}

/**
 * How often a leader looks for networks with transactions of other nodes; the second is for when there are
 * none.
 */
const CHECK_INTERVAL_MS = 1_000;
const LEADER_CHECK_MS = 10_000;
const LIVE_PAGE = 1_000;

/** From a checked transaction to its final state: stored, sent, watched, settled. */
export class TransactionPipeline {
  readonly #options: PipelineOptions;
  readonly #acceptor: TransactionAcceptor;
  readonly #followers = new Map<string, ChainFollower>();
  readonly #settledListeners: SettledListener[] = [];
  readonly #blockListeners: BlockListener[] = [];
  readonly #look: RepeatedTask;

  constructor(options: PipelineOptions) {
    this.#options = options;
    this.#acceptor = new TransactionAcceptor({
      ...options,
      onAccepted: (records) => this.#watch(records),
      onSettled: (records) => this.#announceSettled(records),
    });
    this.#look = new RepeatedTask({
      everyMs: CHECK_INTERVAL_MS,
      idleMs: LEADER_CHECK_MS,
      run: () => this.#findLive(),
      onError: options.onError,
    });
  }

  start(): void {
    this.#look.start();
    this.#look.wake();
  }

  async stop(): Promise<void> {
    await this.#look.stop();
    await this.#acceptor.drain();
    await Promise.all([...this.#followers.values()].map((follower) => follower.stop()));
  }

  onSettled(listener: SettledListener): void {
    this.#settledListeners.push(listener);
  }

  onBlock(listener: BlockListener): void {
    this.#blockListeners.push(listener);
  }

  accept(prepared: PreparedTransaction): Promise<AcceptOutcome> {
    return this.#acceptor.accept(prepared);
  }

  /**
   * Cancels an execution with a recorded request: on this node if it watches the chain, otherwise on the one
   * that does.
   */
  cancel(record: TransactionRecord): void {
    if (this.#options.isLeader()) this.#followers.get(record.network)?.cancel(record);
  }

  /** The highest nonce of an account's unmined transactions; undefined if there are none. */
  highestInFlight(network: string, address: string): number | undefined {
    return this.#followers.get(network)?.highestInFlight(address);
  }

  hasInFlightUpTo(network: string, address: string, nonce: number): boolean {
    return this.#followers.get(network)?.hasInFlightUpTo(address, nonce) ?? false;
  }

  /** The newest block of a network seen by this node; undefined while it does not watch it. */
  headOf(network: string): number | undefined {
    return this.#followers.get(network)?.headNumber;
  }

  /** Starts from the state of the database; called when this node becomes the watcher. */
  takeOver(): void {
    for (const follower of this.#followers.values()) follower.reload();
    this.#look.wake();
  }

  /** Brings an embedded chain that was loaded from a snapshot to the state in the database. */
  replay(chain: EmbeddedRpcChain): Promise<void> {
    return replayEmbeddedChain(this.#options, chain);
  }

  #watch(records: readonly SignedRecord[]): void {
    // All belong to one wallet, and so to one network.
    const [first] = records;
    if (first !== undefined) this.#followerOf(this.#options.networks.get(first.network)).watch(records);
  }

  /** Whether more may come soon: a new leader looks at once. */
  async #findLive(): Promise<boolean> {
    if (!this.#options.isLeader()) return false;
    for (const name of await listLiveNetworks(this.#options.db)) {
      const network = this.#options.networks.find(name);
      const follower = this.#followers.get(name);
      if (follower === undefined && network !== undefined) this.#followerOf(network).reload();
      else if (follower?.size === 0) follower.reload();
    }
    return this.#options.hasPeers();
  }

  #followerOf(network: Network): ChainFollower {
    let follower = this.#followers.get(network.name);
    if (follower === undefined) {
      follower = new ChainFollower({
        network,
        clock: this.#options.clock,
        fees: this.#options.fees,
        isLeader: this.#options.isLeader,
        hasPeers: this.#options.hasPeers,
        loadLive: (since) => this.#loadLive(network.name, since),
        noteMined: (states) => updateMined(this.#options.db, states, this.#now(), true),
        settle: (verdicts) => this.#settle(network, verdicts),
        explain: async (chain, record, receipt) =>
          explainFailure(chain, record, receipt, await this.#options.abisOf(record)),
        raise: async (record, chain) =>
          raisedFees(record.fees, await this.#options.fees.quote(network, chain)),
        noteUsed: (address, nonce) =>
          raiseNextNonce(
            this.#options.db,
            { network: network.name, chainId: network.chainId, address },
            nonce,
          ),
        findSettled: async (from, first, end) =>
          (await listSettled(this.#options.db, network.name, from, { first, end }, RESEND_BATCH)).map(
            (record) => rawOf(record, record.transactionHash),
          ),
        replace: (record, fees, cancelReason) => this.#replace(network, record, fees, cancelReason),
        onBlock: (block) => {
          for (const listener of this.#blockListeners) this.#guard(() => listener(block));
        },
        onError: this.#options.onError,
      });
      this.#followers.set(network.name, follower);
    }
    return follower;
  }

  async #loadLive(network: string, since: Date | undefined): Promise<SignedRecord[]> {
    const all: SignedRecord[] = [];
    for (;;) {
      const last = all.at(-1);
      const after = last === undefined ? { from: '', nonce: -1 } : { from: last.from, nonce: last.nonce };
      const page = await listLive(this.#options.db, network, since, after, LIVE_PAGE);
      all.push(...page);
      if (page.length < LIVE_PAGE) return all;
    }
  }

  async #settle(network: Network, verdicts: readonly Verdict[]): Promise<void> {
    this.#announceSettled(await settle(this.#options, network, verdicts));
  }

  #announceSettled(records: readonly SettledRecord[]): void {
    if (records.length === 0) return;
    const settled = records.map(toSettledTransaction);
    for (const listener of this.#settledListeners) this.#guard(() => listener(settled));
  }

  async #replace(
    network: Network,
    record: SignedRecord,
    fees: Fees,
    cancelReason?: string,
  ): Promise<SignedRecord | undefined> {
    const wallet = await this.#options.wallets.findByAddress(network, record.chainId, record.from);
    if (wallet === undefined) return undefined;
    const replacement = await signReplacement(network, wallet.signer, record, fees, cancelReason);
    // Stored before it is sent: otherwise a hash that is not recorded could be mined.
    return (await replaceSigned(this.#options.db, replacement, this.#now())) ? replacement : undefined;
  }

  #now(): Date {
    return new Date(this.#options.clock.now());
  }

  #guard(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#options.onError(error);
    }
  }
}
