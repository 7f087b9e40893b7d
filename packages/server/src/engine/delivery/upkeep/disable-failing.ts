import { queryPool } from '../../../kit/db/index.ts';
import { changeRoutes, type RoutesPorts } from '../subscriptions/change-routes.ts';
import type { FailingSubscription } from './notices.ts';
import { failuresSince, noticeEvent, noticeNames } from './notices.ts';

const DAY_MS = 86_400_000;

interface Candidate {
  id: string;
  org_id: string;
  face: FailingSubscription['face'];
  url: string;
  failing_since: Date;
}

/**
 * Disables the subscriptions whose failures span at least `days` without one success between: a
 * failure long ago with nothing sent since does not count. Each is disabled once, whichever nodes
 * sweep; a notice `webhook.subscription.disabled` commits with it.
 */
export async function disableFailing(ports: RoutesPorts, days: number): Promise<string[]> {
  const candidates = await queryPool(ports.pool)<Candidate>(
    `select s.id, s.org_id, s.face, s.url, s.failing_since from subscriptions s
     where s.status = 'active' and s.failing_since <= to_timestamp($1 / 1000.0)
       and exists (select 1 from delivery_attempts a where a.subscription_id = s.id
         and a.attempted_at >= s.failing_since + $2 * interval '1 millisecond'
         and not a.succeeded and a.kind = 'event' and not (a.event_name = any($3::text[])))
       and not exists (select 1 from delivery_attempts a where a.subscription_id = s.id
         and a.attempted_at > s.failing_since
         and a.succeeded and a.kind = 'event' and not (a.event_name = any($3::text[])))`,
    [ports.clock.now() - days * DAY_MS, days * DAY_MS, noticeNames],
  );
  const disabled: string[] = [];
  const reason = `No delivery succeeded for ${days} ${days === 1 ? 'day' : 'days'}.`;
  for (const candidate of candidates)
    if (await disable(ports, candidate, reason)) disabled.push(candidate.id);
  return disabled;
}

const GONE_REASON = 'The receiver answered 410 (Gone).';

/** Disables the subscriptions whose receiver said that it will not be back, while they still go to that URL. */
export async function disableGone(
  ports: RoutesPorts,
  seen: ReadonlyMap<string, { goneUrl: string | undefined }>,
): Promise<void> {
  const gone = [...seen].flatMap(([id, { goneUrl }]) => (goneUrl === undefined ? [] : [{ id, goneUrl }]));
  if (gone.length === 0) return;
  const candidates = await queryPool(ports.pool)<Candidate>(
    `select s.id, s.org_id, s.face, s.url, s.failing_since from subscriptions s
     join unnest($1::uuid[], $2::text[]) as g(id, url) on g.id = s.id and g.url = s.url
     where s.status = 'active' and s.failing_since is not null`,
    [gone.map(({ id }) => id), gone.map(({ goneUrl }) => goneUrl)],
  );
  for (const candidate of candidates) await disable(ports, candidate, GONE_REASON);
}

async function disable(ports: RoutesPorts, candidate: Candidate, reason: string): Promise<boolean> {
  const { id, org_id: orgId, face, url, failing_since: failingSince } = candidate;
  const now = new Date(ports.clock.now());
  return changeRoutes(ports, orgId, async (query) => {
    const changed = await query(
      `update subscriptions set status = 'disabled', disabled_reason = $3, updated_at = $4, revision = revision + 1
       where id = $1 and status = 'active' and failing_since = $2 returning 1`,
      [id, failingSince, reason, now],
    );
    if (changed.length === 0) return { value: false, subscriptionId: undefined };
    const { count } = await failuresSince(query, id, failingSince);
    const event = noticeEvent(
      'webhook_subscription_disabled',
      { id, orgId, face, url, failingSince },
      count,
      {
        reason,
        disabled_at: now.toISOString(),
      },
    );
    return { value: true, subscriptionId: id, events: [event] };
  });
}
