import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Clock } from '../../kit/clock.ts';
import { isDatabaseUnavailable, isPartUnavailable, type QueryRows, queryPool } from '../../kit/db/index.ts';
import { AppError } from '../../kit/errors/index.ts';
import { leafHash } from '../../kit/merkle/index.ts';
import type { Tracing } from '../../kit/observability/index.ts';
import { required } from '../../kit/required.ts';
import { AppendLanes, type Waiting, type WaitingByOrg } from './append-lanes.ts';
import { endAppendSpans, startAppendSpan } from './append-span.ts';
import type { AppendParticipant, OrgBatch } from './append-statement.repository.ts';
import { AppendWriter } from './append-writer.ts';
import type { LoggedEvent, NewEvent, PendingEvent } from './event.ts';
import { formatEventRecord } from './event-record.ts';
import { LogMachines } from './log-machines.ts';
import { groupByOrg, toLogged, toPendingEvent } from './pending-event.ts';
import { findRepeatedEvents, isRepeatedId } from './repeated-event.repository.ts';
import { RouteVersions } from './route-versions.ts';
import { isPassing } from './spread-log-failures.ts';

export interface LogAppenderOptions {
  pool: Pool;
  clock: Clock;
  participants: readonly AppendParticipant[];
  /** Unset: tracing is off. */
  tracing?: Tracing | undefined;
  /** Called after each commit with the organizations that have new events, and the number of events. */
  onCommitted?(orgIds: string[], events: number): void;
}

/**
 * If an organization's routes change during each of this many tries, its events are refused as unavailable.
 */
const MAX_STALE_TRIES = 20;

const MAX_PASSING_TRIES = 5;

/**
 * Appends events to the logs. Events that arrive during a statement form the next one (group commit), so that
 * all of them share the cost of a commit.
 */
export class LogAppender {
  readonly #options: LogAppenderOptions;
  readonly #writer: AppendWriter;
  readonly #machines: LogMachines;
  readonly #versions: RouteVersions;
  readonly #query: QueryRows;
  readonly #lanes: AppendLanes;
  #statements = 0;

