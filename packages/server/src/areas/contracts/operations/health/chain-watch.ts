import type { Address } from 'viem';
import type { Clock } from '../../../../kit/clock.ts';
import type { FigureSample, FigureSource } from '../../../../kit/observability/index.ts';
import { RepeatedTask } from '../../../../kit/repeated-task.ts';
import type { Network } from '../../chains/networks/network.ts';
import { listSharedAddresses } from '../../chains/wallets/wallet.repository.ts';
import type { ContractsDatabase } from '../../terms/contract-tables.ts';

export interface ChainWatchPorts {
  db: ContractsDatabase;
  clock: Clock;
  /** Those with a configured URL; embedded chains have neither lag nor real money. */
  networks: readonly Network[];
  /** Only one of several nodes asks, because providers count requests. */
  isLeader(): boolean;
  onError(error: unknown): void;
}

const EVERY_MS = 30_000;
const WEI_PER_COIN = 10n ** 18n;
/** Wei are converted to coins with this many decimal places. */
const DIGITS = 1_000_000_000n;

/**
 * Checks each configured network at intervals: whether it answers, the age of its newest block, and the
 * signers' balances.
 */
export class ChainWatch {
  readonly #ports: ChainWatchPorts;
  readonly #task: RepeatedTask;
  #seen: FigureSample[] = [];

  constructor(ports: ChainWatchPorts) {
    this.#ports = ports;
    this.#task = new RepeatedTask({ everyMs: EVERY_MS, run: () => this.look(), onError: ports.onError });
  }

  readonly figures: FigureSource = {
    part: 'chains',
    figures: [
      {
        name: 'trivium_chain_reachable',
        help: 'Whether the network answered when the leading node last asked: 1 or 0.',
        labels: ['network'],
      },
      {
        name: 'trivium_chain_head_age_seconds',
        help: 'Age of the newest block of the network when it was last asked.',
        labels: ['network'],
      },
      {
        name: 'trivium_wallet_balance_coins',
        help: 'What a signer of the settings has on a network, in whole native coins.',
        labels: ['network', 'asset', 'address'],
      },
    ],
    read: () => (this.#ports.isLeader() ? this.#seen : []),
  };

  start(): void {
    if (this.#ports.networks.length === 0) return;
    this.#task.start();
    this.#task.wake();
  }

  stop(): Promise<void> {
    return this.#task.stop();
  }

  /** Asks every network once, in parallel. */
  async look(): Promise<void> {
    const { db, clock, networks, isLeader } = this.#ports;
    if (!isLeader()) return;
    const wallets = await listSharedAddresses(
      db,
      networks.map(({ name }) => name),
    );
    const seen = await Promise.all(
      networks.map((network) =>
        lookAt(
          network,
          clock,
          wallets.filter((wallet) => wallet.network === network.name).map(({ address }) => address),
        ),
      ),
    );
    this.#seen = seen.flat();
  }
}

async function lookAt(
  { name: network, asset, open }: Network,
  clock: Clock,
  addresses: string[],
): Promise<FigureSample[]> {
  const labels = { network };
  try {
    const chain = await open();
    const { timestamp } = await chain.latestBlock();
    const age = Math.max(clock.now() / 1_000 - timestamp, 0);
    const samples: FigureSample[] = [
      { name: 'trivium_chain_reachable', labels, value: 1 },
      { name: 'trivium_chain_head_age_seconds', labels, value: age },
    ];
    for (const address of addresses) {
      const wei = await chain.balance(address as Address);
      const coins = Number((wei * DIGITS) / WEI_PER_COIN) / Number(DIGITS);
      samples.push({
        name: 'trivium_wallet_balance_coins',
        labels: { network, asset, address },
        value: coins,
      });
    }
    return samples;
  } catch {
    // The reason is reported to whoever uses the network.
    return [{ name: 'trivium_chain_reachable', labels, value: 0 }];
  }
}
