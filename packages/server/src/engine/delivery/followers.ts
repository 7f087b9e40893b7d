import type { Delivery } from './subscription.ts';

export interface Following {
  headId: string;
  follower: Delivery;
}

/**
 * Ordered deliveries that are sent in one request with an earlier one of their key, the head. The head's
 * lease covers them: forgetting them loses nothing.
 */
export class Followers {
  readonly #of = new Map<string, Delivery[]>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Those of a head, in log order. */
  of(head: Delivery): readonly Delivery[] {
    return this.#of.get(head.id) ?? [];
  }

  add(headId: string, follower: Delivery): void {
    const known = this.#of.get(headId);
    if (known === undefined) this.#of.set(headId, [follower]);
    else known.push(follower);
    this.#count++;
  }

  /** Forgets those whose heads are gone. */
  drop(heads: readonly Delivery[]): Delivery[] {
    if (this.#count === 0) return [];
    const dropped = heads.flatMap((head) => this.#of.get(head.id) ?? []);
    for (const { id } of heads) this.#of.delete(id);
    this.#count -= dropped.length;
    return dropped;
  }
}
