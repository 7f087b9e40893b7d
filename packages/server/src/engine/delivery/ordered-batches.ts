import type { Pool } from 'pg';
import type { Clock } from '../../kit/clock.ts';
import type { Dispatcher } from './dispatcher.ts';
import { readFollowers } from './due-deliveries.repository.ts';
import type { Endpoint } from './endpoint.ts';
import type { Following } from './followers.ts';
import { MAX_BATCH_BYTES } from './receiver/gathering.ts';
import type { Delivery } from './subscription.ts';

export interface OrderedBatchesOptions {
  pool: Pool;
  nodeId: string;
  clock: Clock;
  dispatcher: Dispatcher;
}

/** Fills batches for receivers of ordered deliveries with what is queued behind the leased ones. */
export class OrderedBatches {
  readonly #options: OrderedBatchesOptions;
  readonly #gathering = new Set<Endpoint>();

  constructor(options: OrderedBatchesOptions) {
    this.#options = options;
  }

  /** One of its deliveries came from the database. */
  note(endpoint: Endpoint): void {
    if (endpoint.gathersInOrder) this.#gathering.add(endpoint);
  }

  /** Call after each claim: a new event of a key that is batched stays due until a claim has looked at it. */
  async fill(): Promise<void> {
    for (const endpoint of this.#gathering) {
      const heads = endpoint.gathersInOrder ? endpoint.headsToFollow() : [];
      if (heads.length === 0) this.#gathering.delete(endpoint);
      else if (endpoint.batchRoom > 0)
        this.#options.dispatcher.follow(endpoint, await this.#read(endpoint, heads));
    }
  }

  /** Deliveries queued behind these of the same key that may be sent with them, in log order. */
  async #read(endpoint: Endpoint, heads: readonly Delivery[]): Promise<Following[]> {
    const { pool, nodeId, clock } = this.#options;
    const known = heads.map((head) => (endpoint.followers.of(head).at(-1) ?? head).event.position);
    const headIds = heads.map(({ id }) => id);
    const orgIds = heads.map(({ event }) => event.orgId);
    const bounds = { limit: endpoint.batchRoom, bytes: MAX_BATCH_BYTES };
    return readFollowers(pool, { orgIds, headIds, known, nodeId, nowMs: clock.now() }, bounds);
  }
}
