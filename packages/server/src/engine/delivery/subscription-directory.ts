import type { Clock } from '../../kit/clock.ts';
import type { QueryRows } from '../../kit/db/index.ts';
import { factByName, namesOf, platformOfName } from '../catalog/index.ts';
import { isExactPattern, PatternTrie, type PendingEvent } from '../spine/index.ts';
import { subscriptionId } from './envelope.ts';
import { ExaminationBudget } from './filter-looks.ts';
import type { Subscription } from './subscription.ts';
import type { SubscriptionStore } from './subscription-store.repository.ts';

interface Route {
  subscription: Subscription;
  exact: boolean;
  /** Its pattern begins with a word rather than a wildcard, so these events were asked for on purpose. */
  isNamed: boolean;
}

export type Routes = PatternTrie<Route>;

export interface Match {
  subscription: Subscription;
  /** The name that the subscriber asked for. */
  eventName: string;
}

/** The fields that determine where an event goes. */
export type MatchedEvent = Pick<PendingEvent, 'type' | 'fact' | 'data'>;

/** Every subscription that this node handles, by id and, for matching, by organization. */
export class SubscriptionDirectory {
  readonly #store: SubscriptionStore;
  readonly #clock: Clock;
  readonly #byId = new Map<string, Subscription>();
  readonly #routes = new Map<string, Routes>();

  constructor(store: SubscriptionStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  get(id: string): Subscription | undefined {
    return this.#byId.get(id);
  }

  get ids(): string[] {
    return [...this.#byId.keys()];
  }

  /**
   * Reads the subscriptions of organizations and builds what `match` needs; takes effect when the returned
   * function is called.
   */
  async loadOrganizations(orgIds: string[], query: QueryRows): Promise<() => void> {
    const subscriptions = await this.#store.ofOrganizations(orgIds, this.#clock.now(), query);
    for (const subscription of subscriptions) this.#remember(subscription);
    const byOrg = Map.groupBy(subscriptions, ({ orgId }) => orgId);
    const loaded = orgIds.map((orgId) => [orgId, buildRoutes(byOrg.get(orgId) ?? [])] as const);
    return () => {
      for (const [orgId, routes] of loaded) this.#routes.set(orgId, routes);
    };
  }

  /** Rereads subscriptions; returns those that still exist. */
  async reload(ids: string[], query: QueryRows): Promise<Subscription[]> {
    const found = await this.#store.withIds(ids, this.#clock.now(), query);
    const foundIds = new Set(found.map(({ id }) => id));
    for (const id of ids) if (!foundIds.has(id)) this.#byId.delete(id);
    return found.map((subscription) => this.#remember(subscription));
  }

  forgetOrganization(orgId: string): void {
    this.#routes.delete(orgId);
  }

  /** The subscriptions that match an event, under the names they asked for. */
  match(orgId: string, event: MatchedEvent): Match[] {
    const routes = this.#routes.get(orgId);
    if (routes === undefined) throw new Error(`the routes of organization ${orgId} are not loaded`);
    return matchEvent(routes, event);
  }

  /** Reads may overtake one another, so the newest state seen is kept. */
  #remember(subscription: Subscription): Subscription {
    const known = this.#byId.get(subscription.id);
    if (known !== undefined && known.revision > subscription.revision) return known;
    this.#byId.set(subscription.id, subscription);
    return subscription;
  }
}

export function buildRoutes(subscriptions: readonly Subscription[]): Routes {
  const routes: Routes = new PatternTrie();
  for (const subscription of subscriptions) {
    for (const pattern of subscription.patterns) {
      routes.add(pattern, {
        subscription,
        exact: isExactPattern(pattern),
        isNamed: !pattern.startsWith('*'),
      });
    }
  }
  return routes;
}

/**
 * A platform's fact is matched under each of its names. It is delivered under every name that was asked for
 * exactly, or otherwise once, under that of the subscription's own API. Any other event is matched by its
 * type.
 */
export function matchEvent(routes: Routes, event: MatchedEvent): Match[] {
  const fact = event.fact === null ? undefined : factByName(event.type);
  const names = fact === undefined ? [event.type] : namesOf(fact);
  const platform = platformOfName(event.type);
  const isNotice = fact?.platform === 'system';
  const concerned = isNotice ? concernedSubscription(event) : undefined;
  const found = new Map<string, Match & { exact: boolean }>();
  const further: Match[] = [];
  for (const eventName of names) {
    for (const { subscription, exact, isNamed } of routes.match(eventName)) {
      if (!reachesPlatform(subscription, platform, exact)) continue;
      // A wildcard for all events means business events; the service's notices must be asked for by name.
      if (isNotice && !isNamed) continue;
      if (concerned === subscriptionId(subscription.face, subscription.id)) continue;
      const earlier = found.get(subscription.id);
      if (earlier?.exact) {
        if (exact && matchesEachName(subscription)) addOnce(further, earlier, { subscription, eventName });
        continue;
      }
      // If a pattern matches several names, use the one in the catalogue of the subscription's own API.
      const isOwnName = eventName === fact?.names[subscription.face];
      if (earlier && !exact && !isOwnName) continue;
      found.set(subscription.id, { subscription, eventName, exact });
    }
  }
  return found.size === 0 ? [] : [...found.values(), ...further].filter(contentMatcher(event));
}

/**
 * Whether a fact is delivered once for each name the subscription asks for. Not where the second delivery
 * would repeat the first: the Events API's envelope contains only the log's type, a CloudEvent the event's
 * id, and an order has one position.
 */
function matchesEachName({ face, ordering, receiver }: Subscription): boolean {
  return face === 'webhooks' && ordering === null && (receiver === null || receiver.format === 'standard');
}

function addOnce(further: Match[], first: Match, match: Match): void {
  const isSame = (one: Match) =>
    one.subscription.id === match.subscription.id && one.eventName === match.eventName;
  if (!isSame(first) && !further.some(isSame)) further.push(match);
}

/** A failing receiver is not notified of that: it would be one more failing delivery. */
function concernedSubscription(notice: MatchedEvent): unknown {
  return (JSON.parse(notice.data) as { subscription_id?: unknown }).subscription_id;
}

/** Filters see the payload as a receiver would parse it; it is parsed once, and only when needed. */
function contentMatcher(event: MatchedEvent): (match: Match) => boolean {
  let payload: object | undefined;
  const looks = new ExaminationBudget();
  return ({ subscription: { filter } }) => {
    if (filter === null) return true;
    payload ??= JSON.parse(event.data) as object;
    return filter(payload, looks);
  };
}

/**
 * A subscription to one platform receives that platform's events, plus events of no platform that it names
 * exactly.
 */
function reachesPlatform(subscription: Subscription, platform: string | undefined, exact: boolean): boolean {
  if (subscription.platform === null) return true;
  return platform === undefined || platform === 'system' ? exact : platform === subscription.platform;
}
