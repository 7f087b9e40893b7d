import type { PoolClient } from 'pg';
import type { Diversion } from '../../kit/db/index.ts';
import type { Replica } from './replica.ts';

/** A read that is answered by a replica. */
export class Reading implements Diversion {
  readonly #replica: Replica;
  readonly #since: number;
  readonly #isHome: boolean;
  #isOver = false;
  #left: 'behind' | 'asked_again' | undefined;
  #moment: number | undefined;

  /**
   * @param since commits before this time must be visible
   * @param options `isHome`: this replica always answers the reader, as long as it can
   */
  constructor(replica: Replica, since: number, { isHome }: { isHome: boolean }) {
    this.#replica = replica;
    this.#since = since;
    this.#isHome = isHome;
  }

  /** The oldest state that part of the answer reflects; undefined when nothing was read there. */
  get moment(): number | undefined {
    return this.#moment;
  }

  /** Why part of it was read from the primary; undefined when nothing was. */
  get left(): 'behind' | 'asked_again' | undefined {
    return this.#left;
  }

  /** Part of the answer may be newer than the state of the reader's own replica. */
  get showsNewest(): boolean {
    return !this.#isHome || this.#left !== undefined;
  }

  take(): Promise<PoolClient | undefined> | undefined {
    return this.#isOver ? undefined : this.#take();
  }

  failed(error: unknown): void {
    this.leave();
    this.#replica.failed(error);
  }

  /** Uses the primary from here on. */
  leave(why: 'behind' | 'asked_again' = 'asked_again'): void {
    this.#left ??= why;
    this.#isOver = true;
  }

  /** It is answered: later work is not part of it. */
  end(): void {
    this.#isOver = true;
  }

  async #take(): Promise<PoolClient | undefined> {
    const lent = await this.#replica.lend(this.#since, this.#moment);
    if (lent === undefined) {
      this.leave('behind');
      return undefined;
    }
    this.#moment = Math.min(this.#moment ?? Number.POSITIVE_INFINITY, lent.moment);
    return lent.client;
  }
}
