import { queryPool } from '../../../kit/db/index.ts';
import { changeRoutes, type RoutesPorts } from '../subscriptions/change-routes.ts';
import {
  disableSubscription,
  type FailingSubscription,
  findFailingAt,
  findFailingSince,
} from './failing-subscription.repository.ts';
import { failuresOf, noticeEvent, noticeNames } from './notices.ts';

const DAY_MS = 86_400_000;

/**
 * Disables subscriptions whose failures span at least `days` without a success in between: an old failure
 * with nothing sent since does not count. Each is disabled once, whichever nodes sweep; a
 * `webhook.subscription.disabled` notice commits with it.
 */
export async function disableFailing(ports: RoutesPorts, days: number): Promise<string[]> {
  const span = { beforeMs: ports.clock.now() - days * DAY_MS, forMs: days * DAY_MS };
  const candidates = await findFailingSince(queryPool(ports.pool), span, noticeNames);
  const disabled: string[] = [];
  const reason = `No delivery succeeded for ${days} ${days === 1 ? 'day' : 'days'}.`;
  for (const candidate of candidates)
    if (await disable(ports, candidate, reason)) disabled.push(candidate.id);
  return disabled;
}

const GONE_REASON = 'The receiver answered 410 (Gone).';

/** Disables subscriptions whose receiver said that it is gone for good, if they still point to that URL. */
export async function disableGoneReceivers(
  ports: RoutesPorts,
  seen: ReadonlyMap<string, { orgId: string; goneUrl: string | undefined }>,
): Promise<void> {
  const gone = [...seen].flatMap(([id, { orgId, goneUrl }]) =>
    goneUrl === undefined ? [] : [{ orgId, id, goneUrl }],
  );
  if (gone.length === 0) return;
  const candidates = await findFailingAt(queryPool(ports.pool), gone);
  for (const candidate of candidates) await disable(ports, candidate, GONE_REASON);
}

async function disable(ports: RoutesPorts, candidate: FailingSubscription, reason: string): Promise<boolean> {
  const { id, orgId } = candidate;
  const now = new Date(ports.clock.now());
  return changeRoutes(ports, orgId, async (query) => {
    if (!(await disableSubscription(query, candidate, { reason, now })))
      return { value: false, subscriptionId: undefined };
    const { count } = await failuresOf(query, candidate);
    const event = noticeEvent('webhook_subscription_disabled', candidate, count, {
      reason,
      disabled_at: now.toISOString(),
    });
    return { value: true, subscriptionId: id, events: [event] };
  });
}
