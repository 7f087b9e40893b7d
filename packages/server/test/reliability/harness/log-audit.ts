import pg from 'pg';
import type { DatabaseConnection } from '../../../src/kit/db/index.ts';
import { required } from '../../../src/kit/required.ts';
import type { ApiClient } from './api-client.ts';
import type { Publisher } from './publisher.ts';
import { sleep } from './publisher.ts';
import type { WebhookSink } from './webhook-sink.ts';

/** The result of comparing a log, its publisher and its receivers. All lists are empty if there is no problem. */
export interface Audit {
  logged: number;
  acknowledged: number;
  /** Acknowledged events that the API does not find. */
  lost: string[];
  /** Numbers of events that are in the log more than once. */
  loggedTwice: number[];
  /** Missing or duplicate positions, or a wrong size of a log. */
  gaps: string[];
  /** Events in the log whose request had no answer, or was refused with 503. */
  unansweredButLogged: number;
  refusedButLogged: number;
}

/** Compares the log, as shown by the API and the database, with the answers to the publisher. */
export async function auditLog(
  api: ApiClient,
  connection: DatabaseConnection,
  publisher: Publisher,
): Promise<Audit> {
  const numbers = new Map<string, number>();
  const copies = new Map<number, number>();
  for (const event of await readLog(api, publisher.run)) {
    numbers.set(event.eventId, event.data.n);
    copies.set(event.data.n, (copies.get(event.data.n) ?? 0) + 1);
  }
  const { acknowledged, unanswered, refused } = publisher;
  return {
    logged: numbers.size,
    acknowledged: acknowledged.size,
    lost: [...acknowledged]
      .filter(([n, { eventId }]) => numbers.get(eventId) !== n)
      .map(([n]) => `event ${n}`),
    loggedTwice: [...copies].filter(([, count]) => count > 1).map(([n]) => n),
    gaps: await findGaps(connection),
    unansweredButLogged: [...unanswered].filter((n) => copies.has(n)).length,
    refusedButLogged: [...refused].filter((n) => copies.has(n)).length,
  };
}

interface ListedEvent {
  eventId: string;
  data: { n: number };
}

/** Every event of one publisher, page by page. */
async function readLog(api: ApiClient, run: string): Promise<ListedEvent[]> {
  const events: ListedEvent[] = [];
  let place = '';
  for (;;) {
    const page = await readPage(api, `/v1/events?correlationId=${run}&limit=100${place}`);
    events.push(...page.events);
    if (page.next_cursor === undefined) {
      if (events.length !== page.total)
        throw new Error(`${events.length} of ${page.total} events were listed`);
      return events;
    }
    place = `&cursor=${page.next_cursor}`;
  }
}

/** A machine at its limit may answer 503 for a moment, as documented for clients. */
async function readPage(api: ApiClient, path: string, withinMs = 30_000) {
  const until = performance.now() + withinMs;
  for (;;) {
    const { status, body } = await api.call('GET', path);
    if (status === 200) return body;
    if (status !== 503 || performance.now() > until) {
      throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body)}`);
    }
    await sleep(500);
  }
}

/** In every log, positions must start at 0, have no gap and end at the size of the log. */
async function findGaps(connection: DatabaseConnection): Promise<string[]> {
  const rows = await query<{ org_id: string; size: number; events: number; first: number; last: number }>(
    connection,
    `select l.org_id, l.size::int, count(e.*)::int as events,
       coalesce(min(e.position), 0)::int as first, coalesce(max(e.position), -1)::int as last
     from event_logs l left join events e on e.org_id = l.org_id group by l.org_id, l.size`,
  );
  return rows
    .filter(({ size, events, first, last }) => events !== size || first !== 0 || last !== size - 1)
    .map((row) => JSON.stringify(row));
}

export async function query<Row>(
  connection: DatabaseConnection,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Webhook ids of the deliveries whose result is not stored. */
async function readUnsettled(connection: DatabaseConnection): Promise<Set<string>> {
  const rows = await query<{ id: string }>(
    connection,
    `select 'dlv_' || replace(id::text, '-', '') as id from deliveries`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Webhook ids of deliveries that a receiver got after `sinceMs` and whose result is not stored. */
export async function readInFlight(
  connection: DatabaseConnection,
  sinks: readonly WebhookSink[],
  sinceMs = 0,
): Promise<Set<string>> {
  const unsettled = await readUnsettled(connection);
  return new Set([...unsettled].filter((id) => sinks.some((sink) => sink.arrivedSince(id, sinceMs))));
}

/** Waits until no statement of the service's connections is running. */
export async function awaitQuietDatabase(connection: DatabaseConnection): Promise<void> {
  for (;;) {
    const [row] = await query<{ busy: number }>(
      connection,
      `select count(*)::int as busy from pg_stat_activity
       where application_name like 'trivium%' and pid <> pg_backend_pid()`,
    );
    if (required(row, 'row').busy === 0) return;
    await sleep(10);
  }
}

export interface SinkAudit {
  /** Acknowledged events that never arrived. */
  undelivered: number;
  /** Events that arrived with more than one webhook id. */
  renamed: number;
  /** Copies after the first one. */
  duplicates: number;
  forged: number;
}

/** Compares the deliveries of one receiver with the answers to the publisher. */
export function auditSink(sink: WebhookSink, publisher: Publisher): SinkAudit {
  const acknowledged = [...publisher.acknowledged.values()];
  return {
    undelivered: acknowledged.filter(({ eventId }) => !sink.hasEvent(eventId)).length,
    renamed: [...sink.webhookIdsByEvent.values()].filter((ids) => ids.size > 1).length,
    duplicates: sink.duplicates.reduce((sum, { copies }) => sum + copies.length - 1, 0),
    forged: sink.forged,
  };
}

/**
 * Waits until the queue of deliveries is empty: a delivery that has not arrived by then never will. Throws if the queue
 * does not change for `stallMs`.
 */
export async function awaitSettled(connection: DatabaseConnection, stallMs = 25_000): Promise<void> {
  let left = Number.POSITIVE_INFINITY;
  let movedAt = performance.now();
  while (left > 0) {
    const { size } = await readUnsettled(connection);
    if (size !== left) movedAt = performance.now();
    if (performance.now() - movedAt > stallMs) throw new Error(`${size} deliveries never finished`);
    left = size;
    await sleep(50);
  }
}
