import type { Pool } from 'pg';
import type { Clock } from '../../kit/clock.ts';
import { inTransaction, type QueryRows, queryPool } from '../../kit/db/index.ts';
import { newUuid } from '../../kit/ids.ts';
import { findLimit } from '../quotas/index.ts';
import * as calls from './call.repository.ts';
import type { CallEnd, KeptCall, ModelWork, NewCall, OpenCall } from './model-call.ts';
import { ModelError } from './model-error.ts';
import { noTokens, type TokenUsage } from './model-settings.ts';

/** Called for each finished call. */
export type CallObserver = (call: {
  area: string;
  model: string;
  failure: string | null;
  usage: TokenUsage;
  costMicros: number;
  durationMs: number;
}) => void;

export interface CallBookOptions {
  pool: Pool;
  clock: Clock;
  /** Monthly (UTC) spending limit of an organization without a quota, in micro-USD; undefined: unlimited. */
  maxMonthMicros: number | undefined;
  onCall?: CallObserver;
}

const SWEEP_MS = 600_000;

/** The name of an organization's budget for a month (UTC). */
export const monthBudget = (nowMs: number) => `month ${new Date(nowMs).toISOString().slice(0, 7)}`;

/** Monthly spending limit of an organization in micro-USD: by its quota, else the general one. */
export async function monthLimit(
  query: QueryRows,
  orgId: string,
  otherwise: number | undefined,
): Promise<number | undefined> {
  const quotaUsd = await findLimit(query, orgId, 'model_usd_per_month');
  return quotaUsd === undefined ? otherwise : quotaUsd * 1_000_000;
}

/**
 * Records what was asked of a model, by whom, and what it cost. Before a call is made, it is recorded and its
 * maximum cost is reserved from the budgets; the unused part is released when it ends. If the service is
 * killed in between, the reservation counts as spent, and the question is not asked again.
 */
export class CallBook {
  readonly #options: CallBookOptions;
  readonly #query: QueryRows;
  #sweptAtMs = 0;

  constructor(options: CallBookOptions) {
    this.#options = options;
    this.#query = queryPool(options.pool);
  }

  /** Monthly (UTC) spending limit of an organization without a quota, in micro-USD; undefined: unlimited. */
  get maxMonthMicros(): number | undefined {
    return this.#options.maxMonthMicros;
  }

  /** Unix milliseconds. */
  now(): number {
    return this.#options.clock.now();
  }

  /** The last time the work asked this; undefined: never, or it is known to have failed. */
  async find(work: ModelWork, question: string): Promise<KeptCall | undefined> {
    const kept = await calls.findCall(this.#query, work, question);
    return kept?.state === 'failed' && kept.failure !== 'interrupted' ? undefined : kept;
  }

  /**
   * Throws `organization_budget_spent` or `budget_spent` when a budget cannot cover the call's maximum cost.
   */
  async open(work: ModelWork, call: NewCall): Promise<OpenCall> {
    const { pool, clock, maxMonthMicros } = this.#options;
    const { orgId, maxWorkMicros } = work;
    const at = new Date(clock.now());
    const month = monthBudget(at.getTime());
    const own = maxWorkMicros === undefined ? undefined : `work ${work.workId}`;
    const budgets = own === undefined ? [month] : [month, own];
    const open: OpenCall = { ...call, id: newUuid(), work, budgets };
    const take = { orgId, micros: call.worstMicros, at };
    await inTransaction(pool, async (query) => {
      const most = await monthLimit(query, orgId, maxMonthMicros);
      if (!(await calls.takeBudget(query, { ...take, name: month, most })))
        throw spent('organization_budget_spent', 'The organization has spent what it may in this month.');
      if (own !== undefined && !(await calls.takeBudget(query, { ...take, name: own, most: maxWorkMicros })))
        throw spent('budget_spent', 'The money for this work does not allow another call.');
      await calls.insertCall(query, open, at);
    });
    return open;
  }

  /** Records how a call ended. */
  async close(call: OpenCall, end: CallEnd): Promise<void> {
    const { pool, clock } = this.#options;
    const { orgId } = call.work;
    const at = new Date(clock.now());
    await inTransaction(pool, async (query) => {
      if (!(await calls.endCall(query, orgId, call.id, end))) return;
      for (const name of call.budgets)
        await calls.returnBudget(query, { orgId, name, micros: call.worstMicros - end.costMicros, at });
    });
    await this.#sweep(at);
    this.#tell(call.work.area, call.model, end);
  }

  /** A call during which the service was killed: its maximum cost stays spent. */
  async giveUp(work: ModelWork, call: KeptCall, model: string): Promise<void> {
    const { costMicros } = call;
    const end = { answer: null, failure: 'interrupted', usage: noTokens, costMicros, durationMs: 0 };
    const isFirst = await calls.endCall(this.#query, work.orgId, call.id, end);
    if (isFirst) this.#tell(work.area, model, end);
  }

  /** The work has ended: its answers are no longer needed. */
  forget(query: QueryRows, work: ModelWork): Promise<void> {
    return calls.forgetAnswers(query, work);
  }

  #tell(area: string, model: string, { failure, usage, costMicros, durationMs }: CallEnd): void {
    this.#options.onCall?.({ area, model, failure, usage, costMicros, durationMs });
  }

  /** Old rows are removed as new ones arrive: nothing grows where nothing is asked. */
  async #sweep(at: Date): Promise<void> {
    if (at.getTime() < this.#sweptAtMs + SWEEP_MS) return;
    this.#sweptAtMs = at.getTime();
    await calls.deleteOld(this.#query, at);
  }
}

function spent(kind: 'budget_spent' | 'organization_budget_spent', message: string): ModelError {
  return new ModelError(kind, message, { isFree: true });
}
