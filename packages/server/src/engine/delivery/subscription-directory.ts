import type { Clock } from '../../kit/clock.ts';
import { factByName, namesOf, platformOfName } from '../catalog/index.ts';
import { isExactPattern, PatternTrie, type PendingEvent, type QueryRows } from '../spine/index.ts';
import type { Subscription } from './subscription.ts';
import type { SubscriptionStore } from './subscription-store.ts';

interface Route {
  subscription: Subscription;
  exact: boolean;
}

export interface Match {
  subscription: Subscription;
  /** The name that the subscriber asked for. */
  eventName: string;
}

/** Every subscription that this node works with, by id and, for matching, by organization. */
export class SubscriptionDirectory {
  readonly #store: SubscriptionStore;
  readonly #clock: Clock;
  readonly #byId = new Map<string, Subscription>();
  readonly #routes = new Map<string, PatternTrie<Route>>();

  constructor(store: SubscriptionStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  get(id: string): Subscription | undefined {
    return this.#byId.get(id);
  }

  /** Reads the subscriptions of organizations and builds what `match` needs. */
  async loadOrganizations(orgIds: string[], query: QueryRows): Promise<void> {
    const subscriptions = await this.#store.ofOrganizations(orgIds, this.#clock.now(), query);
    for (const orgId of orgIds) this.#routes.set(orgId, new PatternTrie());
    for (const subscription of subscriptions) {
      this.#byId.set(subscription.id, subscription);
      const trie = this.#routes.get(subscription.orgId)!;
      for (const pattern of subscription.patterns) {
        trie.add(pattern, { subscription, exact: isExactPattern(pattern) });
      }
    }
  }

  /** Reads subscriptions anew; returns those that still exist. */
  async reload(ids: string[], query: QueryRows): Promise<Subscription[]> {
    const found = await this.#store.withIds(ids, this.#clock.now(), query);
    for (const id of ids) this.#byId.delete(id);
    for (const subscription of found) this.#byId.set(subscription.id, subscription);
    return found;
  }

  forgetOrganization(orgId: string): void {
    this.#routes.delete(orgId);
  }

  forget(id: string): void {
    this.#byId.delete(id);
  }

  /** The subscriptions that an event reaches, each once, under the name it asked for. */
  match(orgId: string, event: PendingEvent): Match[] {
    const trie = this.#routes.get(orgId);
    if (trie === undefined) throw new Error(`the routes of organization ${orgId} are not loaded`);
    const fact = event.fact === null ? undefined : factByName(event.type);
    const names = fact === undefined ? [event.type] : namesOf(fact);
    const platform = platformOfName(event.type);
    const found = new Map<string, Match & { exact: boolean }>();
    for (const eventName of names) {
      for (const { subscription, exact } of trie.match(eventName)) {
        if (!reachesPlatform(subscription, platform, exact)) continue;
        const earlier = found.get(subscription.id);
        if (earlier && (earlier.exact || !exact)) continue;
        found.set(subscription.id, { subscription, eventName, exact });
      }
    }
    return [...found.values()].filter(({ subscription }) => subscription.filter?.(event.payload) ?? true);
  }
}

/**
 * A subscription of one platform receives that platform's events, and those of no platform that it
 * asks for by their exact name.
 */
function reachesPlatform(subscription: Subscription, platform: string | undefined, exact: boolean): boolean {
  if (subscription.platform === null) return true;
  return platform === undefined ? exact : platform === subscription.platform;
}
