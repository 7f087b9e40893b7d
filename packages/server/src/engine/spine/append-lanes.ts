import { dropOldest } from '../../kit/drop-oldest.ts';
import type { LoggedEvent, PendingEvent } from './event.ts';

/** Events of one organization that are written atomically. */
export interface Waiting {
  events: readonly PendingEvent[];
  resolve(events: readonly LoggedEvent[]): void;
  reject(error: unknown): void;
}

/** What one statement writes, by organization. */
export type WaitingByOrg = Map<string, Waiting[]>;

/** Maps organizations to machines. */
export interface Places {
  /** The machine that stores an organization's log; undefined until it has been looked up. */
  of(orgId: string): number | undefined;
  /** Looks them up for `of`. Never rejects. */
  find(orgIds: readonly string[]): Promise<void>;
}

interface Lane {
  queues: WaitingByOrg;
  flushing: Promise<void> | undefined;
}

interface MachineLanes {
  narrow: Lane;
  wide: Lane;
}

const MAX_BATCH_EVENTS = 500;
const MAX_BATCH_BYTES = 8 * 1_048_576;
/** Rows caused by the events of a statement (deliveries and runs): 20 to 50 ms of database time. */
const MAX_BATCH_ROWS = 2_000;
/** Organizations whose events cause more rows than this are written separately. */
const WIDE_ROWS = 8;
/** Below this they are written with the others again. */
const NARROW_ROWS = WIDE_ROWS / 2;
/** Organizations known to cause many rows; the least recent one is forgotten first. */
const MAX_WIDE = 10_000;

/**
 * Events waiting to be appended. Those that arrive during a statement form the next one, taking one of each
 * organization in turn. Organizations whose events cause many rows share a separate lane with one statement
 * at a time, so the others do not wait for them. If the log is distributed, each machine has its own lanes:
 * no statement spans two, and a slow or failed machine holds up only its own organizations.
 */
export class AppendLanes {
  readonly #write: (batch: WaitingByOrg) => Promise<void>;
  readonly #places: Places;
  readonly #lanes = new Map<number, MachineLanes>();
  /** Waiting to learn their machine. */
  readonly #unplaced: Lane = { queues: new Map(), flushing: undefined };
  /** Rows that a wide organization's events caused recently. */
  readonly #rowsPerEvent = new Map<string, number>();

  /** `write` must never reject, and must settle every item of its batch. */
  constructor(write: (batch: WaitingByOrg) => Promise<void>, places: Places) {
    this.#write = write;
    this.#places = places;
  }

  add(orgId: string, waiting: Waiting): void {
    const lane = this.#laneOf(orgId);
    const queue = lane.queues.get(orgId);
    if (queue === undefined) lane.queues.set(orgId, [waiting]);
    else queue.push(waiting);
    lane.flushing ??= lane === this.#unplaced ? this.#placeAll() : this.#flushAll(lane);
  }

  /** Records what an organization's events caused, before its next ones are written. */
  caused(orgId: string, events: number, rows: number): void {
    const perEvent = rows / events;
    if (perEvent <= WIDE_ROWS && !this.#rowsPerEvent.has(orgId)) return;
    this.#rowsPerEvent.delete(orgId);
    const machine = this.#places.of(orgId);
    const lanes = machine === undefined ? undefined : this.#lanesOn(machine);
    const queue = lanes?.narrow.queues.get(orgId);
    // An organization is never in both lanes: this keeps its order, and its statements do not contend for a
    // lock.
    if (perEvent < NARROW_ROWS && !lanes?.wide.queues.has(orgId)) return;
    this.#rowsPerEvent.set(orgId, perEvent);
    if (this.#rowsPerEvent.size > MAX_WIDE) {
      dropOldest(this.#rowsPerEvent);
    }
    if (queue === undefined) return;
    lanes?.narrow.queues.delete(orgId);
    for (const waiting of queue) this.add(orgId, waiting);
  }

  /** Resolves when everything added so far has settled. */
  async drain(): Promise<void> {
    const busy = () => this.#all().find(({ flushing }) => flushing !== undefined);
    for (let lane = busy(); lane !== undefined; lane = busy()) await lane.flushing;
  }

  #all(): Lane[] {
    return [this.#unplaced, ...[...this.#lanes.values()].flatMap(({ narrow, wide }) => [narrow, wide])];
  }

  #laneOf(orgId: string): Lane {
    const machine = this.#places.of(orgId);
    if (machine === undefined) return this.#unplaced;
    const { narrow, wide } = this.#lanesOn(machine);
    return this.#rowsPerEvent.has(orgId) ? wide : narrow;
  }

  #lanesOn(machine: number): MachineLanes {
    let lanes = this.#lanes.get(machine);
    if (lanes === undefined) {
      const lane = (): Lane => ({ queues: new Map(), flushing: undefined });
      lanes = { narrow: lane(), wide: lane() };
      this.#lanes.set(machine, lanes);
    }
    return lanes;
  }

  /** Moves what is waiting to the lanes of its machines. */
  async #placeAll(): Promise<void> {
    const { queues } = this.#unplaced;
    while (queues.size > 0) {
      await this.#places.find([...queues.keys()]);
      for (const [orgId, queue] of [...queues]) {
        if (this.#places.of(orgId) === undefined) continue;
        queues.delete(orgId);
        for (const waiting of queue) this.add(orgId, waiting);
      }
    }
    this.#unplaced.flushing = undefined;
  }

  async #flushAll(lane: Lane): Promise<void> {
    // Requests parsed in this turn of the event loop share the first statement.
    await new Promise((resolve) => setImmediate(resolve));
    while (lane.queues.size > 0) await this.#write(this.#take(lane.queues));
    lane.flushing = undefined;
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
      // Goes to the back: iterating a map also visits entries added meanwhile.
      queues.delete(orgId);
      if (queue.length > 0) queues.set(orgId, queue);
    }
    return taken;
  }
}
