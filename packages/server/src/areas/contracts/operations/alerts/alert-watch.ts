import { RepeatedTask } from '../../../../kit/repeated-task.ts';
import type { BlockSeen } from '../../transactions/executions/execution-ports.ts';
import { foldCounts } from '../../transactions/history/transaction-history.repository.ts';
import type { AlertRule } from './alert.repository.ts';
import { passAll, passReorg, passSettled } from './alert-pass.ts';
import type { AlertWatchPorts } from './alert-ports.ts';
import { readAddresses } from './alert-values.repository.ts';

/** Interval for transactions settled on other nodes; those settled here wake it at once. */
const SETTLED_EVERY_MS = 200;
const SETTLED_IDLE_MS = 5_000;
const ALL_EVERY_MS = 2_000;
/** When there are no rules. */
const ALL_IDLE_MS = 5_000;
const FOLD_EVERY_MS = 1_000;
const FOLD_IDLE_MS = 10_000;
const FOLD_AT_ONCE = 5_000;
/** Balances are read from the chain, so less often. */
const BALANCES_EVERY_PASSES = 5;

/** Evaluates alert rules on the leader node, and compacts the counts that they use. */
export class AlertWatch {
  readonly #ports: AlertWatchPorts;
  readonly #tasks: { settled: RepeatedTask; all: RepeatedTask; fold: RepeatedTask };
  #passes = 0;

  constructor(ports: AlertWatchPorts) {
    this.#ports = ports;
    const { onError } = ports;
    const whileLeading = (run: () => Promise<unknown>) => async () => ports.isLeader() && run();
    this.#tasks = {
      settled: new RepeatedTask({
        everyMs: SETTLED_EVERY_MS,
        idleMs: SETTLED_IDLE_MS,
        run: whileLeading(() => this.#drainSettled()),
        onError,
      }),
      all: new RepeatedTask({
        everyMs: ALL_EVERY_MS,
        idleMs: ALL_IDLE_MS,
        run: whileLeading(() => this.#passAll()),
        onError,
      }),
      fold: new RepeatedTask({
        everyMs: FOLD_EVERY_MS,
        idleMs: FOLD_IDLE_MS,
        run: whileLeading(() => this.#fold()),
        onError,
      }),
    };
  }

  start(): void {
    for (const task of Object.values(this.#tasks)) task.start();
  }

  /** Signals that something was settled on this node. */
  wake(): void {
    this.#tasks.settled.wake();
  }

  /** Signals that this node saw a block. */
  onBlock({ network, reorgDepth }: BlockSeen): void {
    if (reorgDepth > 0) passReorg(this.#ports, network, reorgDepth).catch(this.#ports.onError);
  }

  async stop(): Promise<void> {
    await Promise.all(Object.values(this.#tasks).map((task) => task.stop()));
  }

  /** Returns whether there was anything. */
  async #drainSettled(): Promise<boolean> {
    for (let isFirst = true; this.#ports.isLeader(); isFirst = false) {
      const found = await passSettled(this.#ports);
      if (found !== 'more') return found === 'last' || !isFirst;
    }
    return true;
  }

  /** Returns whether there are rules. */
  #passAll(): Promise<boolean> {
    const asksChain = this.#passes++ % BALANCES_EVERY_PASSES === 0;
    return passAll(this.#ports, (rules) =>
      asksChain ? this.#readBalances(rules) : Promise.resolve(new Map()),
    );
  }

  /** Returns whether there was anything. */
  async #fold(): Promise<boolean> {
    for (let isFirst = true; ; isFirst = false) {
      const folded = await foldCounts(this.#ports.db, FOLD_AT_ONCE);
      if (folded < FOLD_AT_ONCE) return folded > 0 || !isFirst;
    }
  }

  /** Balances by rule id; each address is read once. */
  async #readBalances(rules: readonly AlertRule[]): Promise<Map<string, number>> {
    const { chain, db } = this.#ports;
    const asking = rules.filter(({ metric }) => metric.endsWith('_balance_eth'));
    if (chain === undefined || asking.length === 0) return new Map();
    const places = await readAddresses(db, asking);
    const asked = new Map<string, Promise<number | undefined>>();
    const found = new Map<string, number>();
    await Promise.all(
      asking.map(async ({ id, metric }, i) => {
        const place = places[i];
        const address = metric === 'wallet_balance_eth' ? place?.wallet : place?.contract;
        if (place === undefined || address == null) return;
        const key = `${place.network} ${address}`;
        const balance = asked.get(key) ?? chain.balanceEth(place.network, address);
        asked.set(key, balance);
        const value = await balance;
        if (value !== undefined) found.set(id, value);
      }),
    );
    return found;
  }
}
