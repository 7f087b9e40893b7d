import { required } from '../../src/kit/required.ts';
import { firstFreshDelivery } from './harness/fresh-delivery.ts';
import { Installation } from './harness/installation.ts';
import { type Audit, auditLog, auditSink, awaitSettled, type SinkAudit } from './harness/log-audit.ts';
import { PostgresServer } from './harness/postgres-server.ts';
import { type Acknowledged, Publisher, sleep } from './harness/publisher.ts';
import { WebhookSink } from './harness/webhook-sink.ts';

/** `stopped` refuses connections; `frozen` accepts them and never answers. */
export type Absence = { kind: 'stopped' | 'frozen'; forMs: number };

export interface AbsenceReport {
  kind: Absence['kind'];
  /** From the return of the database to the last failed publish, and to the first delivery of a new event. */
  recoveryMs: number;
  deliveryMs: number;
  /** From the return of the database to the delivery of the last event that was acknowledged before the outage. */
  backlogMs: number;
  /** The longest time until a 503. */
  longestRefusalMs: number;
  /** Answers of /readyz and /livez during the outage. */
  readyz: number;
  livez: number;
}

export interface DatabaseAwayReport {
  absences: AbsenceReport[];
  log: Audit;
  sink: SinkAudit;
  statuses: Record<number, number>;
  unexpected: string[];
  unanswered: number;
  serviceEnded: boolean;
}

const BURST = 600;

/** Takes the database away from a service under load, and restores it. */
export async function takeDatabaseAway(
  absences: Absence[],
  ratePerSecond: number,
): Promise<DatabaseAwayReport> {
  const postgres = await PostgresServer.start();
  const installation = await Installation.make({ DATABASE_URL: postgres.url });
  const sink = await WebhookSink.open({ delayMs: () => 500 });
  try {
    await installation.start();
    await installation.api.subscribe(['load.*'], sink.url);
    const publisher = new Publisher({
      api: installation.api,
      clients: 16,
      keyedClients: 8,
      ratePerSecond,
    }).start();
    const reports: AbsenceReport[] = [];
    for (const absence of absences) {
      await sleep(1_000);
      reports.push(await goThrough(absence, { postgres, installation, publisher, sink }));
    }
    await publisher.stop();
    await awaitSettled(postgres.connection);
    return {
      absences: reports,
      log: await auditLog(installation.api, postgres.connection, publisher),
      sink: auditSink(sink, publisher),
      statuses: Object.fromEntries(publisher.statuses),
      unexpected: publisher.unexpected,
      unanswered: publisher.unanswered.size,
      serviceEnded: installation.process.hasExited,
    };
  } catch (error) {
    throw await installation.explain(error);
  } finally {
    await installation.remove();
    await postgres.remove();
    await sink.close();
  }
}

interface Parts {
  postgres: PostgresServer;
  installation: Installation;
  publisher: Publisher;
  sink: WebhookSink;
}

async function goThrough({ kind, forMs }: Absence, parts: Parts): Promise<AbsenceReport> {
  const { postgres, installation, publisher, sink } = parts;
  // More events than deliveries can be in progress: the others are leased and waiting when the database stops.
  await publisher.burst(BURST);
  publisher.longestRefusalMs = 0;
  if (kind === 'frozen') await postgres.freeze();
  else await postgres.stop();
  const goneAt = performance.now();
  await sleep(forMs / 2);
  const [readyz, livez] = await Promise.all([
    installation.api.call('GET', '/readyz'),
    installation.api.call('GET', '/livez'),
  ]);
  await sleep(Math.max(goneAt + forMs - performance.now(), 0));
  const startedAt = performance.now();
  if (kind === 'frozen') await postgres.thaw();
  else await postgres.start();
  // A stopped server is back when it accepts connections.
  const backAt = kind === 'frozen' ? startedAt : performance.now();
  const recoveryMs = await publisher.recoveredFrom(backAt);
  const deliveredAt = await firstFreshDelivery(publisher, sink, backAt + recoveryMs);
  const before = [...publisher.acknowledged.values()].filter(({ at }) => at < goneAt);
  await awaitAll(before, sink);
  return {
    kind,
    recoveryMs,
    deliveryMs: deliveredAt - backAt,
    backlogMs: Math.max(lastArrival(before, sink) - backAt, 0),
    longestRefusalMs: publisher.longestRefusalMs,
    readyz: readyz.status,
    livez: livez.status,
  };
}

async function awaitAll(events: Acknowledged[], sink: WebhookSink): Promise<void> {
  const startedAt = performance.now();
  while (events.some(({ eventId }) => !sink.hasEvent(eventId))) {
    if (performance.now() - startedAt > 60_000) throw new Error('acknowledged events were not delivered');
    await sleep(20);
  }
}

/** When the last of these events first arrived. */
function lastArrival(events: Acknowledged[], sink: WebhookSink): number {
  const firstAt = new Map<string, number>();
  for (const { eventId, at } of sink.receptions) if (!firstAt.has(eventId)) firstAt.set(eventId, at);
  return Math.max(...events.map(({ eventId }) => required(firstAt.get(eventId), 'one of first at')));
}
