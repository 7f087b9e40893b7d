import type { UnitOfWork } from '../../../../../engine/spine/index.ts';
import { GroupCommit } from '../../../../../kit/batching/index.ts';
import type { Clock } from '../../../../../kit/clock.ts';
import type { Wallet } from '../../../chains/wallets/wallet-directory.ts';
import { type AcceptOutcome, type PreparedTransaction, TransactionBatch } from './transaction-batch.ts';
import { isSettled, isSigned, type SettledRecord, type SignedRecord } from './transaction-record.ts';

export interface AcceptorOptions {
  unitOfWork: UnitOfWork;
  clock: Clock;
  /** Called after the commit with the transactions to send, and those that failed before sending. */
  onAccepted(records: readonly SignedRecord[]): void;
  onSettled(records: readonly SettledRecord[]): void;
}

const MAX_BATCH = 128;
const UNIQUE_VIOLATION = '23505';

/**
 * Assigns nonces, signs and stores transactions, in one commit per wallet for all that are waiting. The
 * wallet's row is locked meanwhile: a nonce exists if and only if its signed transaction is stored, on any
 * number of nodes, and a killed node leaves nothing behind.
 */
export class TransactionAcceptor {
  readonly #options: AcceptorOptions;
  readonly #groups = new Map<string, GroupCommit<PreparedTransaction, AcceptOutcome>>();

  constructor(options: AcceptorOptions) {
    this.#options = options;
  }

  accept(prepared: PreparedTransaction): Promise<AcceptOutcome> {
    const { id } = prepared.wallet;
    let group = this.#groups.get(id);
    if (group === undefined) {
      group = new GroupCommit({
        run: (items: PreparedTransaction[]) => this.#run(prepared.wallet, items),
        maxItems: MAX_BATCH,
        // An idempotency key that another wallet's batch inserted at the same time.
        triesAlone: (error) => (error as { code?: string }).code === UNIQUE_VIOLATION,
      });
      this.#groups.set(id, group);
    }
    return group.add(prepared);
  }

  async drain(): Promise<void> {
    await Promise.all([...this.#groups.values()].map((group) => group.drain()));
  }

  async #run(wallet: Wallet, items: PreparedTransaction[]): Promise<AcceptOutcome[]> {
    const outcomes = await this.#options.unitOfWork(async (tx) => {
      const batch = await TransactionBatch.open(tx, wallet, items, new Date(this.#options.clock.now()));
      for (const item of items) await batch.add(item);
      await batch.write();
      return { value: batch.outcomes, events: batch.events };
    });
    const accepted = outcomes.flatMap((outcome) => (outcome.kind === 'accepted' ? [outcome.record] : []));
    const live = accepted.filter(isSigned);
    if (live.length > 0) this.#options.onAccepted(live);
    const settled = accepted.filter(isSettled);
    if (settled.length > 0) this.#options.onSettled(settled);
    return outcomes;
  }
}
