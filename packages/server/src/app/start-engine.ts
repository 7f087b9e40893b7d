import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Kysely, PostgresDialect } from 'kysely';
import type { Logger } from 'pino';
import { createAuthenticator, ensureBootstrap } from '../areas/access/index.ts';
import { createNodeRegistry, ProcessFigures } from '../engine/cluster/index.ts';
import { createIdempotencyStore } from '../engine/idempotency/index.ts';
import { createRateLimiter } from '../engine/limits/index.ts';
import { type AnyDatabase, createLog } from '../engine/spine/index.ts';
import type { Clock } from '../kit/clock.ts';
import { createPool, Notifications } from '../kit/db/index.ts';
import { createAddressPolicy, createGuardedClient } from '../kit/net/index.ts';
import type { LineLog } from '../kit/observability/index.ts';
import { openFilesLimit } from '../kit/processes/index.ts';
import { checkMasterKey, createSecretBox } from '../kit/secrets/index.ts';
import { isLoopbackHost } from './loopback.ts';
import type { NodeRole } from './node-role.ts';
import type { Settings } from './settings.ts';
import { startAreas } from './start-areas.ts';
import type { Database } from './start-database.ts';
import { createSpine } from './start-spine.ts';
import type { StopSequence } from './stop-sequence.ts';

export interface EngineOptions {
  settings: Settings;
  log: Logger;
  lines: LineLog;
  clock: Clock;
  database: Database;
  masterKey: Buffer;
  stops: StopSequence;
  role: NodeRole;
  /** What the settings were read from. */
  env: NodeJS.ProcessEnv;
}

export type Engine = Awaited<ReturnType<typeof startEngine>>;

/** Starts what the areas stand on: log, delivery, limits, keys, nodes. */
export async function startEngine({
  settings,
  log,
  lines,
  clock,
  database,
  masterKey,
  stops,
  role,
  env,
}: EngineOptions) {
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
    maxConnectionsPerOrigin: 4_096,
    maxIdleConnections: Math.min(512, Math.floor(openFilesLimit() / 8)),
    ...(settings.EXTRA_CA_CERTIFICATES && { caCertificates: [settings.EXTRA_CA_CERTIFICATES] }),
  });
  stops.add('outbound connections', () => client.close());

  // Whoever holds the data directory is alone on its database: what ran before it is dead.
  if (database.isEmbedded)
    await pool.query('update nodes set left_at = clock_timestamp() where left_at is null');
  const figures = new ProcessFigures();
  figures.countConnections(() => client.stats().connections);
  const node = { host: hostname(), pid: process.pid, role, status: 'active' as 'active' | 'draining' };
  const registry = createNodeRegistry({
    connection: database.connection,
    nodeId,
    info: () => ({ ...node, ...figures.read() }),
    onError,
  });

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
  const spine = createSpine({
    settings,
    log,
    lines,
    clock,
    pool,
    db,
    notifications,
    secretBox,
    policy,
    client,
    registry,
    stops,
  });
  figures.countQueue(() => spine.queued());
  await registry.start();
  stops.add('node register', () => registry.stop());
  await notifications.start();
  stops.add('notifications', () => notifications.close());
  await spine.start();
  const areas = await startAreas({
    settings,
    log,
    clock,
    pool,
    db,
    connection: database.connection,
    isEmbedded: database.isEmbedded,
    secretBox,
    policy,
    client,
    registry,
    figures,
    role,
    env,
    spine,
    authenticator,
    rateLimiter,
    idempotency,
    stops,
  });
  return {
    clock,
    pool,
    db,
    spine,
    areas,
    authenticator,
    rateLimiter,
    idempotency,
    firstKey: bootstrap.firstKey,
    registry,
    figures,
    /** Takes no new part in what nodes share: others see that it is about to leave. */
    async drain(): Promise<void> {
      node.status = 'draining';
      await registry.announce();
    },
  };
}
