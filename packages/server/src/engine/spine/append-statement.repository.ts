import {
  byteaArray,
  float8Array,
  int4Array,
  int8Array,
  type QueryRows,
  type StatementValue,
  textArray,
  uuidArray,
} from '../../kit/db/index.ts';
import type { PendingEvent } from './event.ts';

/** A data-modifying CTE of the append statement. */
export interface StatementCte {
  readonly name: string;
  /**
   * The CTE's SQL, with parameters numbered from `first`. It must join `heads(org_id, base)`, where `base` is
   * an organization's first new position, so that nothing is written for an organization whose routes turned
   * out stale.
   */
  sql(first: number): string;
  /** Number of parameters in the SQL. */
  readonly parameterCount: number;
  /**
   * If the log is distributed, `append_to_spread_log` writes it: the function takes its parameters after
   * those of the events.
   */
  readonly isInFunction?: true;
}

/**
 * A CTE along with the parameter values for what it writes: the form in which a repository gives it to its
 * participant.
 */
export interface StatementPart<Written> extends StatementCte {
  values(written: readonly Written[]): StatementValue[];
}

/**
 * Writes rows of another part of the engine that must commit together with the events that caused them
 * (deliveries, workflow runs). Each adds one CTE to the append statement.
 */
export interface AppendParticipant<Plan = unknown> extends StatementCte {
  /**
   * Reads the routes of organizations; called before `plan`. The result takes effect when the returned
   * function is called: of two overlapping loads, the one that finishes last counts.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a participant may also apply what it reads itself
  loadRoutes(orgIds: string[], query: QueryRows): Promise<(() => void) | void>;
  /** Drops what was loaded for an organization. */
  forgetRoutes(orgId: string): void;
  /** Computes what the events of one organization cause. Pure: everything it needs is in memory. */
  plan(orgId: string, events: PendingEvent[]): Plan;
  /**
   * Parameter values for all plans of a statement, with buffers in binary format; undefined when they write
   * nothing.
   */
  parameters(plans: Plan[]): StatementValue[] | undefined;
  /** Number of rows that the plan writes, where an event may cause several. */
  rows?(plan: Plan): number;
  /** Called after the commit; `base` is the position of the plan's first event. */
  committed(plan: Plan, base: number): void;
  /**
   * The plan was not written; if `isUncertain`, it may have been, but the answer was lost with the
   * connection.
   */
  abandoned(plan: Plan, isUncertain: boolean): void;
  /** Number of workflow runs started by the event at `index` of the plan. */
  workflowRuns?(plan: Plan, index: number): number;
  /** The same for previously written events of one organization, in their order. */
  countRuns?(query: QueryRows, orgId: string, events: readonly WrittenEvent[]): Promise<number[]>;
}

/** An event by its position in the log. */
export interface WrittenEvent {
  position: number;
  /** Unix milliseconds. */
  occurredAt: number;
}

export interface OrgBatch {
  orgId: string;
  routesVersion: number;
  events: PendingEvent[];
  plans: unknown[];
}

// Locks are taken in id order, so that two nodes with the same organizations in their batches cannot
// deadlock. The repeated condition on $1 lets Citus query only the machines concerned while a node does not
// know yet that the log is distributed.
const EVENTS_SQL = `
  locked as (
    select org_id from event_logs where org_id = any($1::uuid[]) order by org_id for no key update
  ),
  heads as (
    update event_logs l set size = l.size + o.events
    from unnest($1::uuid[], $2::int[], $3::bigint[]) as o(org_id, events, routes_version), locked k
    where k.org_id = l.org_id and l.org_id = o.org_id and l.org_id = any($1::uuid[]) and l.routes_version = o.routes_version
    returning l.org_id, l.size - o.events as base
  ),
  new_events as (
    insert into events (org_id, position, id, type, source, occurred_at, correlation_id, fact, data, metadata, leaf_hash)
    select e.org_id, h.base + e.rank, e.id, e.type, e.source, to_timestamp(e.occurred_at / 1000.0),
      e.correlation_id, e.fact, e.data, e.metadata, e.leaf_hash
    from unnest($4::uuid[], $5::int[], $6::uuid[], $7::text[], $8::text[], $9::float8[], $10::text[], $11::text[],
      $12::text[], $13::text[], $14::bytea[])
      as e(org_id, rank, id, type, source, occurred_at, correlation_id, fact, data, metadata, leaf_hash)
    join heads h on h.org_id = e.org_id
  )`;
const EVENTS_PARAMETERS = 14;

