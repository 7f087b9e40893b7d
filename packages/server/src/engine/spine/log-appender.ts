import type { Pool } from 'pg';
import type { Clock } from '../../kit/clock.ts';
import { isDatabaseUnavailable } from '../../kit/db/index.ts';
import { AppError } from '../../kit/errors/index.ts';
import { newUuid, parseId } from '../../kit/ids.ts';
import { leafHash } from '../../kit/merkle/index.ts';
import {
  type AppendParticipant,
  appendParameters,
  appendSql,
  type OrgBatch,
  type QueryRows,
} from './append-statement.ts';
import type { LoggedEvent, NewEvent, PendingEvent } from './event.ts';
import { formatEventRecord } from './event-record.ts';
import { RouteVersions } from './route-versions.ts';

export interface LogAppenderOptions {
  pool: Pool;
  clock: Clock;
  participants: readonly AppendParticipant[];
  /** Told after each commit which organizations have new events. */
  onCommitted?(orgIds: string[]): void;
}

interface Waiting {
  event: PendingEvent;
  resolve(event: LoggedEvent): void;
  reject(error: unknown): void;
}

const MAX_BATCH_EVENTS = 500;
const MAX_BATCH_BYTES = 8 * 1_048_576;
/** An organization whose routes change during each of this many tries has its events refused as unavailable. */
const MAX_STALE_TRIES = 20;

/**
 * Appends events to the logs. Events that arrive while a statement is under way form the next
 * one (group commit), so the cost of a commit is shared by whatever waits for it.
 */
export class LogAppender {
  readonly #options: LogAppenderOptions;
  readonly #sql: string;
  readonly #versions: RouteVersions;
  readonly #query: QueryRows;
  #waiting: Waiting[] = [];
  #flushing: Promise<void> | undefined;
  #statements = 0;

