import type { Endpoint } from './endpoint.ts';

/** One timer per endpoint that may start something later. */
export class EndpointTimers {
  readonly #set = new Map<Endpoint, { timer: NodeJS.Timeout; dueAt: number }>();
  readonly #onDue: (endpoint: Endpoint) => void;

  constructor(onDue: (endpoint: Endpoint) => void) {
    this.#onDue = onDue;
  }

  set(endpoint: Endpoint, waitMs: number): void {
    const dueAt = performance.now() + waitMs;
    const set = this.#set.get(endpoint);
    // Waits for a batch and for the rate limit may be set in either order; the earlier one wins.
    if (set !== undefined && set.dueAt <= dueAt) return;
    clearTimeout(set?.timer);
    const timer = setTimeout(() => {
      this.#set.delete(endpoint);
      this.#onDue(endpoint);
    }, waitMs);
    this.#set.set(endpoint, { timer, dueAt });
  }

  clear(endpoint: Endpoint): void {
    clearTimeout(this.#set.get(endpoint)?.timer);
    this.#set.delete(endpoint);
  }
}
