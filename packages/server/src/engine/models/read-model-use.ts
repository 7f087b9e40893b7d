import type { QueryRows } from '../../kit/db/index.ts';
import { findSpent, listUsage, type UsageDay } from './call.repository.ts';
import { monthBudget, monthLimit } from './call-book.ts';

/** What an organization asked of language models, and what it cost. */
export interface ModelUse {
  days: UsageDay[];
  /** The running month (UTC). */
  month: {
    /** Such as `2026-11`. */
    name: string;
    /** With what is held for calls under way. */
    spentMicros: number;
    /** Null where nothing bounds it, or no model is set. */
    limitMicros: number | null;
  };
}

export async function readModelUse(
  query: QueryRows,
  {
    orgId,
    days,
    nowMs,
    maxMonthMicros,
  }: { orgId: string; days: number; nowMs: number; maxMonthMicros: number | undefined },
): Promise<ModelUse> {
  const budget = monthBudget(nowMs);
  const [used, spentMicros, limitMicros = null] = await Promise.all([
    listUsage(query, { orgId, days, at: new Date(nowMs) }),
    findSpent(query, orgId, budget),
    monthLimit(query, orgId, maxMonthMicros),
  ]);
  return {
    days: used,
    month: { name: budget.slice('month '.length), spentMicros, limitMicros },
  };
}