  constructor(options: LogAppenderOptions) {
    this.#options = options;
    this.#sql = appendSql(options.participants);
    this.#versions = new RouteVersions(options.participants);
    this.#query = async <Row>(text: string, values: unknown[]) => {
      this.#statements++;
      // The append statement is named, so that each connection parses it once.
      const name = text === this.#sql ? { name: 'append_events' } : {};
      return (await options.pool.query({ ...name, text, values })).rows as Row[];
    };
  }

  /** Database round trips made so far. */
  get statements(): number {
    return this.#statements;
  }

  /** Resolves once the event, its leaf and all that it causes are durable. */
  append(event: NewEvent): Promise<LoggedEvent> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ event: this.#prepare(event), resolve, reject });
      this.#flushing ??= this.#flushAll();
    });
  }

  /**
   * Appends within a transaction of the caller. The returned function hands over what the events
   * caused; call it with true after commit, with false after rollback.
   */
  async appendIn(
    query: QueryRows,
    events: NewEvent[],
  ): Promise<{ events: LoggedEvent[]; settle(committed: boolean): void }> {
    const pending = events.map((event) => this.#prepare(event));
    const { logged, plans } = await this.#write(pending, query);
    return { events: logged, settle: (committed) => this.#settle(plans, committed) };
  }

  /** Makes the next append of an organization read its routes again. */
  forgetRoutes(orgId: string): void {
    this.#versions.forget(orgId);
  }

  /** Resolves when everything that was handed in has been written or refused. */
  async drain(): Promise<void> {
    while (this.#flushing) await this.#flushing;
  }

  #prepare(event: NewEvent): PendingEvent {
    return {
      id: event.eventId === undefined ? newUuid() : parseId('evt', event.eventId)!,
      orgId: event.orgId,
      type: event.type,
      source: event.source,
      occurredAt: this.#options.clock.now(),
      correlationId: event.metadata?.correlationId ?? null,
      fact: event.fact ?? null,
      payload: event.data,
      data: JSON.stringify(event.data),
      metadata: event.metadata === undefined ? '{}' : JSON.stringify(event.metadata),
    };
  }

  async #flushAll(): Promise<void> {
    // Requests that were parsed in this turn of the event loop share the first statement.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) await this.#flush(this.#takeBatch());
    this.#flushing = undefined;
  }

  #takeBatch(): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const { event } of this.#waiting) {
      bytes += event.data.length;
      if (count === MAX_BATCH_EVENTS || (count > 0 && bytes > MAX_BATCH_BYTES)) break;
      count++;
    }
    return this.#waiting.splice(0, count);
  }

  async #flush(batch: Waiting[]): Promise<void> {
    try {
      const { logged, plans } = await this.#write(
        batch.map(({ event }) => event),
        this.#query,
      );
      this.#settle(plans, true);
      batch.forEach(({ resolve }, i) => {
        resolve(logged[i]!);
      });
    } catch (error) {
      // One event that the database refuses must not take its neighbours with it.
      if (batch.length > 1 && !isDatabaseUnavailable(error)) {
        for (const one of batch) await this.#flush([one]);
        return;
      }
      if (batch.length === 1 && isRepeatedId(error)) return this.#resolveRepeated(batch[0]!);
      for (const { reject } of batch) reject(error);
    }
  }

  /** The id was given by the caller and is in the log: the same event again, or another under its id. */
  async #resolveRepeated({ event, resolve, reject }: Waiting): Promise<void> {
    try {
      const [row] = await this.#query<{ position: number; occurred_at: Date; same: boolean }>(
        `select position, occurred_at, (type, source, data, metadata) = ($3, $4, $5, $6) as same
         from events where id = $1 and org_id = $2`,
        [event.id, event.orgId, event.type, event.source, event.data, event.metadata],
      );
      if (row?.same) {
        resolve({ ...event, position: row.position, occurredAt: row.occurred_at.getTime(), workflowRuns: 0 });
      } else {
        reject(
          new AppError('idempotency_conflict', { message: 'Another event was published under this id.' }),
        );
      }
    } catch (error) {
      reject(error);
    }
  }

  /** Writes the events, as often as it takes for every organization's routes to be the current ones. */
  async #write(events: PendingEvent[], query: QueryRows) {
    const logged = new Map<PendingEvent, LoggedEvent>();
    const plans: CommittedPlans[] = [];
    const rest = groupByOrg(events);
    for (let tries = 0; rest.size > 0; tries++) {
      if (tries === MAX_STALE_TRIES) throw new Error('the routes of an organization never stood still');
      const written = await this.#writeOnce(rest, query);
      for (const { batch, base } of written) {
        plans.push({ batch, base });
        batch.events.forEach((event, i) => {
          logged.set(event, { ...event, position: base + i, workflowRuns: this.#workflowRuns(batch, i) });
        });
        rest.delete(batch.orgId);
      }
      for (const orgId of rest.keys()) this.#versions.forget(orgId);
    }
    return { logged: events.map((event) => logged.get(event)!), plans };
  }

  async #writeOnce(byOrg: Map<string, PendingEvent[]>, query: QueryRows): Promise<CommittedPlans[]> {
    const { participants } = this.#options;
    const versions = await this.#versions.load([...byOrg.keys()], query);
    const batches: OrgBatch[] = [...byOrg].map(([orgId, events]) => ({
      orgId,
      events,
      routesVersion: versions.get(orgId)!,
      plans: participants.map((participant) => participant.plan(orgId, events)),
    }));
    const bases = new Map<string, number>();
    try {
      const hashes = batches.flatMap((batch) =>
        batch.events.map((event) => leafHash(formatEventRecord(event)).toString('hex')),
      );
      const rows = await query<{ org_id: string; base: number }>(
        this.#sql,
        appendParameters(batches, hashes, participants),
      );
      for (const row of rows) bases.set(row.org_id, row.base);
    } finally {
      for (const batch of batches) if (!bases.has(batch.orgId)) this.#settle([{ batch, base: -1 }], false);
    }
    return batches
      .filter((batch) => bases.has(batch.orgId))
      .map((batch) => ({ batch, base: bases.get(batch.orgId)! }));
  }

  #workflowRuns(batch: OrgBatch, index: number): number {
    return this.#options.participants.reduce(
      (sum, participant, i) => sum + (participant.workflowRuns?.(batch.plans[i], index) ?? 0),
      0,
    );
  }

  #settle(plans: CommittedPlans[], committed: boolean): void {
    for (const { batch, base } of plans) {
      this.#options.participants.forEach((participant, i) => {
        if (committed) participant.committed(batch.plans[i], base);
        else participant.abandoned(batch.plans[i]);
      });
    }
    if (committed) this.#options.onCommitted?.(plans.map(({ batch }) => batch.orgId));
  }
}

interface CommittedPlans {
  batch: OrgBatch;
  base: number;
}

function groupByOrg(events: PendingEvent[]): Map<string, PendingEvent[]> {
  const byOrg = new Map<string, PendingEvent[]>();
  for (const event of events) {
    const group = byOrg.get(event.orgId);
    if (group) group.push(event);
    else byOrg.set(event.orgId, [event]);
  }
  return byOrg;
}

function isRepeatedId(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && constraint === 'events_id';
}
