import pg from 'pg';
import type { DatabaseConnection } from '../../../src/kit/db/index.ts';
import { required } from '../../../src/kit/required.ts';
import type { ApiClient } from './api-client.ts';
import type { Publisher } from './publisher.ts';
import { sleep } from './publisher.ts';
import type { WebhookSink } from './webhook-sink.ts';

/** What a log, its ledger and its receivers say about one another. All lists are empty when all is well. */
export interface Audit {
  /** Events in the log. */
  logged: number;
  acknowledged: number;
  /** Acknowledged, but not to be found through the API. */
  lost: string[];
  /** Numbers of events that stand in the log more than once. */
  loggedTwice: number[];
  /** Positions that are missing or held twice, or a head that does not fit. */
  gaps: string[];
  /** Events without an answer, or refused with 503, that are in the log all the same. */
  unansweredButLogged: number;
  refusedButLogged: number;
}

/** Holds the log, as the API and the database show it, against what the publisher was told. */
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

/** A machine at its limit may answer 503 for a moment, as clients are told to expect. */
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

/** Positions begin at 0, have no hole and end at the head, in every log. */
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

/** Webhook ids of the deliveries whose end is not written. */
async function readUnsettled(connection: DatabaseConnection): Promise<Set<string>> {
  const rows = await query<{ id: string }>(
    connection,
    `select 'dlv_' || replace(id::text, '-', '') as id from deliveries`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Webhook ids that a receiver got after `sinceMs` and whose end is not written. */
export async function readInFlight(
  connection: DatabaseConnection,
  sinks: readonly WebhookSink[],
  sinceMs = 0,
): Promise<Set<string>> {
  const unsettled = await readUnsettled(connection);
  return new Set([...unsettled].filter((id) => sinks.some((sink) => sink.arrivedSince(id, sinceMs))));
}

/** Waits until nothing that the service's connections asked for is still being done. */
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
  /** Events that came under more than one webhook id. */
  renamed: number;
  /** Copies beyond the first. */
  duplicates: number;
  forged: number;
}

/** Holds one receiver against what the publisher was told. */
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
 * Waits until the queue of deliveries is empty, so that what has not arrived by then never will. Throws
 * when nothing moves for `stallMs`.
 */
export async function awaitSettled(connection: DatabaseConnection, stallMs = 25_000): Promise<void> {
  let left = Number.POSITIVE_INFINITY;
  let movedAt = performance.now();
  while (left > 0) {
    const { size } = await readUnsettled(connection);
    if (size !== left) movedAt = performance.now();
    if (performance.now() - movedAt > stallMs) throw new Error(`${size} deliveries never settled`);
    left = size;
    await sleep(50);
  }
}
