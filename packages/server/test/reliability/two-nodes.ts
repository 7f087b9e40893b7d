import { required } from '../../src/kit/required.ts';
import { ApiClient } from './harness/api-client.ts';
import { newEncryptionKey } from './harness/data-directory.ts';
import { Installation } from './harness/installation.ts';
import {
  type Audit,
  auditLog,
  auditSink,
  awaitSettled,
  query,
  readInFlight,
  type SinkAudit,
} from './harness/log-audit.ts';
import { PostgresServer } from './harness/postgres-server.ts';
import { type Acknowledged, Publisher, sleep } from './harness/publisher.ts';
import { WebhookSink } from './harness/webhook-sink.ts';

/** Two services on one database, each with its own data directory. */
export interface Pair {
  postgres: PostgresServer;
  one: Installation;
  two: Installation;
  remove(): Promise<void>;
}

export async function startPair(settings: Record<string, string> = {}): Promise<Pair> {
  const postgres = await PostgresServer.start();
  const shared = { DATABASE_URL: postgres.url, ENCRYPTION_KEY: newEncryptionKey(), ...settings };
  const nodes = [await Installation.make(shared), await Installation.make(shared)] as const;
  const remove = async () => {
    for (const node of nodes) await node.remove();
    await postgres.remove();
  };
  try {
    await Promise.all(nodes.map((node) => node.start()));
    return { postgres, one: nodes[0], two: nodes[1], remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

export interface SharedLoadReport {
  logs: Audit[];
  sinks: SinkAudit[];
  /** Attempts with the number 1 in the log, beyond one for each delivery. */
  doubleFirstAttempts: number;
}

/** Publishes on both nodes at once and compares what the receiver gets. */
export async function publishOnBoth(pair: Pair, eventsEach: number): Promise<SharedLoadReport> {
  const sink = await WebhookSink.open();
  const subscription = await pair.one.api.subscribe(['load.*'], sink.url);
  try {
    const publishers = [pair.one, pair.two].map(({ api }, i) =>
      new Publisher({ api, clients: 16, events: eventsEach, firstNumber: i * eventsEach }).start(),
    );
    await Promise.all(publishers.map((publisher) => publisher.done()));
    await awaitSettled(pair.postgres.connection);
    const [double] = await query<{ count: number }>(
      pair.postgres.connection,
      `select (count(*) - count(distinct delivery_id))::int as count from delivery_attempts where attempt = 1`,
    );
    return {
      logs: [
        await auditLog(
          pair.one.api,
          pair.postgres.connection,
          required(publishers[0], 'the first of publishers'),
        ),
        await auditLog(
          pair.two.api,
          pair.postgres.connection,
          required(publishers[1], 'the second of publishers'),
        ),
      ],
      sinks: publishers.map((publisher) => auditSink(sink, publisher)),
      doubleFirstAttempts: required(double, 'double').count,
    };
  } finally {
    await pair.one.api.ask('DELETE', `/v1/events/subscriptions/${subscription}`);
    await sink.close();
  }
}

/**
 * Milliseconds from the answer to a subscription on one node to the arrival of an event that is published on the other.
 */
export async function crossNodeDeliveryMs(pair: Pair): Promise<number> {
  const sink = await WebhookSink.open();
  try {
    const id = await pair.one.api.subscribe(['cross.*'], sink.url);
    const subscribedAt = performance.now();
    const body = { type: 'cross.check', source: 'test', data: { n: 0 } };
    const { eventId } = await pair.two.api.ask('POST', '/v1/events', { body });
    while (!sink.hasEvent(eventId)) {
      if (performance.now() - subscribedAt > 30_000) throw new Error('the event never arrived');
      await sleep(2);
    }
    await pair.two.api.ask('DELETE', `/v1/events/subscriptions/${id}`);
    return required(sink.receptions[0], 'the first of receptions').at - subscribedAt;
  } finally {
    await sink.close();
  }
}

export interface TakeOverReport {
  log: Audit;
  sink: SinkAudit;
  /** Deliveries that the killed node had acknowledged and the receiver did not have yet. */
  inherited: number;
  /** From the kill to the arrival of the last of those. */
  takeOverMs: number;
  /** Deliveries that the receiver had and whose result was not stored. */
  inFlight: number;
  /** Further copies of deliveries that were not in flight. */
  unexplained: number;
}

/** Kills the first node while it holds many deliveries; the second one takes over. */
export async function killOneOfTwo(pair: Pair, events: number): Promise<TakeOverReport> {
  // The receiver does not answer before the kill, so that the node holds all deliveries then, however slow the machine is.
  const kill = Promise.withResolvers<void>();
  const sink = await WebhookSink.open({ opened: kill.promise });
  const subscription = await pair.one.api.subscribe(['load.*'], sink.url);
  try {
    const patient = { max_concurrency: 16, retry: { timeout_seconds: 30 } };
    await pair.one.api.ask('PUT', `/v1/webhooks/subscriptions/${subscription}`, { body: patient });
    const publisher = new Publisher({ api: pair.one.api, clients: 32, events }).start();
    await publisher.done();
    const killedAt = performance.now();
    await pair.one.kill();
    const missing = [...publisher.acknowledged.values()].filter(({ eventId }) => !sink.hasEvent(eventId));
    kill.resolve();
    const inFlight = await readInFlight(pair.postgres.connection, [sink]);
    await awaitSettled(pair.postgres.connection);
    return {
      log: await auditLog(pair.two.api, pair.postgres.connection, publisher),
      sink: auditSink(sink, publisher),
      inherited: missing.length,
      takeOverMs: lastArrival(missing, sink) - killedAt,
      inFlight: inFlight.size,
      unexplained: sink.duplicates.filter(
        ({ webhookId, copies }) => copies.length > 2 || !inFlight.has(webhookId),
      ).length,
    };
  } finally {
    await pair.two.api.ask('DELETE', `/v1/events/subscriptions/${subscription}`);
    await sink.close();
  }
}

export interface FailOverReport {
  log: Audit;
  sink: SinkAudit;
  /** From the kill to the first answer of the other node to a publish. */
  firstAnswerMs: number;
  /** Keys that were answered with two different events. */
  changedAnswers: string[];
  unexpected: string[];
}

/**
 * Kills the first node while clients publish to it. They continue with the second one, and repeat requests without an
 * answer there with the same keys.
 */
export async function failOver(pair: Pair): Promise<FailOverReport> {
  const sink = await WebhookSink.open();
  const subscription = await pair.two.api.subscribe(['load.*'], sink.url);
  const api = new ApiClient(() => pair.one.address ?? pair.two.address);
  try {
    const publisher = new Publisher({ api, clients: 24, keyedClients: 24, ratePerSecond: 300 }).start();
    await sleep(1_500);
    const killedAt = performance.now();
    await pair.one.kill();
    await publisher.acknowledgedAfter(killedAt);
    const firstAnswerMs = performance.now() - killedAt;
    await sleep(1_000);
    await publisher.stop();
    await awaitSettled(pair.postgres.connection);
    return {
      log: await auditLog(pair.two.api, pair.postgres.connection, publisher),
      sink: auditSink(sink, publisher),
      firstAnswerMs,
      changedAnswers: publisher.changedAnswers,
      unexpected: publisher.unexpected,
    };
  } finally {
    api.close();
    await pair.two.api.ask('DELETE', `/v1/events/subscriptions/${subscription}`);
    await sink.close();
  }
}

function lastArrival(events: Acknowledged[], sink: WebhookSink): number {
  const wanted = new Set(events.map(({ eventId }) => eventId));
  return Math.max(...sink.receptions.filter(({ eventId }) => wanted.has(eventId)).map(({ at }) => at));
}
