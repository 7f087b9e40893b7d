import { GroupCommit } from '../../kit/batching/index.ts';
import type { QueryRows } from '../../kit/db/index.ts';
import {
  forgetNodes,
  forgetWriters,
  saveWriters,
  type Writer,
  writtenThrough,
} from './recent-writers.repository.ts';

/**
 * Other nodes are told for this much longer than needed, so that a constant writer costs only an occasional
 * statement.
 */
const ANNOUNCED_AHEAD_MS = 30_000;
const MAX_ANNOUNCED_AT_ONCE = 500;

export interface RecentWritersOptions {
  query: QueryRows;
  nodeId: string;
  /** Anything older is present in every readable replica. */
  recentMs: number;
  /** 30 s by default. */
  toldAheadMs?: number;
}

interface AnnouncedWriter extends Writer {
  /** By `performance.now()`. */
  until: number;
}

/**
 * Tracks who has recently written, or seen the newest data, through this node. This node knows when; other
 * nodes are told in advance, for a while, that it happens. This node revokes that by a clock that nobody can
 * change: by the database's clock, a write would seem long past as soon as that clock is set ahead.
 */
export class RecentWriters {
  readonly #options: Required<RecentWritersOptions>;
  readonly #telling: GroupCommit<Writer, void>;
  /** By key. */
  readonly #told = new Map<string, AnnouncedWriter>();
  /** In progress: must not be revoked meanwhile. */
  readonly #beingTold = new Set<string>();
  #takingBack: Promise<void> = Promise.resolve();
  readonly #lastAt = new Map<string, number>();
  /** Nodes that were not alive at the last check. */
  #strange = new Set<string>();

  constructor(options: RecentWritersOptions) {
    this.#options = { toldAheadMs: ANNOUNCED_AHEAD_MS, ...options };
    this.#telling = new GroupCommit({
      run: (writers) => this.#tell(writers),
      maxItems: MAX_ANNOUNCED_AT_ONCE,
    });
  }

  /**
   * Makes other nodes know that the writer writes here, for as long as a write at this moment counts as
   * recent. Undefined: they already know.
   */
  tell(writer: Writer): Promise<void> | undefined {
    const needed = performance.now() + this.#options.recentMs;
    return (this.#told.get(writer.keyId)?.until ?? 0) > needed ? undefined : this.#telling.add(writer);
  }

  /** It has just written, or seen the newest data. */
  note({ keyId }: Writer): void {
    this.#lastAt.set(keyId, performance.now());
  }

  /** When that was; undefined when it is no longer recent, or never happened. */
  lastAt({ keyId }: Writer): number | undefined {
    return this.#lastAt.get(keyId);
  }

  /** Forgets what is no longer recent, and what was left by nodes that were not alive at two checks. */
  async forget(aliveNodeIds: readonly string[]): Promise<void> {
    const { query, nodeId, recentMs } = this.#options;
    const now = performance.now();
    for (const [keyId, at] of this.#lastAt) if (at < now - recentMs) this.#lastAt.delete(keyId);
    const over = [...this.#told.values()].filter(
      ({ keyId, until }) => until < now && !this.#beingTold.has(keyId),
    );
    if (over.length > 0) {
      const takenBack = forgetWriters(query, nodeId, over);
      this.#takingBack = takenBack.catch(() => {});
      await takenBack;
      for (const told of over) if (this.#told.get(told.keyId) === told) this.#told.delete(told.keyId);
    }
    await this.#forgetEnded(new Set([nodeId, ...aliveNodeIds]));
  }

  async #tell(writers: Writer[]): Promise<undefined[]> {
    const { query, nodeId, recentMs, toldAheadMs } = this.#options;
    for (const { keyId } of writers) this.#beingTold.add(keyId);
    try {
      await this.#takingBack;
      const forMs = recentMs + toldAheadMs;
      const until = performance.now() + forMs;
      await saveWriters(query, nodeId, writers, forMs);
      for (const { orgId, keyId } of writers) this.#told.set(keyId, { orgId, keyId, until });
    } finally {
      for (const { keyId } of writers) this.#beingTold.delete(keyId);
    }
    return writers.map(() => undefined);
  }

  async #forgetEnded(alive: ReadonlySet<string>): Promise<void> {
    const { query } = this.#options;
    const strange = (await writtenThrough(query)).filter((id) => !alive.has(id));
    const gone = strange.filter((id) => this.#strange.has(id));
    this.#strange = new Set(strange);
    if (gone.length > 0) await forgetNodes(query, gone);
  }
}
