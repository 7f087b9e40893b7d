import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createAuthenticator, ensureBootstrap } from '../areas/access/index.ts';
import { createNodeRegistry } from '../engine/cluster/index.ts';
import { createRetrySchedule, createSubscriptionStore, DeliveryEngine } from '../engine/delivery/index.ts';
import { createIdempotencyStore } from '../engine/idempotency/index.ts';
import { createRateLimiter } from '../engine/limits/index.ts';
import { type AnyDatabase, createLog, createUnitOfWork, LogAppender } from '../engine/spine/index.ts';
import type { Clock } from '../kit/clock.ts';
import { createPool, Notifications } from '../kit/db/index.ts';
import { createAddressPolicy, createGuardedClient } from '../kit/net/index.ts';
import { createMetrics } from '../kit/observability/index.ts';
import { createSecretBox } from '../kit/secrets/index.ts';
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
  const onError = (error: unknown) => log.warn({ err: error }, 'database connection');
  const pool = createPool(database.connection, {
    max: settings.DATABASE_POOL_SIZE,
    applicationName: 'trivium',
    onError,
  });
  stops.add('connections', () => pool.end());
  const db: AnyDatabase = new Kysely({ dialect: new PostgresDialect({ pool }) });
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

  const registry = await createNodeRegistry({ connection: database.connection, nodeId, clock, log });
  stops.add('node register', () => registry.stop());

  const delivery = new DeliveryEngine({
    pool,
    nodeId,
    clock,
    log,
    client,
    schedule: createRetrySchedule(settings.WEBHOOK_RETRY_DELAYS),
    store: createSubscriptionStore(secretBox),
    liveness: registry,
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
  notifications.on('subscription_changed', (payload) => {
    const [orgId = '', subscriptionId = ''] = payload.split(' ');
    appender.forgetRoutes(orgId);
    delivery.subscriptionChanged(subscriptionId).catch(onError);
  });

  const authenticator = createAuthenticator({ db, clock, notifications, onError });
  stops.add('last uses of keys', () => authenticator.stop());
  const rateLimiter = createRateLimiter({ pool, clock, scale: settings.RATE_LIMIT_SCALE });
  stops.add('limits', () => rateLimiter.stop());
  const idempotency = createIdempotencyStore({ pool, secretBox, nodeId, clock });
  stops.add('kept answers', () => idempotency.stop());

  const bootstrap = await ensureBootstrap(
    { db, clock, onOrganizationCreated: createLog },
    { bootstrapApiKey: settings.BOOTSTRAP_API_KEY },
  );
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
