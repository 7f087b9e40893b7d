import type { Delivery } from './subscription.ts';

export interface Following {
  headId: string;
  follower: Delivery;
}

/**
 * Deliveries in order that go in one request with an earlier one of their key, its head. The head's lease stands for them:
 * forgetting them gives nothing up.
 */
export class Followers {
  readonly #of = new Map<string, Delivery[]>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Those of a head, in the log's order. */
  of(head: Delivery): readonly Delivery[] {
    return this.#of.get(head.id) ?? [];
  }

  add(headId: string, follower: Delivery): void {
    const known = this.#of.get(headId);
    if (known === undefined) this.#of.set(headId, [follower]);
    else known.push(follower);
    this.#count++;
  }

  /** Forgets those of heads that are no longer here. */
  drop(heads: readonly Delivery[]): Delivery[] {
    if (this.#count === 0) return [];
    const dropped = heads.flatMap((head) => this.#of.get(head.id) ?? []);
    for (const { id } of heads) this.#of.delete(id);
    this.#count -= dropped.length;
    return dropped;
  }
}
