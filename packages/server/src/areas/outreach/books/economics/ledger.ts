import { factEvent } from '../../../../engine/catalog/index.ts';
import type { AnyDatabase, AnyTransaction, NewEvent, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { transact } from '../../../../kit/db/index.ts';
import { formatId, newUuid } from '../../../../kit/ids.ts';
import * as repository from './ledger.repository.ts';
import type { Budget, Expense, Reservation, ReservationRequest } from './ledger-terms.ts';
import { usdOfMicros } from './money.ts';

/** The limit was reached: stops the campaign. Returns undefined when there was nothing to stop. */
export type PauseForBudget = (
  tx: AnyTransaction,
  campaign: { orgId: string; campaignId: string },
) => Promise<NewEvent[] | undefined>;

export interface LedgerOptions {
  db: AnyDatabase;
  unitOfWork: UnitOfWork;
  clock: Clock;
  /** Called in the transaction in which spending reaches the limit. */
  pauseForBudget?: PauseForBudget;
}

/** Percentages of a budget at which `budget.threshold_reached` is published, once each. */
const BUDGET_THRESHOLDS = [50, 80, 100] as const;

/** A reservation this old belongs to a worker that died. */
export const RESERVATION_LIFE_MS = 15 * 60_000;

/**
 * Campaign spending, exact to the micro-USD: reserve the maximum cost of a piece of work, do it, then settle
 * the actual cost. Spent plus reserved never exceeds the limit, even with concurrent callers.
 */
export interface CostLedger {
  /**
   * Undefined when the budget, or the cap of its lead, cannot cover it. Without a limit a campaign can reserve
   * anything.
   */
  reserve(request: ReservationRequest): Promise<Reservation | undefined>;
  /** Like `reserve`, in the caller's transaction. */
  reserveIn(tx: AnyTransaction, request: ReservationRequest): Promise<Reservation | undefined>;
  /**
   * Books expenses of one organization and ends the reservations in the caller's transaction; its unit of
   * work must publish the returned events.
   */
  settleIn(
    tx: AnyTransaction,
    orgId: string,
    expenses: readonly Expense[],
    reservations?: readonly Reservation[],
  ): Promise<NewEvent[]>;
  /** `settleIn` in its own unit of work. */
  settle(orgId: string, expenses: readonly Expense[], reservations?: readonly Reservation[]): Promise<void>;
  /** Releases reserved money. */
  release(reservations: readonly Reservation[]): Promise<void>;
  /** Sets or removes (null) a campaign's limit. The caller rejects limits below what is spent. */
  setLimitIn(
    tx: AnyTransaction,
    request: { orgId: string; campaignId: string; limitMicros: number | null },
  ): Promise<Budget>;
  /** All zero and without a limit for a campaign that has spent nothing. */
  readBudget(db: AnyDatabase, orgId: string, campaignId: string): Promise<Budget>;
  /** Releases reservations of dead workers; returns how many. */
  releaseExpired(): Promise<number>;
}

export function createCostLedger({ db, unitOfWork, clock, pauseForBudget }: LedgerOptions): CostLedger {
  const now = () => new Date(clock.now());
  const ledger: CostLedger = {
    reserve: (request) => transact(db, (tx) => ledger.reserveIn(tx, request)),
    async reserveIn(tx, { orgId, campaignId, amountMicros, cap }) {
      checkAmount(amountMicros);
      const reservation = { id: newUuid(clock.now()), orgId, campaignId, amountMicros };
      await repository.ensureBudget(tx, orgId, [campaignId], now());
      const expiresAt = new Date(clock.now() + RESERVATION_LIFE_MS);
      const isHeld = await repository.hold(tx, reservation, { cap, now: now(), expiresAt });
      return isHeld ? reservation : undefined;
    },
    async settleIn(tx, orgId, expenses, reservations = []) {
      for (const { amountMicros } of expenses) checkAmount(amountMicros);
      const campaignIds = expenses.flatMap(({ campaignId }) => campaignId ?? []);
      await repository.ensureBudget(tx, orgId, [...new Set(campaignIds)], now());
      const touched = await repository.book(tx, orgId, expenses, reservations, now());
      const events: NewEvent[] = [];
      for (const budget of touched) {
        const crossed = crossedThresholds(budget);
        if (crossed.length === 0) continue;
        await repository.noteThresholds(tx, orgId, budget.campaignId, crossed);
        const isSpent = crossed.includes(100);
        const pauses = isSpent
          ? await pauseForBudget?.(tx, { orgId, campaignId: budget.campaignId })
          : undefined;
        events.push(
          ...crossed.map((percent) =>
            thresholdEvent(orgId, budget, percent, percent === 100 && pauses ? 'paused' : 'notified', now()),
          ),
          ...(pauses ?? []),
        );
      }
      return events;
    },
    settle: (orgId, expenses, reservations) =>
      unitOfWork(async (tx) => ({
        value: undefined,
        events: await ledger.settleIn(tx, orgId, expenses, reservations),
      })),
    async release(reservations) {
      if (reservations.length === 0) return;
      await transact(db, (tx) => repository.letGo(tx, reservations, now()));
    },
    setLimitIn: (tx, { orgId, campaignId, limitMicros }) =>
      repository.setLimit(tx, orgId, campaignId, limitMicros, now()),
    readBudget: (reader, orgId, campaignId) => repository.readBudget(reader, orgId, campaignId),
    releaseExpired: () => transact(db, (tx) => repository.letGoExpired(tx, now())),
  };
  return ledger;
}

function checkAmount(amountMicros: number): void {
  if (!Number.isSafeInteger(amountMicros) || amountMicros < 0) {
    throw new Error(`money is whole micro-USD, not ${amountMicros}`);
  }
}

function crossedThresholds({ limitMicros, spentMicros, toldThresholds }: repository.TouchedBudget): number[] {
  if (limitMicros === null) return [];
  return BUDGET_THRESHOLDS.filter(
    (percent) =>
      !toldThresholds.includes(percent) && spentMicros > 0 && spentMicros * 100 >= limitMicros * percent,
  );
}

function thresholdEvent(
  orgId: string,
  budget: repository.TouchedBudget,
  percent: number,
  action: 'notified' | 'paused',
  at: Date,
): NewEvent {
  return factEvent('budget_threshold_reached', {
    orgId,
    source: 'outreach',
    data: {
      campaign_id: formatId('cmp', budget.campaignId),
      threshold: percent / 100,
      spent_usd: usdOfMicros(budget.spentMicros),
      limit_usd: usdOfMicros(budget.limitMicros ?? 0),
      action,
      reached_at: at.toISOString(),
    },
  });
}
