import { GroupCommit } from '../../kit/batching/index.ts';
import type { QueryRows } from '../../kit/db/index.ts';
import { forgetWriters, saveWriters, type Writer } from './recent-writers.repository.ts';

/** For so long beyond what is needed others are told at once, so that who writes all the time costs a statement now and then. */
const TOLD_AHEAD_MS = 30_000;
const MAX_TOLD_AT_ONCE = 500;

/**
 * Who has lately written through this node, or seen the newest by it. This node knows when; other nodes are told that it
 * happens, before it does, for a while.
 */
export class RecentWriters {
  readonly #query: QueryRows;
  /** What is older is in every replica that may be read. */
  readonly #recentMs: number;
  readonly #telling: GroupCommit<Writer, void>;
  /** By key, in the time of `performance.now()`. */
  readonly #toldUntil = new Map<string, number>();
  readonly #lastAt = new Map<string, number>();

  constructor(options: { query: QueryRows; nodeId: string; recentMs: number }) {
    const { query, nodeId, recentMs } = options;
    this.#query = query;
    this.#recentMs = recentMs;
    this.#telling = new GroupCommit({
      run: async (writers) => {
        const forMs = recentMs + TOLD_AHEAD_MS;
        const until = performance.now() + forMs;
        await saveWriters(query, nodeId, writers, forMs);
        for (const { keyId } of writers) this.#toldUntil.set(keyId, until);
        return writers.map(() => undefined);
      },
      maxItems: MAX_TOLD_AT_ONCE,
    });
  }

  /** Others know that the writer writes here, for as long as a write of this moment is recent. Undefined: they do already. */
  tell(writer: Writer): Promise<void> | undefined {
    const needed = performance.now() + this.#recentMs;
    return (this.#toldUntil.get(writer.keyId) ?? 0) > needed ? undefined : this.#telling.add(writer);
  }

  /** It has just written, or seen the newest. */
  note({ keyId }: Writer): void {
    this.#lastAt.set(keyId, performance.now());
  }

  /** When that was; undefined when it is long ago, or never was. */
  lastAt({ keyId }: Writer): number | undefined {
    return this.#lastAt.get(keyId);
  }

  /** Forgets what is no longer recent. */
  async forget(): Promise<void> {
    const now = performance.now();
    for (const [keyId, at] of this.#lastAt) if (at < now - this.#recentMs) this.#lastAt.delete(keyId);
    for (const [keyId, until] of this.#toldUntil) if (until < now) this.#toldUntil.delete(keyId);
    await forgetWriters(this.#query);
  }
}