  constructor(options: LogAppenderOptions) {
    this.#options = options;
    this.#machines = new LogMachines(queryPool(options.pool));
    this.#writer = new AppendWriter({ ...options, machines: this.#machines });
    this.#lanes = new AppendLanes((batch) => this.#flush(batch), this.#machines);
    this.#versions = new RouteVersions(options.participants);
    this.#query = async <Row>(text: string, values?: unknown[]) => {
      this.#statements++;
      return (await options.pool.query(text, values)).rows as Row[];
    };
  }

  /** Database round trips so far. */
  get statements(): number {
    return this.#statements + this.#writer.statements;
  }

  /** Resolves once the event, its leaf and everything it causes are durable. */
  append(event: NewEvent): Promise<LoggedEvent> {
    return new Promise((resolve, reject) => {
      const events = [this.#prepare(event)];
      this.#lanes.add(event.orgId, {
        events,
        resolve: (logged) => resolve(required(logged[0], 'the event just written')),
        reject,
      });
    });
  }

  /** Like `append` for several events of one organization, in their order: all or none. */
  appendAll(events: readonly NewEvent[]): Promise<readonly LoggedEvent[]> {
    return new Promise((resolve, reject) => {
      if (events.length === 0) return resolve([]);
      const [{ orgId }] = events as [NewEvent];
      if (events.some((event) => event.orgId !== orgId)) throw new Error('appendAll takes one organization');
      this.#lanes.add(orgId, { events: events.map((event) => this.#prepare(event)), resolve, reject });
    });
  }

  /**
   * Appends within the caller's transaction. The returned function dispatches what the events caused; call it
   * with true after the commit, with false and the error after a rollback.
   */
  async appendIn(
    query: QueryRows,
    events: NewEvent[],
  ): Promise<{ events: LoggedEvent[]; settle: SettleAppend }> {
    const pending = events.map((event) => this.#prepare(event));
    this.#machines.checkIfDue([...new Set(events.map(({ orgId }) => orgId))]);
    const all: WrittenBatch[] = [];
    try {
      await this.#write(
        groupByOrg(pending, (event) => event.orgId),
        query,
        (written) => all.push(...written),
      );
    } catch (error) {
      this.#settle(all, false, error);
      throw error;
    }
    const logged = new Map(
      all.flatMap((written) => this.#toLogged(written)).map((event) => [event.id, event]),
    );
    return {
      events: pending.map((event) => required(logged.get(event.id), 'an event just written')),
      settle: (committed, error) => this.#settle(all, committed, error),
    };
  }

  /** Makes an organization's next append reread its routes. */
  forgetRoutes(orgId: string): void {
    this.#versions.forget(orgId);
  }

  /** Resolves when everything submitted has been written or refused. */
  async drain(): Promise<void> {
    await this.#lanes.drain();
  }

  #prepare(event: NewEvent): PendingEvent {
    const { clock, tracing } = this.#options;
    const pending = toPendingEvent(event, clock.now());
    if (tracing !== undefined) pending.span = startAppendSpan(tracing, pending);
    return pending;
  }

  async #flush(waiting: WaitingByOrg, tries = 1): Promise<void> {
    const events = new Map<string, PendingEvent[]>();
    for (const [orgId, group] of waiting) {
      const all: PendingEvent[] = [];
      for (const one of group) for (const event of one.events) all.push(event);
      events.set(orgId, all);
    }
    this.#machines.checkIfDue([...waiting.keys()]);
    try {
      await this.#write(events, this.#query, (written) => {
        this.#settle(written, true);
        for (const one of written) {
          this.#toLogged(one);
          const { orgId, events, plans } = one.batch;
          this.#lanes.caused(orgId, events.length, this.#rows(plans));
          // The same objects, which now have their positions in the log.
          for (const { events, resolve } of waiting.get(orgId) ?? [])
            resolve(events as readonly LoggedEvent[]);
          waiting.delete(orgId);
        }
      });
    } catch (error) {
      if (!isRepeatedId(error) && !(this.#machines.isSpread && isPartUnavailable(error)))
        this.#machines.lookAgain();
      if (isPassing(error) && tries < MAX_PASSING_TRIES) {
        await setTimeout(tries * 50);
        return this.#flush(waiting, tries + 1);
      }
      await this.#giveUp([...waiting.values()].flat(), error);
    }
  }

  async #giveUp(batch: Waiting[], error: unknown): Promise<void> {
    // One event that the database refuses must not fail the others.
    if (batch.length > 1 && !isDatabaseUnavailable(error)) {
      for (const one of batch)
        await this.#flush(new Map([[required(one.events[0], 'an event').orgId, [one]]]));
    } else if (batch.length === 1 && isRepeatedId(error)) {
      const [{ events, resolve, reject }] = batch as [Waiting];
      await this.#findRepeated(required(events[0], 'an event').orgId, events).then(resolve, reject);
    } else {
      for (const { events, reject } of batch) {
        for (const { span } of events) span?.end('the event was not written');
        reject(error);
      }
    }
  }

  /** Events written before under the same ids, with the runs they started then. */
  async #findRepeated(orgId: string, events: readonly PendingEvent[]): Promise<LoggedEvent[]> {
    const found = await findRepeatedEvents(orgId, events, this.#query);
    for (const participant of this.#options.participants) {
      const runs = await participant.countRuns?.(this.#query, orgId, found);
      found.forEach((event, i) => {
        event.workflowRuns += runs?.[i] ?? 0;
      });
    }
    return found;
  }

  /**
   * Writes the events, retrying until every organization's routes are current. Reports what is written
   * immediately and removes it from `rest`.
   */
  async #write(
    rest: Map<string, PendingEvent[]>,
    query: QueryRows,
    onWritten: (written: WrittenBatch[]) => void,
  ): Promise<void> {
    for (let tries = 0; rest.size > 0; tries++) {
      if (tries === MAX_STALE_TRIES) {
        throw new AppError('unavailable', {
          message: 'The subscriptions of this organization are changing all the time. Try again in a moment.',
          headers: { 'retry-after': '1' },
        });
      }
      const written = await this.#writeOnce(rest, query);
      for (const { batch } of written) rest.delete(batch.orgId);
      if (written.length > 0) onWritten(written);
      for (const orgId of rest.keys()) this.#versions.forget(orgId);
    }
  }

  async #writeOnce(byOrg: Map<string, PendingEvent[]>, query: QueryRows): Promise<WrittenBatch[]> {
    const { participants } = this.#options;
    const orgIds = [...byOrg.keys()];
    while (orgIds.some((orgId) => this.#versions.get(orgId) === undefined)) {
      await this.#versions.load(orgIds, query);
    }
    const batches: OrgBatch[] = [];
    const bases = new Map<string, number>();
    let failure: unknown;
    try {
      // Nothing may happen between the check above and the plans.
      for (const [orgId, events] of byOrg) {
        const plans: unknown[] = [];
        const routesVersion = required(this.#versions.get(orgId), 'the version of the routes');
        batches.push({ orgId, events, routesVersion, plans });
        for (const participant of participants) plans.push(participant.plan(orgId, events));
      }
      const hashes = batches.flatMap((batch) =>
        batch.events.map((event) => leafHash(formatEventRecord(event))),
      );
      const inTransaction = query === this.#query ? undefined : query;
      for (const head of await this.#writer.write(batches, hashes, inTransaction)) {
        bases.set(head.org_id, head.base);
      }
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      for (const batch of batches)
        if (!bases.has(batch.orgId)) this.#settle([{ batch, base: -1 }], false, failure);
    }
    return batches.flatMap((batch) => {
      const base = bases.get(batch.orgId);
      return base === undefined ? [] : [{ batch, base }];
    });
  }

  #toLogged({ batch, base }: WrittenBatch): LoggedEvent[] {
    return batch.events.map((event, i) => toLogged(event, base + i, this.#workflowRuns(batch, i)));
  }

  #workflowRuns({ plans }: OrgBatch, index: number): number {
    let runs = 0;
    this.#options.participants.forEach((participant, i) => {
      if (participant.workflowRuns !== undefined) runs += participant.workflowRuns(plans[i], index);
    });
    return runs;
  }

  #rows(plans: readonly unknown[]): number {
    return this.#options.participants.reduce((sum, one, i) => sum + (one.rows?.(plans[i]) ?? 0), 0);
  }

  #settle(written: WrittenBatch[], committed: boolean, error?: unknown): void {
    const isUncertain = isDatabaseUnavailable(error);
    for (const { batch, base } of written) {
      this.#options.participants.forEach((participant, i) => {
        // An organization whose planning failed has no plan, nor have those after it.
        if (i >= batch.plans.length) return;
        if (committed) participant.committed(batch.plans[i], base);
        else participant.abandoned(batch.plans[i], isUncertain);
      });
    }
    if (!committed) return;
    if (this.#options.tracing !== undefined) for (const { batch } of written) endAppendSpans(batch.events);
    const events = written.reduce((sum, { batch }) => sum + batch.events.length, 0);
    this.#options.onCommitted?.(
      written.map(({ batch }) => batch.orgId),
      events,
    );
  }
}

/** Call to report how an append's transaction ended. */
export type SettleAppend = (committed: boolean, error?: unknown) => void;

/** The events of one organization, from log position `base` on. */
interface WrittenBatch {
  batch: OrgBatch;
  base: number;
}
