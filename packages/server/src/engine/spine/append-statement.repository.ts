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
  /** Names the CTE. */
  readonly name: string;
  /**
   * The CTE's SQL, its parameters numbered from `first`. It must join `heads(org_id, base)`, where
   * `base` is the first new position of an organization, so that nothing is written for one whose
   * routes turned out stale.
   */
  sql(first: number): string;
  /** How many parameters the SQL takes. */
  readonly parameterCount: number;
  /** Where the log is spread, `append_to_spread_log` writes it: the function takes its parameters behind those of the events. */
  readonly isInFunction?: true;
}

/** A CTE with the values that its SQL takes of what it writes: how a repository gives it to its participant. */
export interface StatementPart<Written> extends StatementCte {
  values(written: readonly Written[]): StatementValue[];
}

/**
 * Rows of another part of the engine that must commit together with the events that caused them
 * (deliveries, workflow runs). Each adds one CTE to the append statement.
 */
export interface AppendParticipant<Plan = unknown> extends StatementCte {
  /**
   * Reads the routes of organizations; called before `plan`. What is read comes into force when the
   * returned function is called: two loads may overlap, and the one that ends last is the one that counts.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a participant may also apply what it reads itself
  loadRoutes(orgIds: string[], query: QueryRows): Promise<(() => void) | void>;
  /** Drops what was loaded for an organization. */
  forgetRoutes(orgId: string): void;
  /** What the events of one organization cause. Pure: everything it needs is in memory. */
  plan(orgId: string, events: PendingEvent[]): Plan;
  /** The parameter values for all plans of a statement, buffers in the binary format; undefined when they write nothing. */
  parameters(plans: Plan[]): StatementValue[] | undefined;
  /** How many rows the plan writes, where that may be several for an event. */
  rows?(plan: Plan): number;
  /** After commit; `base` is the position of the first event of the plan. */
  committed(plan: Plan, base: number): void;
  /** The plan was not written; or perhaps it was, and the answer was lost with the connection. */
  abandoned(plan: Plan, isUncertain: boolean): void;
  /** Workflow runs that the event at `index` of the plan started. */
  workflowRuns?(plan: Plan, index: number): number;
  /** The same for events of one organization that were written before, in their order. */
  countRuns?(query: QueryRows, orgId: string, events: readonly WrittenEvent[]): Promise<number[]>;
}

/** An event by its place in the log. */
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

// Locks are taken in the order of the ids, so that two nodes with the same organizations in
// their batches cannot wait for each other in a circle. That the organization is one of $1 is said once more, so that Citus,
// before a node knows that the log is spread, asks the machines that have them, not all.
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

/** A statement that each connection parses once, by its name. Answers rows of `org_id` and `base`. */
export interface AppendStatement {
  name: string;
  text: string;
  values: StatementValue[];
}

/**
 * The one statement that writes events, leaves and everything they cause. A participant that writes nothing is
 * left out of it: its CTE would cost the database as much as a few events do.
 */
export class AppendStatements {
  readonly #participants: readonly AppendParticipant[];
  readonly #texts = new Map<string, string>();

  constructor(participants: readonly AppendParticipant[]) {
    this.#participants = participants;
  }

  /** `leafHashes` has the leaf hash of each event, in the batches' order. */
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

  /** The same for a log that is spread over machines; the organizations are of one of them. */
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
 * What appends to logs of one machine: a call that answers `bases`, and statements that follow it in its transaction. They
 * take first those organizations that were written and the first new position of each.
 */
export interface SpreadAppend {
  call: AppendStatement;
  apart: Pick<AppendStatement, 'text' | 'values'>[];
}

const FUNCTION_PARAMETERS = 25;
/**
 * As a parameter it is read when the call is bound: by the coordinator's clock, as `now()` is. An expression would be left to the
 * worker, which goes by its own.
 */
const TIME_OF_COORDINATOR = 'now';
const FUNCTION_SQL = `select append_to_spread_log(${Array.from({ length: FUNCTION_PARAMETERS }, (_, i) => `$${i + 1}`).join(', ')}) as bases`;

/** For a part of the statement alone: the organizations that were written, and the first new position of each. */
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
