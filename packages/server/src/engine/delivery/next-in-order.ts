import type { Completion } from './completion.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { SubscriptionDirectory } from './subscription-directory.ts';

/**
 * Whether a node takes on the next delivery of a key when it settles the previous one. It does while the
 * receiver keeps up, which saves a claim. When more are waiting, the claim decides, so that deliveries go by
 * event time and no key starves the others.
 */
export class NextInOrder {
  readonly #directory: SubscriptionDirectory;
  readonly #dispatcher: Dispatcher;
  #hasLeft = false;

  constructor(directory: SubscriptionDirectory, dispatcher: Dispatcher) {
    this.#directory = directory;
    this.#dispatcher = dispatcher;
  }

  followsDirectly({ subscription, next }: Completion): boolean {
    const known = this.#directory.get(subscription.id);
    if (next === 'retry' || known?.status !== 'active') return false;
    const hasOneKey = known.ordering?.path.length === 0;
    const endpoint = this.#dispatcher.endpoint(known);
    // Batches are assembled by the claim.
    const isTaken = !endpoint.gathersInOrder && (hasOneKey || endpoint.backlogSince === undefined);
    this.#hasLeft ||= !isTaken && known.ordering !== null;
    return isTaken;
  }

  /** Whether any was left to a claim since the last call. */
  hasLeft(): boolean {
    const hasLeft = this.#hasLeft;
    this.#hasLeft = false;
    return hasLeft;
  }
}
