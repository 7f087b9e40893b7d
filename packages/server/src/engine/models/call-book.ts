import type { Pool } from 'pg';
import type { Clock } from '../../kit/clock.ts';
import { inTransaction, type QueryRows, queryPool } from '../../kit/db/index.ts';
import { newUuid } from '../../kit/ids.ts';
import { findLimit } from '../quotas/index.ts';
import * as calls from './call.repository.ts';
import type { CallEnd, KeptCall, ModelWork, NewCall, OpenCall } from './model-call.ts';
import { ModelError } from './model-error.ts';
import { noTokens, type TokenUsage } from './model-settings.ts';

/** Told of each call that has ended. */
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
  /** Micro-USD that an organization without a quota may spend in a month (UTC); undefined: no bound. */
  maxMonthMicros: number | undefined;
  onCall?: CallObserver;
}

const SWEEP_MS = 600_000;

/** The name of an organization's budget of a month (UTC). */
export const monthBudget = (nowMs: number) => `month ${new Date(nowMs).toISOString().slice(0, 7)}`;

/** Micro-USD that an organization may spend in a month: by its quota, else as all may. */
export async function monthLimit(
  query: QueryRows,
  orgId: string,
  otherwise: number | undefined,
): Promise<number | undefined> {
  const quotaUsd = await findLimit(query, orgId, 'model_usd_per_month');
  return quotaUsd === undefined ? otherwise : quotaUsd * 1_000_000;
}

/**
 * What was asked of a model, by whom, and what it cost. A call is written down, and the most that it can cost is taken from
 * the budgets, before it is made; what it did not cost is given back when it has ended. A service that is killed in between
 * has spent it, and does not ask again.
 */
export class CallBook {
  readonly #options: CallBookOptions;
  readonly #query: QueryRows;
  #sweptAtMs = 0;

  constructor(options: CallBookOptions) {
    this.#options = options;
    this.#query = queryPool(options.pool);
  }

  /** Micro-USD that an organization without a quota may spend in a month (UTC); undefined: no bound. */
  get maxMonthMicros(): number | undefined {
    return this.#options.maxMonthMicros;
  }

  /** Unix milliseconds. */
  now(): number {
    return this.#options.clock.now();
  }

  /** The last time when the work asked this; undefined: never, or it is known that it failed. */
  async find(work: ModelWork, question: string): Promise<KeptCall | undefined> {
    const kept = await calls.findCall(this.#query, work, question);
    return kept?.state === 'failed' && kept.failure !== 'interrupted' ? undefined : kept;
  }

  /** Throws `organization_budget_spent` and `budget_spent` where a budget cannot hold what the call may cost. */
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

  /** Writes down how a call ended. */
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

  /** A call during which the service was killed: the most that it can have cost stays spent. */
  async giveUp(work: ModelWork, call: KeptCall, model: string): Promise<void> {
    const { costMicros } = call;
    const end = { answer: null, failure: 'interrupted', usage: noTokens, costMicros, durationMs: 0 };
    const isFirst = await calls.endCall(this.#query, work.orgId, call.id, end);
    if (isFirst) this.#tell(work.area, model, end);
  }

  /** The work has ended: its answers are not needed again. */
  forget(query: QueryRows, work: ModelWork): Promise<void> {
    return calls.forgetAnswers(query, work);
  }

  #tell(area: string, model: string, { failure, usage, costMicros, durationMs }: CallEnd): void {
    this.#options.onCall?.({ area, model, failure, usage, costMicros, durationMs });
  }

  /** What is old goes when others come: nothing grows where nothing is asked. */
  async #sweep(at: Date): Promise<void> {
    if (at.getTime() < this.#sweptAtMs + SWEEP_MS) return;
    this.#sweptAtMs = at.getTime();
    await calls.deleteOld(this.#query, at);
  }
}

function spent(kind: 'budget_spent' | 'organization_budget_spent', message: string): ModelError {
  return new ModelError(kind, message, { isFree: true });
}
