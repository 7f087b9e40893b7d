import type { PoolClient } from 'pg';
import type { Diversion } from '../../kit/db/index.ts';
import type { Replica } from './replica.ts';

/** A read that a replica answers. */
export class Reading implements Diversion {
  readonly #replica: Replica;
  readonly #since: number;
  readonly #isHome: boolean;
  #isOver = false;
  #left: 'behind' | 'asked_again' | undefined;
  #moment: number | undefined;

  /**
   * @param since What was committed before is to be seen.
   * @param options `isHome`: the reader is always answered by this replica, as long as it can be.
   */
  constructor(replica: Replica, since: number, { isHome }: { isHome: boolean }) {
    this.#replica = replica;
    this.#since = since;
    this.#isHome = isHome;
  }

  /** The oldest moment that something of the answer is of; undefined when nothing was read there. */
  get moment(): number | undefined {
    return this.#moment;
  }

  /** Why something was asked of the primary; undefined when nothing was. */
  get left(): 'behind' | 'asked_again' | undefined {
    return this.#left;
  }

  /** Something of the answer may be newer than what the reader's own replica has. */
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

  /** The primary is asked from here on. */
  leave(why: 'behind' | 'asked_again' = 'asked_again'): void {
    this.#left ??= why;
    this.#isOver = true;
  }

  /** It is answered: what goes on behind it is no part of it. */
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
