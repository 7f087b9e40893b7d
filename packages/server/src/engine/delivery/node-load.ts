import type { DeliverySource, Endpoint } from './endpoint.ts';
import { type Delivery, payloadBytes } from './subscription.ts';

/** Deliveries that the node holds ready over all endpoints, so that a backlog cannot fill its memory. */
const MAX_READY = 20_000;
const MAX_READY_BYTES = 64 * 1_048_576;
/** Deliveries that every endpoint may hold even when others have used up the total count or bytes. */
const FAIR_SHARE = 100;
const FAIR_SHARE_OF_LARGE = 4;
/** Payload bytes that one claim may bring even then. */
const FAIR_CLAIM_BYTES = 8 * 1_048_576;

/** Deliveries waiting in the node's memory for their attempt, over all endpoints. */
export class NodeLoad {
  #count = 0;
  #bytes = 0;

  get count(): number {
    return this.#count;
  }

  add({ event }: Delivery): void {
    this.#count++;
    this.#bytes += event.data.length;
  }

  remove(deliveries: readonly Delivery[]): void {
    this.#count -= deliveries.length;
    this.#bytes -= payloadBytes(deliveries);
  }

  /** Free places for deliveries of this endpoint, straight from events or from the database. */
  roomFor(endpoint: Endpoint, from: DeliverySource): number {
    const isFull = this.#bytes >= MAX_READY_BYTES;
    const left = isFull ? 0 : MAX_READY - this.#count;
    const isFresh = from === 'event';
    const held = isFresh ? endpoint.heldFresh : endpoint.held;
    const share = (isFull ? FAIR_SHARE_OF_LARGE : FAIR_SHARE) - held;
    return Math.min(isFresh ? endpoint.room : endpoint.backlogRoom, Math.max(left, share, 0));
  }

  /** Payload bytes that the node may take on at once. */
  get roomBytes(): number {
    return Math.max(MAX_READY_BYTES - this.#bytes, FAIR_CLAIM_BYTES);
  }
}
