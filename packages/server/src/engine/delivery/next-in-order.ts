import type { Completion } from './completion.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { SubscriptionDirectory } from './subscription-directory.ts';

/**
 * Whether a node takes on the next delivery of a key, when it settles the one before. While the receiver keeps up it does,
 * which spares a claim. When more waits, the claim decides, so that it goes by the times of events and no key keeps others
 * waiting.
 */
export class NextInOrder {
  readonly #directory: SubscriptionDirectory;
  readonly #dispatcher: Dispatcher;
  #hasLeft = false;

  constructor(directory: SubscriptionDirectory, dispatcher: Dispatcher) {
    this.#directory = directory;
    this.#dispatcher = dispatcher;
  }

  isTakenAfter({ subscription, next }: Completion): boolean {
    const known = this.#directory.get(subscription.id);
    if (next === 'retry' || known?.status !== 'active') return false;
    const hasOneKey = known.ordering?.path.length === 0;
    const endpoint = this.#dispatcher.endpoint(known);
    // A batch is put together by the claim.
    const isTaken = !endpoint.gathersInOrder && (hasOneKey || endpoint.backlogSince === undefined);
    this.#hasLeft ||= !isTaken && known.ordering !== null;
    return isTaken;
  }

  /** Whether any was left to a claim since this was asked last. */
  hasLeft(): boolean {
    const hasLeft = this.#hasLeft;
    this.#hasLeft = false;
    return hasLeft;
  }
}
