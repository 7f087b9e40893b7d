/**
 * The deliveries whose rows carry this node's lease and that are in its hands. One that failed may
 * be claimed again before the news of its written end is processed, so each is held for an attempt.
 */
export class HeldDeliveries {
  readonly #attempts = new Map<string, number>();

  add(id: string, attempts: number): void {
    this.#attempts.set(id, attempts);
  }

  has(id: string): boolean {
    return this.#attempts.has(id);
  }

  /** Whether this very attempt is in this node's hands. */
  hasAttempt(id: string, attempts: number): boolean {
    return this.#attempts.get(id) === attempts;
  }

  delete(id: string): void {
    this.#attempts.delete(id);
  }

  /** Lets go of a delivery unless it was claimed again, with more attempts behind it. */
  attemptWritten(id: string, attempts: number): void {
    if (this.#attempts.get(id) === attempts) this.#attempts.delete(id);
  }

  get ids(): string[] {
    return [...this.#attempts.keys()];
  }
}
