import { dropOldest } from '../../kit/drop-oldest.ts';
import type { LoggedEvent, PendingEvent } from './event.ts';

/** Events of one organization that are written together or not at all. */
export interface Waiting {
  events: readonly PendingEvent[];
  resolve(events: readonly LoggedEvent[]): void;
  reject(error: unknown): void;
}

/** What one statement writes, by organization. */
export type WaitingByOrg = Map<string, Waiting[]>;

interface Lane {
  queues: WaitingByOrg;
  flushing: Promise<void> | undefined;
  /** Told that something was added. */
  onAdded?: () => void;
}

/** Statements under way at once for a lane, each of one organization. */
const MAX_APART = 4;

const MAX_BATCH_EVENTS = 500;
const MAX_BATCH_BYTES = 8 * 1_048_576;
/** Rows that the events of a statement cause, deliveries and runs: 20 to 50 ms of the database. */
const MAX_BATCH_ROWS = 2_000;
/** Who causes more rows with an event than this is written apart from the others. */
const WIDE_ROWS = 8;
/** Who causes fewer is written with them again. */
const NARROW_ROWS = WIDE_ROWS / 2;
/** Organizations that are known to cause many rows; the one that did longest ago leaves first. */
const MAX_WIDE = 10_000;

/**
 * What waits to be appended. Events that arrive while a statement is under way form the next one, one of each
 * organization in turn. Organizations whose events cause many rows have a lane of their own, one statement at a
 * time for all of them: the others wait for none of it. Where the log is spread over machines, each statement is of one
 * organization, so that one machine does all of it; some are then under way at once.
 */
export class AppendLanes {
  readonly #write: (batch: WaitingByOrg) => Promise<void>;
  readonly #narrow: Lane = { queues: new Map(), flushing: undefined };
  readonly #wide: Lane = { queues: new Map(), flushing: undefined };
  /** Rows that an event of a wide organization caused of late. */
  readonly #rowsPerEvent = new Map<string, number>();
  #isApart = false;

  /** `write` never rejects, and settles each of its batch. */
  constructor(write: (batch: WaitingByOrg) => Promise<void>) {
    this.#write = write;
  }

  add(orgId: string, waiting: Waiting): void {
    const lane = this.#rowsPerEvent.has(orgId) ? this.#wide : this.#narrow;
    const queue = lane.queues.get(orgId);
    if (queue === undefined) lane.queues.set(orgId, [waiting]);
    else queue.push(waiting);
    lane.flushing ??= this.#flushAll(lane);
    lane.onAdded?.();
  }

  /** Notes what events of an organization caused, before its next ones are written. */
  caused(orgId: string, events: number, rows: number): void {
    const perEvent = rows / events;
    if (perEvent <= WIDE_ROWS && !this.#rowsPerEvent.has(orgId)) return;
    this.#rowsPerEvent.delete(orgId);
    const queue = this.#narrow.queues.get(orgId);
    // It is never in both lanes: its order stays, and its statements do not wait for each other's lock.
    if (perEvent < NARROW_ROWS && !this.#wide.queues.has(orgId)) return;
    this.#rowsPerEvent.set(orgId, perEvent);
    if (this.#rowsPerEvent.size > MAX_WIDE) {
      dropOldest(this.#rowsPerEvent);
    }
    if (queue === undefined) return;
    this.#narrow.queues.delete(orgId);
    for (const waiting of queue) this.add(orgId, waiting);
  }

  /** From now on no statement is of several organizations. */
  keepApart(): void {
    this.#isApart = true;
  }

  /** Resolves when everything that was added has been settled. */
  async drain(): Promise<void> {
    while (this.#narrow.flushing || this.#wide.flushing) {
      await this.#narrow.flushing;
      await this.#wide.flushing;
    }
  }

  async #flushAll(lane: Lane): Promise<void> {
    // Requests that were parsed in this turn of the event loop share the first statement.
    await new Promise((resolve) => setImmediate(resolve));
    while (lane.queues.size > 0) {
      if (this.#isApart) await this.#flushApart(lane);
      else await this.#write(this.#take(lane.queues));
    }
    lane.flushing = undefined;
  }

  /** No two statements are of the same organization: its order stays. */
  async #flushApart(lane: Lane): Promise<void> {
    const { queues } = lane;
    const underWay = new Map<string, Promise<void>>();
    while (queues.size > 0 || underWay.size > 0) {
      for (const [orgId, queue] of queues) {
        if (underWay.size === MAX_APART) break;
        if (underWay.has(orgId)) continue;
        const own: WaitingByOrg = new Map([[orgId, queue]]);
        queues.delete(orgId);
        const batch = this.#take(own);
        const left = own.get(orgId);
        if (left !== undefined) queues.set(orgId, left);
        const written = this.#write(batch).finally(() => underWay.delete(orgId));
        underWay.set(orgId, written);
      }
      // What comes meanwhile does not wait for the slowest of them.
      const added = new Promise<void>((resolve) => {
        lane.onAdded = resolve;
      });
      await Promise.race([...underWay.values(), added]);
    }
  }

  #take(queues: WaitingByOrg): WaitingByOrg {
    const taken: WaitingByOrg = new Map();
    let events = 0;
    let bytes = 0;
    let rows = 0;
    for (const [orgId, queue] of queues) {
      const [next] = queue as [Waiting];
      events += next.events.length;
      for (const event of next.events) bytes += event.data.length;
      rows += next.events.length * (this.#rowsPerEvent.get(orgId) ?? 0);
      const isFull = events > MAX_BATCH_EVENTS || bytes > MAX_BATCH_BYTES || rows > MAX_BATCH_ROWS;
      if (isFull && taken.size > 0) break;
      const own = taken.get(orgId);
      if (own === undefined) taken.set(orgId, [next]);
      else own.push(next);
      queue.shift();
      // Behind the others: a map is walked to what is added meanwhile.
      queues.delete(orgId);
      if (queue.length > 0) queues.set(orgId, queue);
    }
    return taken;
  }
}
