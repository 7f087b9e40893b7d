import type { StoredEvent } from './event-rows.ts';

/** The newest events of one log in memory, without gaps. */
export class RecentEvents {
  readonly #maxEvents: number;
  readonly #maxBytes: number;
  #events: StoredEvent[] = [];
  #bytes = 0;
  #end: number;

  constructor(end: number, limits: { maxEvents: number; maxBytes: number }) {
    this.#end = end;
    this.#maxEvents = limits.maxEvents;
    this.#maxBytes = limits.maxBytes;
  }

  /** One past the newest position. */
  get end(): number {
    return this.#end;
  }

  /** The oldest position held. */
  get first(): number {
    return this.#end - this.#events.length;
  }

  /** Adds events that follow the newest one. */
  push(events: readonly StoredEvent[]): void {
    for (const event of events) {
      if (event.position !== this.#end)
        throw new Error(`position ${event.position} does not follow ${this.#end}`);
      this.#events.push(event);
      this.#bytes += sizeOf(event);
      this.#end++;
    }
    let dropped = 0;
    for (const event of this.#events) {
      if (this.#events.length - dropped <= this.#maxEvents && this.#bytes <= this.#maxBytes) break;
      this.#bytes -= sizeOf(event);
      dropped++;
    }
    if (dropped > 0) this.#events.splice(0, dropped);
  }

  /** Up to `limit` events from a position that is held or is the end. */
  from(position: number, limit: number): readonly StoredEvent[] {
    const start = position - this.first;
    return this.#events.slice(start, start + limit);
  }
}

function sizeOf(event: StoredEvent): number {
  return event.data.length + event.metadata.length;
}
