import type { Endpoint } from './endpoint.ts';

/** Endpoints with deliveries waiting in the database: each asks for them when it has room. */
export class Backlogs {
  readonly #marked = new Set<Endpoint>();

  mark(endpoint: Endpoint): void {
    endpoint.backlogSince = performance.now();
    this.#marked.add(endpoint);
  }

  clear(endpoint: Endpoint): void {
    endpoint.backlogSince = undefined;
    this.#marked.delete(endpoint);
  }

  /** Clears the mark of endpoints that had nothing waiting at `atMs` (by `performance.now()`). */
  clearExcept(subscriptionIds: ReadonlySet<string>, atMs: number): void {
    for (const endpoint of this.#marked) {
      if (!subscriptionIds.has(endpoint.subscription.id) && (endpoint.backlogSince ?? 0) < atMs)
        this.clear(endpoint);
    }
  }
}
