import { type Clock, momentToDecide } from '../../kit/clock.ts';
import type { QueryRows } from '../../kit/db/index.ts';
import { AppError } from '../../kit/errors/index.ts';
import {
  countEvents,
  countUsed,
  findLimit,
  listQuotas,
  lockLimit,
  type QuotaUse,
} from './quota.repository.ts';
import { quotaErrors } from './quota-errors.ts';
import { type CountedQuota, quotaTexts } from './quota-table.ts';

const DAY_MS = 86_400_000;

/**
 * Call in the transaction that adds something, after adding it: refuses what exceeds the quota. The quota is
 * locked until the transaction ends, so that concurrent additions cannot exceed it together; an organization
 * without one waits for nobody.
 *
 * @throws AppError quota_reached
 */
export async function checkQuota(query: QueryRows, orgId: string, name: CountedQuota): Promise<void> {
  const limit = await lockLimit(query, orgId, name);
  if (limit === undefined || (await countUsed(query, orgId, name)) <= limit) return;
  throw quotaReached(name, limit);
}

/** What is left of a quota; undefined when there is none. */
export async function restOf(
  query: QueryRows,
  orgId: string,
  name: CountedQuota,
): Promise<{ limit: number; free: number } | undefined> {
  const limit = await findLimit(query, orgId, name);
  if (limit === undefined) return undefined;
  const used = await countUsed(query, orgId, name);
  return { limit, free: Math.max(limit - used, 0) };
}

export function quotaReached(name: CountedQuota, limit: number): AppError {
  return new AppError(quotaErrors.quota_reached, {
    message: `This organization may have at most ${limit} ${quotaTexts[name]}. Delete what is no longer needed, or ask the operator.`,
    details: { quota: name, limit },
  });
}

/**
 * Counts events against the organization's daily quota (UTC), all or none of them.
 *
 * @throws AppError daily_quota_used_up
 */
export async function takeEvents(
  query: QueryRows,
  { orgId, events, clock }: { orgId: string; events: number; clock: Clock },
): Promise<void> {
  if (await countEvents(query, { orgId, events, at: momentToDecide(clock) })) return;
  const limit = await findLimit(query, orgId, 'events_per_day');
  // It was removed a moment ago.
  if (limit === undefined) return;
  const waitSeconds = Math.ceil((DAY_MS - (clock.now() % DAY_MS)) / 1_000);
  throw new AppError(quotaErrors.daily_quota_used_up, {
    message: `This organization may publish ${limit} events a day, and today's are used up, or too few are left for this request. Continue in ${waitSeconds} seconds, or ask the operator.`,
    headers: { 'retry-after': String(waitSeconds) },
    details: { quota: 'events_per_day', limit },
  });
}

/** All quotas of an organization, with their usage. */
export async function readQuotas(query: QueryRows, orgId: string, clock: Clock): Promise<QuotaUse[]> {
  const quotas = await listQuotas(query, orgId, momentToDecide(clock));
  return Promise.all(
    quotas.map(async (quota) =>
      quota.name === 'events_per_day' ? quota : { ...quota, used: await countUsed(query, orgId, quota.name) },
    ),
  );
}
