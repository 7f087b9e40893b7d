import type { QueryRows } from '../../kit/db/index.ts';
import { findSpent, listUsage, type UsageDay } from './call.repository.ts';
import { monthBudget, monthLimit } from './call-book.ts';

/** An organization's use of language models, and its cost. */
export interface ModelUse {
  days: UsageDay[];
  /** The current month (UTC). */
  month: {
    /** Such as `2026-11`. */
    name: string;
    /** Including what is reserved for calls in progress. */
    spentMicros: number;
    /** Null when unlimited, or when no model is configured. */
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
