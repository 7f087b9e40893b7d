import { queryPool } from '../../../kit/db/index.ts';
import type { Completion } from '../completion.ts';
import { changeRoutes, type RoutesPorts } from '../subscriptions/change-routes.ts';
import { disableGone } from './disable-failing.ts';
import { noticeBlocked } from './notice-blocked.ts';
import { type FailingSubscription, failuresSince, noticeEvent, noticeNames } from './notices.ts';

export interface EndpointHealthOptions extends RoutesPorts {
  /** Days with nothing but failures after which a subscription is disabled. */
  disableAfterDays: number;
}

/** How the attempts of one subscription ended since the last flush; Unix milliseconds of their ends. */
interface Seen {
  orgId: string;
  succeededAt: number | undefined;
  /** The first failure after the last success. */
  failedAt: number | undefined;
  /** The URL that said it will not be back. */
  goneUrl: string | undefined;
}

interface FailingRow {
  id: string;
  org_id: string;
  face: FailingSubscription['face'];
  url: string;
  failing_since: Date;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * Follows which subscriptions are failing. `failing_since` is written when it changes only: what
 * happens within the time between two flushes counts as one look, so that a receiver that fails
 * every other attempt costs one update a second, not one for each attempt.
 *
 * A notice `webhook.subscription.failing` goes out once in a spell: when its first delivery lands in
 * the dead letters, or when attempts have only failed for an hour. `webhook.subscription.recovered`
 * follows when a delivery succeeds after that.
 */
export class EndpointHealth {
  readonly #options: EndpointHealthOptions;
  #seen = new Map<string, Seen>();
  #flushing: Promise<void> = Promise.resolve();
  /** A delivery died that others may wait for. */
  #hasBlocked = false;

  constructor(options: EndpointHealthOptions) {
    this.#options = options;
  }

  /** Takes note of attempts that ended. */
  record(completions: readonly Completion[]): void {
    for (const { delivery, subscription, next, attemptedAt, responseTimeMs, isGone } of completions) {
      this.#hasBlocked ||= next === 'dead' && subscription.ordering?.onFailure === 'block';
      if (noticeNames.includes(delivery.eventName)) continue;
      const endedAt = attemptedAt + responseTimeMs;
      let seen = this.#seen.get(subscription.id);
      if (seen === undefined) {
        seen = { orgId: subscription.orgId, succeededAt: undefined, failedAt: undefined, goneUrl: undefined };
        this.#seen.set(subscription.id, seen);
      }
      if (next === 'done') {
        seen.succeededAt = endedAt;
        seen.failedAt = undefined;
      } else {
        seen.failedAt ??= endedAt;
        if (isGone) seen.goneUrl = subscription.url;
      }
    }
  }

  /** Writes what changed and publishes the notices that are due. One flush at a time. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => undefined).then(() => this.#flush());
    return this.#flushing;
  }

  async #flush(): Promise<void> {
    if (this.#seen.size === 0) return;
    const seen = this.#seen;
    this.#seen = new Map();
    try {
      await this.#write(seen);
      for (const [id, { orgId, succeededAt, failedAt }] of await this.#notified(seen)) {
        await this.#recover(id, orgId, succeededAt!, failedAt);
        seen.delete(id);
      }
    } catch (error) {
      this.#takeBack(seen);
      throw error;
    }
    await disableGone(this.#options, seen);
    if ([...seen.values()].some(({ failedAt }) => failedAt !== undefined)) await this.noticeFailing();
    if (!this.#hasBlocked) return;
    this.#hasBlocked = false;
    await noticeBlocked(this.#options);
  }

  /** Publishes the notice of each failing spell that calls for one and has none yet. */
  async noticeFailing(): Promise<void> {
    const { pool, clock } = this.#options;
    const due = await queryPool(pool)<FailingRow>(
      `select s.id, s.org_id, s.face, s.url, s.failing_since from subscriptions s
       where s.failing_since is not null and s.failing_notified_at is null and s.status = 'active'
         and (exists (select 1 from dead_letters d where d.subscription_id = s.id
             and d.failed_at >= s.failing_since and not (d.event_name = any($1::text[])))
           or exists (select 1 from delivery_attempts a where a.subscription_id = s.id
             and a.attempted_at >= s.failing_since + $2 * interval '1 millisecond'
             and not a.succeeded and a.kind = 'event' and not (a.event_name = any($1::text[]))))`,
      [noticeNames, HOUR_MS],
    );
    for (const row of due) await this.#notice(toFailing(row), new Date(clock.now()));
  }

