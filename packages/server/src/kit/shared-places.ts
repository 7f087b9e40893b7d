interface Waiting {
  owner: string;
  enter(): void;
}

/**
 * A semaphore for operations that hold much memory, such as answers to slow readers. One owner gets only a
 * limited number of places, so that some remain for others; whoever finds none queues in order of arrival.
 */
export class SharedPlaces {
  readonly #total: number;
  readonly #ofOwner: number;
  readonly #taken = new Map<string, number>();
  #inAll = 0;
  readonly #waiting = new Set<Waiting>();

  constructor(total: number, ofOwner: number) {
    this.#total = total;
    this.#ofOwner = ofOwner;
  }

  /** Waits for a place. Resolves with a function that releases it, to be called once. */
  async take(owner: string): Promise<() => void> {
    if (this.#isFree(owner)) this.#enter(owner);
    else {
      await new Promise<void>((resolve) => {
        const waiting = { owner, enter: resolve };
        this.#waiting.add(waiting);
      });
    }
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      this.#leave(owner);
    };
  }

  #isFree(owner: string): boolean {
    return this.#inAll < this.#total && (this.#taken.get(owner) ?? 0) < this.#ofOwner;
  }

  #enter(owner: string): void {
    this.#inAll++;
    this.#taken.set(owner, (this.#taken.get(owner) ?? 0) + 1);
  }

  #leave(owner: string): void {
    this.#inAll--;
    const left = (this.#taken.get(owner) ?? 1) - 1;
    if (left === 0) this.#taken.delete(owner);
    else this.#taken.set(owner, left);
    for (const waiting of this.#waiting) {
      if (this.#inAll >= this.#total) return;
      if (!this.#isFree(waiting.owner)) continue;
      this.#waiting.delete(waiting);
      this.#enter(waiting.owner);
      waiting.enter();
    }
  }
}
