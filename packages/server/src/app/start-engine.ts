import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createAuthenticator, ensureBootstrap } from '../areas/access/index.ts';
import { createNodeRegistry } from '../engine/cluster/index.ts';
import {
  createRetrySchedule,
  createSubscriptionStore,
  createSubscriptions,
  DeliveryEngine,
  followSubscriptionChanges,
} from '../engine/delivery/index.ts';
import { createIdempotencyStore } from '../engine/idempotency/index.ts';
import { createRateLimiter } from '../engine/limits/index.ts';
import {
  type AnyDatabase,
  createEventReader,
  createLog,
  createUnitOfWork,
  LogAppender,
} from '../engine/spine/index.ts';
import type { Clock } from '../kit/clock.ts';
import { createPool, Notifications } from '../kit/db/index.ts';
import { createAddressPolicy, createGuardedClient } from '../kit/net/index.ts';
import { createMetrics } from '../kit/observability/index.ts';
import { checkMasterKey, createSecretBox } from '../kit/secrets/index.ts';
import { watchAttempts } from './attempt-log.ts';
import { isLoopbackHost } from './loopback.ts';
import type { Settings } from './settings.ts';
import type { Database } from './start-database.ts';
import type { StopSequence } from './stop-sequence.ts';

export interface EngineOptions {
  settings: Settings;
  log: Logger;
  clock: Clock;
  database: Database;
  masterKey: Buffer;
  stops: StopSequence;
}

/** How long a stop waits for attempts that are under way; the rest is sent again after the next start. */
const DELIVERY_GRACE_MS = 4_000;

export type Engine = Awaited<ReturnType<typeof startEngine>>;

/** Starts what the areas stand on: log, delivery, limits, keys, nodes. */
export async function startEngine({ settings, log, clock, database, masterKey, stops }: EngineOptions) {
  const nodeId = randomUUID();
  const secretBox = createSecretBox(masterKey);
  let stopping = false;
  const onError = (error: unknown) => {
    // Connections that the database closes while everything stops are no news.
    if (!stopping) log.warn({ err: error }, 'database connection');
  };
  const pool = createPool(database.connection, {
    max: settings.DATABASE_POOL_SIZE,
    applicationName: 'trivium',
    onError,
  });
  stops.add('connections', () => {
    stopping = true;
    return pool.end();
  });
  const db: AnyDatabase = new Kysely({ dialect: new PostgresDialect({ pool }) });
  await checkMasterKey(pool, secretBox);
  const notifications = new Notifications(database.connection, { onError });

  const policy = createAddressPolicy({
    allowedNetworks: settings.ALLOWED_PRIVATE_NETWORKS,
    allowLoopback: isLoopbackHost(settings.HOST),
    requireHttps: true,
  });
  const client = createGuardedClient({
    policy,
    userAgent: 'Trivium-Webhooks/1.0',
    maxConnectionsPerOrigin: 256,
    ...(settings.EXTRA_CA_CERTIFICATES && { caCertificates: [settings.EXTRA_CA_CERTIFICATES] }),
  });
  stops.add('outbound connections', () => client.close());

  // Whoever holds the data directory is alone on its database: what ran before it is dead.
  if (database.isEmbedded)
    await pool.query('update nodes set left_at = clock_timestamp() where left_at is null');
  const registry = createNodeRegistry({
    connection: database.connection,
    nodeId,
    info: { host: hostname(), pid: process.pid },
    onError,
  });

  const liveness = {
    mayAct: () => registry.mayAct(),
    aliveNodeIds: async () => registry.aliveNodeIds(),
    deadNodeIds: () => registry.otherNodes().flatMap((node) => (node.isAlive ? [] : node.nodeId)),
  };
  const delivery = new DeliveryEngine({
    pool,
    nodeId,
    clock,
    log,
    client,
    schedule: createRetrySchedule(settings.WEBHOOK_RETRY_DELAYS),
    store: createSubscriptionStore(secretBox),
    liveness,
    onAttempt: (completion, outcome) => onAttempt(completion, outcome),
  });
  const appender = new LogAppender({ pool, clock, participants: [delivery.participant] });
  const metrics = createMetrics({
    pool: () => pool,
    deliveries: () => delivery.figures,
    queueDepth: () => countQueued(pool),
    batchStatements: () => ({ append: appender.statements, complete: delivery.figures.statements }),
  });
  const onAttempt = watchAttempts(log, metrics);
  followSubscriptionChanges(notifications, { appender, engine: delivery });
  const subscriptions = createSubscriptions({
    pool,
    clock,
    log,
    secretBox,
    policy,
    appender,
    engine: delivery,
    nodeId,
    liveness,
  });
  const eventReader = createEventReader({ pool });

  const authenticator = createAuthenticator({ db, clock, notifications, onError });
  stops.add('last uses of keys', () => authenticator.stop());
  const rateLimiter = createRateLimiter({ pool, clock, scale: settings.RATE_LIMIT_SCALE });
  stops.add('limits', () => rateLimiter.stop());
  const idempotency = createIdempotencyStore({
    pool,
    secretBox,
    clock,
    nodeId,
    isNodeDead: (id) => registry.isDead(id),
    onError,
  });
  stops.add('kept answers', () => idempotency.stop());

  const bootstrap = await ensureBootstrap(
    { db, clock, onOrganizationCreated: createLog },
    { bootstrapApiKey: settings.BOOTSTRAP_API_KEY },
  );
  registry.onNodeDead(() => delivery.reconcile());
  registry.onLapsed(() => delivery.fence());
  await registry.start();
  stops.add('node register', () => registry.stop());
  await notifications.start();
  stops.add('notifications', () => notifications.close());
  await delivery.start();
  stops.add('delivery', () => delivery.stop(DELIVERY_GRACE_MS));
  stops.add('event log', () => appender.drain());
  return {
    clock,
    pool,
    db,
    notifications,
    secretBox,
    policy,
    client,
    registry,
    delivery,
    appender,
    subscriptions,
    eventReader,
    unitOfWork: createUnitOfWork(db, appender),
    metrics,
    authenticator,
    rateLimiter,
    idempotency,
    firstKey: bootstrap.firstKey,
  };
}

async function countQueued(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ queued: number }>('select count(*) as queued from deliveries');
  return rows[0]!.queued;
}
