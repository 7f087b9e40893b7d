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

/** Fills the batches of receivers that take deliveries in order: with what waits behind those that are leased. */
export class OrderedBatches {
  readonly #options: OrderedBatchesOptions;
  readonly #gathering = new Set<Endpoint>();

  constructor(options: OrderedBatchesOptions) {
    this.#options = options;
  }

  /** A delivery of it came out of the database. */
  note(endpoint: Endpoint): void {
    if (endpoint.gathersInOrder) this.#gathering.add(endpoint);
  }

  /** To be called after each claim: a new event of a key that is gathered is due until a claim has looked at it. */
  async fill(): Promise<void> {
    for (const endpoint of this.#gathering) {
      const heads = endpoint.gathersInOrder ? endpoint.headsToFollow() : [];
      if (heads.length === 0) this.#gathering.delete(endpoint);
      else if (endpoint.batchRoom > 0)
        this.#options.dispatcher.follow(endpoint, await this.#read(endpoint, heads));
    }
  }

  /** What waits behind these deliveries of their keys and may go with them, in the log's order. */
  async #read(endpoint: Endpoint, heads: readonly Delivery[]): Promise<Following[]> {
    const { pool, nodeId, clock } = this.#options;
    const known = heads.map((head) => (endpoint.followers.of(head).at(-1) ?? head).event.position);
    const headIds = heads.map(({ id }) => id);
    const orgIds = heads.map(({ event }) => event.orgId);
    const bounds = { limit: endpoint.batchRoom, bytes: MAX_BATCH_BYTES };
    return readFollowers(pool, { orgIds, headIds, known, nodeId, nowMs: clock.now() }, bounds);
  }
}
