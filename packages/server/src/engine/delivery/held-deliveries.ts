/**
 * Deliveries leased to this node that it is actually handling. A failed one may be claimed again before the
 * news that its result was written is processed, so each is held per attempt.
 */
export class HeldDeliveries {
  readonly #attempts = new Map<string, number>();

  add(id: string, attempts: number): void {
    this.#attempts.set(id, attempts);
  }

  has(id: string): boolean {
    return this.#attempts.has(id);
  }

  /** Whether this node is handling this very attempt. */
  hasAttempt(id: string, attempts: number): boolean {
    return this.#attempts.get(id) === attempts;
  }

  delete(id: string): void {
    this.#attempts.delete(id);
  }

  /** Releases a delivery unless it has been claimed again for a later attempt. */
  attemptWritten(id: string, attempts: number): void {
    if (this.#attempts.get(id) === attempts) this.#attempts.delete(id);
  }

  get ids(): string[] {
    return [...this.#attempts.keys()];
  }
}
