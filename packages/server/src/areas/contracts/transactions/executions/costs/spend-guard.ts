import { AppError } from '../../../../../kit/errors/index.ts';
import { formatId } from '../../../../../kit/ids.ts';
import type { ContractsTransaction, Owner } from '../../../terms/contract-tables.ts';
import { contractsErrors } from '../../../terms/contracts-errors.ts';
import { sumUsd, toEther } from './amounts.ts';
import { listSpending, lockSpendLimits, type SpendChange, type SpendLimit } from './spend.repository.ts';

/** The maximum cost of a transaction. */
export interface Expense {
  keyId: string | null;
  wei: bigint;
  /** Null if the coin's price is unknown. */
  usd: number | null;
}

/** Expenses without a key (started by the service itself) are counted under this id. */
const NO_KEY = '00000000-0000-0000-0000-000000000000';

export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** An owner's limits in one transaction, and the amounts reserved in it so far. */
export class SpendGuard {
  readonly #owner: Owner;
  readonly #day: string;
  readonly #limits: SpendLimit[];
  readonly #spent: Map<string, { usd: number; wei: bigint }>;
  readonly changes: SpendChange[] = [];

  private constructor(
    owner: Owner,
    day: string,
    limits: SpendLimit[],
    spent: Map<string, { usd: number; wei: bigint }>,
  ) {
    this.#owner = owner;
    this.#day = day;
    this.#limits = limits;
    this.#spent = spent;
  }

  /**
   * Locks the limits until the transaction ends, so that no amount is approved twice. Open those of several
   * owners in one order.
   */
  static async open(
    tx: ContractsTransaction,
    owner: Owner,
    now: Date,
    hasLimits: boolean,
  ): Promise<SpendGuard> {
    const limits = hasLimits ? await lockSpendLimits(tx, owner) : [];
    const day = dayOf(now);
    const spent = limits.length === 0 ? new Map() : await listSpending(tx, owner, day);
    return new SpendGuard(owner, day, limits, spent);
  }

  /** Reserves an expense; returns the refusal if a limit does not allow it. */
  take(expense: Expense): AppError | undefined {
    const keyId = expense.keyId ?? NO_KEY;
    for (const limit of this.#limits) {
      if (limit.keyId !== null && limit.keyId !== keyId) continue;
      const refusal = this.#check(limit, expense, keyId);
      if (refusal !== undefined) return refusal;
    }
    const before = this.#spent.get(keyId) ?? { usd: 0, wei: 0n };
    const usd = expense.usd ?? 0;
    this.#spent.set(keyId, { usd: sumUsd([before.usd, usd]), wei: before.wei + expense.wei });
    this.changes.push({ ...this.#owner, keyId, day: this.#day, usd, wei: expense.wei });
    return undefined;
  }

  #check(limit: SpendLimit, { wei, usd }: Expense, keyId: string): AppError | undefined {
    const days = limit.keyId === null ? [...this.#spent.values()] : [this.#spent.get(keyId)];
    const spent = {
      usd: sumUsd(days.map((day) => day?.usd ?? 0)),
      wei: days.reduce((sum, day) => sum + (day?.wei ?? 0n), 0n),
    };
    const usdLimit = limit.perTransactionUsd ?? limit.perDayUsd;
    if (usd === null && usdLimit !== undefined) {
      return refuse(limit, 'has a limit in USD, and no price of this network’s coin is known', {});
    }
    if (usd !== null && limit.perTransactionUsd !== undefined && usd > limit.perTransactionUsd) {
      return refuse(limit, `allows ${limit.perTransactionUsd} USD for a transaction`, { may_cost_usd: usd });
    }
    if (usd !== null && limit.perDayUsd !== undefined && sumUsd([spent.usd, usd]) > limit.perDayUsd) {
      const details = { may_cost_usd: usd, spent_usd: spent.usd };
      return refuse(limit, `allows ${limit.perDayUsd} USD a day`, details);
    }
    if (limit.perTransactionWei !== undefined && wei > limit.perTransactionWei) {
      const details = { may_cost_wei: String(wei) };
      return refuse(limit, `allows ${toEther(limit.perTransactionWei)} ether for a transaction`, details);
    }
    if (limit.perDayWei !== undefined && spent.wei + wei > limit.perDayWei) {
      const details = { may_cost_wei: String(wei), spent_wei: String(spent.wei) };
      return refuse(limit, `allows ${toEther(limit.perDayWei)} ether a day`, details);
    }
    return undefined;
  }
}

function refuse(limit: SpendLimit, rule: string, details: Record<string, unknown>): AppError {
  const whose = limit.keyId === null ? 'this environment' : 'this API key';
  return new AppError(contractsErrors.spend_limit_exceeded, {
    message: `The spend limit of ${whose} ${rule}, and this transaction may cost more. Nothing was sent. Raise the limit, or wait for the next day (UTC).`,
    details: { ...details, ...(limit.keyId !== null && { key_id: formatId('key', limit.keyId) }) },
  });
}
