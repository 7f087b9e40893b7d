import type { Pool } from 'pg';
import { divert, queryPool } from '../../kit/db/index.ts';
import { AppError } from '../../kit/errors/index.ts';
import type { Principal, ReadAnswer, ReadRequest, Reads, Reply } from '../../kit/http/index.ts';
import { required } from '../../kit/required.ts';
import { boundStream } from './bound-stream.ts';
import { Reading } from './reading.ts';
import { RecentWriters } from './recent-writers.ts';
import type { Replica } from './replica.ts';
import { ReplicaSet, type ReplicaSetOptions } from './replica-set.ts';

/** Whether a replica answered a read, or why not. */
export type ReadOutcome = 'replica' | 'current_wanted' | 'none_serves' | 'behind' | 'asked_again';

/** The node that reads, and its peers. */
export interface ReadingNode {
  /** The primary's. */
  pool: Pool;
  nodeId: string;
  aliveNodeIds(): string[];
}

/** Other nodes remember a write for slightly longer than a replica may lag. */
const SLACK_MS = 1_000;

/**
 * Answers reads that need not be current from replicas, as far as the setting and the request allow them to
 * be stale, and never with data older than what the reader itself wrote or was shown, through any node. If a
 * read fails on a replica, or finds something missing, the primary is asked: the replica may not have it yet.
 */
export class ReplicatedReads implements Reads {
  readonly outcomes = new Map<ReadOutcome, number>();
  readonly #set: ReplicaSet;
  readonly #maxAgeMs: number;
  #writers: RecentWriters | undefined;

  constructor(options: ReplicaSetOptions) {
    this.#set = new ReplicaSet(options);
    this.#maxAgeMs = options.maxAgeMs;
  }

  get replicas(): readonly Replica[] {
    return this.#set.replicas;
  }

  start({ pool, nodeId, aliveNodeIds }: ReadingNode): void {
    const recentMs = this.#maxAgeMs + SLACK_MS;
    const writers = new RecentWriters({ query: queryPool(pool), nodeId, recentMs });
    this.#writers = writers;
    this.#set.start({ pool, nodeId, forget: () => writers.forget(aliveNodeIds()) });
  }

  stop(): Promise<void> {
    return this.#set.stop();
  }

  async current<T>(principal: Principal, run: () => T | Promise<T>): Promise<T> {
    const writers = required(this.#writers, 'who wrote');
    await writers.tell(principal);
    try {
      return await run();
    } finally {
      writers.note(principal);
      // It may have taken so long that other nodes must be told again. If that fails, the write still stands.
      await writers.tell(principal)?.catch(() => {});
    }
  }

  async read({ principal, maxAgeMs }: ReadRequest, run: () => Reply | Promise<Reply>): Promise<ReadAnswer> {
    const arrivedAt = performance.now();
    const reading = await this.#begin(principal, Math.min(maxAgeMs, this.#maxAgeMs));
    const answer = reading && (await this.#readFromReplica(reading, run));
    if (reading === undefined || answer === undefined) {
      return { answer: await this.current(principal, run), ageMs: undefined };
    }
    if (reading.showsNewest) await this.current(principal, () => undefined);
    const { moment } = reading;
    return { answer, ageMs: moment === undefined ? undefined : Math.max(0, arrivedAt - moment) };
  }

  async #begin(principal: Principal, boundMs: number): Promise<Reading | undefined> {
    if (boundMs <= 0) return this.#fallBackToPrimary('current_wanted');
    const picked = this.#set.pick(principal);
    if (picked === undefined) return this.#fallBackToPrimary('none_serves');
    const told = await this.#set.ask(principal).catch(() => undefined);
    if (told === undefined) return this.#fallBackToPrimary('none_serves');
    const { replica, isHome } = picked;
    // Another replica may lag behind the one that answered before.
    const since =
      told.wroteElsewhere || !isHome
        ? told.askedAt
        : Math.max(
            told.askedAt - boundMs,
            required(this.#writers, 'who wrote').lastAt(principal) ?? Number.NEGATIVE_INFINITY,
          );
    return new Reading(replica, since, { isHome });
  }

  #fallBackToPrimary(outcome: ReadOutcome): undefined {
    this.#count(outcome);
    return undefined;
  }

  /** Undefined: the primary has to answer. */
  async #readFromReplica(reading: Reading, run: () => Reply | Promise<Reply>): Promise<Reply | undefined> {
    let answer: Reply;
    try {
      answer = await divert(reading, run);
    } catch (error) {
      if (error instanceof AppError) reading.leave();
      else reading.failed(error);
      this.#count('asked_again');
      return undefined;
    }
    this.#count(reading.left ?? 'replica');
    const { stream } = answer;
    const over = () => reading.end();
    if (stream === undefined) {
      over();
      return answer;
    }
    const within = <T>(part: () => T) => divert(reading, part);
    return { ...answer, stream: boundStream(stream, within, over) };
  }

  #count(outcome: ReadOutcome): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }
}