/** A statement that each connection parses once, by its name. Returns rows of `org_id` and `base`. */
export interface AppendStatement {
  name: string;
  text: string;
  values: StatementValue[];
}

/**
 * The one statement that writes events, leaves and everything they cause. Leaves out participants that write
 * nothing: their CTEs would cost the database as much as a few events.
 */
export class AppendStatements {
  readonly #participants: readonly AppendParticipant[];
  readonly #texts = new Map<string, string>();

  constructor(participants: readonly AppendParticipant[]) {
    this.#participants = participants;
  }

  /** `leafHashes`: the leaf hash of each event, in the order of the batches. */
  build(batches: readonly OrgBatch[], leafHashes: readonly Buffer[]): AppendStatement {
    const values = eventParameters(batches, leafHashes);
    const writing: AppendParticipant[] = [];
    let name = 'append_events';
    this.#participants.forEach((participant, i) => {
      const own = participant.parameters(batches.map((batch) => batch.plans[i]));
      if (own === undefined) return;
      writing.push(participant);
      values.push(...own);
      name += `_${i}`;
    });
    let text = this.#texts.get(name);
    if (text === undefined) {
      text = appendSql(writing);
      this.#texts.set(name, text);
    }
    return { name, text, values };
  }

  /** The same for a distributed log; all organizations are on one machine. */
  buildSpread(batches: readonly OrgBatch[], leafHashes: readonly Buffer[]): SpreadAppend {
    const [lead] = batches as [OrgBatch];
    const values: StatementValue[] = [
      lead.orgId,
      TIME_OF_COORDINATOR,
      ...eventParameters(batches, leafHashes),
    ];
    const apart: SpreadAppend['apart'] = [];
    this.#participants.forEach((participant, i) => {
      const own = participant.parameters(batches.map((batch) => batch.plans[i]));
      if (participant.isInFunction) values.push(...(own ?? Array(participant.parameterCount).fill('{}')));
      else if (own !== undefined)
        apart.push({ text: [HEADS_SQL, participant.sql(HEADS_PARAMETERS + 1)].join(' '), values: own });
    });
    while (values.length < FUNCTION_PARAMETERS) values.push('{}');
    return { call: { name: 'append_to_spread_log', text: FUNCTION_SQL, values }, apart };
  }
}

/**
 * Appends to logs on one machine: a call that returns `bases`, and statements that follow it in its
 * transaction. Their first parameters are the organizations that were written and the first new position of
 * each.
 */
export interface SpreadAppend {
  call: AppendStatement;
  apart: Pick<AppendStatement, 'text' | 'values'>[];
}

const FUNCTION_PARAMETERS = 25;
/**
 * As a parameter it is evaluated when the call is bound: by the coordinator's clock, like `now()`. An
 * expression would be evaluated by the worker's clock.
 */
const TIME_OF_COORDINATOR = 'now';
const FUNCTION_SQL = `select append_to_spread_log(${Array.from({ length: FUNCTION_PARAMETERS }, (_, i) => `$${i + 1}`).join(', ')}) as bases`;

/**
 * Leading parameters of a separate part: the organizations that were written, and each one's first new
 * position.
 */
const HEADS_PARAMETERS = 2;
const HEADS_SQL = 'with heads as (select * from unnest($1::uuid[], $2::bigint[]) as h(org_id, base))';

function appendSql(participants: readonly AppendParticipant[]): string {
  let first = EVENTS_PARAMETERS + 1;
  let ctes = EVENTS_SQL;
  for (const participant of participants) {
    ctes += `,\n  ${participant.name} as (${participant.sql(first)})`;
    first += participant.parameterCount;
  }
  return `with ${ctes}\nselect org_id, base from heads`;
}

function eventParameters(batches: readonly OrgBatch[], leafHashes: readonly Buffer[]): StatementValue[] {
  const events = batches.flatMap((batch) => batch.events);
  return [
    uuidArray(batches.map((batch) => batch.orgId)),
    int4Array(batches.map((batch) => batch.events.length)),
    int8Array(batches.map((batch) => batch.routesVersion)),
    uuidArray(events.map((event) => event.orgId)),
    int4Array(batches.flatMap((batch) => batch.events.map((_, rank) => rank))),
    uuidArray(events.map((event) => event.id)),
    textArray(events.map((event) => event.type)),
    textArray(events.map((event) => event.source)),
    float8Array(events.map((event) => event.occurredAt)),
    textArray(events.map((event) => event.correlationId)),
    textArray(events.map((event) => event.fact)),
    textArray(events.map((event) => event.data)),
    textArray(events.map((event) => event.metadata)),
    byteaArray(leafHashes),
  ];
}