  async #notice(subscription: FailingSubscription, now: Date): Promise<void> {
    const disablesAt = subscription.failingSince.getTime() + this.#options.disableAfterDays * DAY_MS;
    await changeRoutes(this.#options, subscription.orgId, async (query) => {
      const marked = await query(
        `update subscriptions set failing_notified_at = $3
         where id = $1 and failing_since = $2 and failing_notified_at is null returning 1`,
        [subscription.id, subscription.failingSince, now],
      );
      // Another node was first, or the spell ended.
      if (marked.length === 0) return { value: undefined, subscriptionId: undefined };
      const { count, last } = await failuresSince(query, subscription.id, subscription.failingSince);
      const event = noticeEvent('webhook_subscription_failing', subscription, count, {
        last_response_code: last.responseCode,
        last_error: last.responseCode === null ? last.error : null,
        disables_at: new Date(disablesAt).toISOString(),
      });
      return { value: undefined, subscriptionId: undefined, events: [event] };
    });
  }

  async #recover(
    id: string,
    orgId: string,
    succeededAt: number,
    failedAt: number | undefined,
  ): Promise<void> {
    await changeRoutes(this.#options, orgId, async (query) => {
      const [row] = await query<FailingRow>(
        `select id, org_id, face, url, failing_since from subscriptions
         where id = $1 and failing_notified_at is not null and failing_since <= to_timestamp($2 / 1000.0) for update`,
        [id, succeededAt],
      );
      if (row === undefined) return { value: undefined, subscriptionId: undefined };
      const { count } = await failuresSince(query, id, row.failing_since);
      await query(
        `update subscriptions set failing_since = to_timestamp($2 / 1000.0), failing_notified_at = null where id = $1`,
        [id, failedAt ?? null],
      );
      const event = noticeEvent('webhook_subscription_recovered', toFailing(row), count, {
        recovered_at: new Date(succeededAt).toISOString(),
      });
      return { value: undefined, subscriptionId: undefined, events: [event] };
    });
  }

  /** One statement for all spells that begin, and all that end without anybody having been told of them. */
  async #write(seen: ReadonlyMap<string, Seen>): Promise<void> {
    await queryPool(this.#options.pool)(
      `with seen as (
         select * from unnest($1::uuid[], $2::float8[], $3::float8[]) as e(id, succeeded_at, failed_at)
       ),
       locked as (
         select s.id, e.failed_at from subscriptions s join seen e on e.id = s.id
         where s.failing_notified_at is null and case when s.failing_since is null
           then e.failed_at is not null else to_timestamp(e.succeeded_at / 1000.0) >= s.failing_since end
         order by s.id for no key update of s
       )
       update subscriptions s set failing_since = to_timestamp(l.failed_at / 1000.0)
       from locked l where s.id = l.id`,
      [
        [...seen.keys()],
        [...seen.values()].map(({ succeededAt }) => succeededAt ?? null),
        [...seen.values()].map(({ failedAt }) => failedAt ?? null),
      ],
    );
  }

  /** Those with a success whose failing was told. */
  async #notified(seen: ReadonlyMap<string, Seen>): Promise<[string, Seen][]> {
    const succeeded = [...seen].filter(([, { succeededAt }]) => succeededAt !== undefined);
    if (succeeded.length === 0) return [];
    const rows = await queryPool(this.#options.pool)<{ id: string }>(
      'select id from subscriptions where id = any($1::uuid[]) and failing_since is not null and failing_notified_at is not null',
      [succeeded.map(([id]) => id)],
    );
    const ids = new Set(rows.map(({ id }) => id));
    return succeeded.filter(([id]) => ids.has(id));
  }

  /** What could not be written is older than what came meanwhile. */
  #takeBack(older: Map<string, Seen>): void {
    for (const [id, newer] of this.#seen) {
      const before = older.get(id);
      if (before === undefined || newer.succeededAt !== undefined) older.set(id, newer);
      else {
        before.failedAt ??= newer.failedAt;
        before.goneUrl ??= newer.goneUrl;
      }
    }
    this.#seen = older;
  }
}

function toFailing(row: FailingRow): FailingSubscription {
  return {
    id: row.id,
    orgId: row.org_id,
    face: row.face,
    url: row.url,
    failingSince: row.failing_since,
  };
}
