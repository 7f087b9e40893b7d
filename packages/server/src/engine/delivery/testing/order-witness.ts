/** Detects what a receiver of ordered deliveries must never see. Each key's numbers increase in log order. */
export class OrderWitness {
  readonly #keys = new Map<string, { open: number; delivered: number }>();
  /** Violations, as text. */
  readonly faults: string[] = [];
  requests = 0;
  delivered = 0;
  repeated = 0;

  /** A request arrived. */
  arrived(key: string, n: number): void {
    const seen = this.#seen(key);
    this.requests++;
    if (seen.open > 0) this.faults.push(`${key}: ${n} arrived while another was under way`);
    if (n < seen.delivered) this.faults.push(`${key}: ${n} came after ${seen.delivered}`);
    if (n === seen.delivered) this.repeated++;
    seen.open++;
  }

  /** It was answered, or its sender is gone. */
  answered(key: string, n: number, succeeded: boolean): void {
    const seen = this.#seen(key);
    seen.open--;
    if (!succeeded || n <= seen.delivered) return;
    seen.delivered = n;
    this.delivered++;
  }

  /** The latest delivered number of a key; -1 for none. */
  latest(key: string): number {
    return this.#keys.get(key)?.delivered ?? -1;
  }

  #seen(key: string) {
    let seen = this.#keys.get(key);
    if (seen === undefined) {
      seen = { open: 0, delivered: -1 };
      this.#keys.set(key, seen);
    }
    return seen;
  }
}
