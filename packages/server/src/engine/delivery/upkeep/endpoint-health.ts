import { queryPool } from '../../../kit/db/index.ts';
import type { Completion } from '../completion.ts';
import { changeRoutes, type RoutesPorts } from '../subscriptions/change-routes.ts';
import { disableGoneReceivers } from './disable-failing.ts';
import {
  endFailureSpell,
  type FailingSubscription,
  findNotified,
  findUnnoticed,
  lockNotified,
  markNotified,
  type SeenEnds,
  writeSpells,
} from './failing-subscription.repository.ts';
import { noticeBlocked } from './notice-blocked.ts';
import { failuresOf, noticeEvent, noticeNames } from './notices.ts';

export interface EndpointHealthOptions extends RoutesPorts {
  /** Days with nothing but failures after which a subscription is disabled. */
  disableAfterDays: number;
}

/** How a subscription's attempts ended since the last flush; end times in Unix milliseconds. */
interface Seen {
  orgId: string;
  succeededAt: number | undefined;
  /** The first failure after the last success. */
  failedAt: number | undefined;
  /** The URL that said it is gone for good. */
  goneUrl: string | undefined;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * Tracks which subscriptions are failing. `failing_since` is written only when it changes: everything between
 * two flushes counts as one observation, so that a receiver that fails every other attempt costs one update
 * per second, not one per attempt.
 *
 * A `webhook.subscription.failing` notice is published once per failing spell: when its first delivery
 * becomes a dead letter, or when attempts have done nothing but fail for an hour.
 * `webhook.subscription.recovered` follows when a delivery succeeds after that.
 */
export class EndpointHealth {
  readonly #options: EndpointHealthOptions;
  #seen = new Map<string, Seen>();
  #flushing: Promise<void> = Promise.resolve();
  /** A delivery died that may block others. */
  #hasBlocked = false;

  constructor(options: EndpointHealthOptions) {
    this.#options = options;
  }

  /** Records completed attempts. */
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

  /** Writes changes and publishes due notices. One flush at a time. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => undefined).then(() => this.#flush());
    return this.#flushing;
  }

  async #flush(): Promise<void> {
    if (this.#seen.size === 0) return;
    const seen = this.#seen;
    this.#seen = new Map();
    try {
      await writeSpells(queryPool(this.#options.pool), endsOf(seen));
      for (const { id, orgId, succeededAt, failedAt } of await this.#notified(seen)) {
        await this.#recover(id, orgId, succeededAt, failedAt);
        seen.delete(id);
      }
    } catch (error) {
      this.#takeBack(seen);
      throw error;
    }
    await disableGoneReceivers(this.#options, seen);
    if ([...seen.values()].some(({ failedAt }) => failedAt !== undefined)) await this.noticeFailing();
    if (!this.#hasBlocked) return;
    this.#hasBlocked = false;
    await noticeBlocked(this.#options);
  }

  /** Publishes the notice of each failing spell that warrants one and has none yet. */
  async noticeFailing(): Promise<void> {
    const { pool, clock } = this.#options;
    const due = await findUnnoticed(queryPool(pool), HOUR_MS, noticeNames);
    for (const subscription of due) await this.#notice(subscription, new Date(clock.now()));
  }

  async #notice(subscription: FailingSubscription, now: Date): Promise<void> {
    const disablesAt = subscription.failingSince.getTime() + this.#options.disableAfterDays * DAY_MS;
    await changeRoutes(this.#options, subscription.orgId, async (query) => {
      if (!(await markNotified(query, subscription, now)))
        return { value: undefined, subscriptionId: undefined };
      const { count, last } = await failuresOf(query, subscription);
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
      const failing = await lockNotified(query, { orgId, id }, succeededAt);
      if (failing === undefined) return { value: undefined, subscriptionId: undefined };
      const { count } = await failuresOf(query, failing);
      await endFailureSpell(query, failing, failedAt ?? null);
      const event = noticeEvent('webhook_subscription_recovered', failing, count, {
        recovered_at: new Date(succeededAt).toISOString(),
      });
      return { value: undefined, subscriptionId: undefined, events: [event] };
    });
  }

  /** Those with a success whose failing notice was published. */
  async #notified(seen: ReadonlyMap<string, Seen>) {
    const succeeded = [...seen].flatMap(([id, { succeededAt, ...rest }]) =>
      succeededAt === undefined ? [] : [{ id, succeededAt, ...rest }],
    );
    if (succeeded.length === 0) return [];
    const ids = await findNotified(queryPool(this.#options.pool), succeeded);
    return succeeded.filter(({ id }) => ids.has(id));
  }

  /** What could not be written is older than what arrived meanwhile. */
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

function endsOf(seen: ReadonlyMap<string, Seen>): SeenEnds[] {
  return [...seen].map(([id, { orgId, succeededAt, failedAt }]) => ({
    orgId,
    id,
    succeededAt: succeededAt ?? null,
    failedAt: failedAt ?? null,
  }));
}
