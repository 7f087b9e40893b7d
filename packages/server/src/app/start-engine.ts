import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createAuthenticator, createRequestBook, ensureBootstrap } from '../areas/access/index.ts';
import {
  ClockJumps,
  createNodeRegistry,
  endAllNodes,
  endNode,
  type NodeRegistry,
  nodeGauges,
  ProcessFigures,
  SharedClock,
} from '../engine/cluster/index.ts';
import { createIdempotencyStore } from '../engine/idempotency/index.ts';
import { jobGauges } from '../engine/jobs/index.ts';
import { createRateLimiter, limitGauges, limitTable } from '../engine/limits/index.ts';
import { quotaGauges } from '../engine/quotas/index.ts';
import { ReplicatedReads } from '../engine/replicas/index.ts';
import { type AnyDatabase, createLog } from '../engine/spine/index.ts';
import type { Clock } from '../kit/clock.ts';
import { createPool, Notifications } from '../kit/db/index.ts';
import { createAddressPolicy, createGuardedClient } from '../kit/net/index.ts';
import type { FigureSource, LineLog, Tracing } from '../kit/observability/index.ts';
import { openFilesLimit } from '../kit/processes/index.ts';
import { checkMasterKey, type MasterKeys, type SecretBox } from '../kit/secrets/index.ts';
import { openKeyRing, startResealing } from './key-rotation.ts';
import { isLoopbackHost } from './loopback.ts';
import { databaseGauges } from './metrics/database-gauges.repository.ts';
import { diskGauges } from './metrics/disk-gauges.ts';
import type { NodeRole } from './node-role.ts';
import type { Member } from './processes/member.ts';
import type { Settings } from './settings.ts';
import { startArchive } from './start-archive.ts';
import { startAreas } from './start-areas.ts';
import type { Database } from './start-database.ts';
import { createSpine } from './start-spine.ts';
import type { StopSequence } from './stop-sequence.ts';

export interface EngineOptions {
  settings: Settings;
  log: Logger;
  lines: LineLog;
  /** Lines of the log so far by level, from warnings up. */
  logLines(): Record<string, number>;
  /** Undefined: traces are off. */
  tracing: Tracing | undefined;
  /** By default the shared clock. */
  clock: Clock | undefined;
  database: Database;
  masterKeys: MasterKeys;
  stops: StopSequence;
  role: NodeRole;
  /** This process as one of several that serve on one port; undefined if it is the only one. */
  member: Member | undefined;
  /** The environment that the settings were read from. */
  env: NodeJS.ProcessEnv;
}

export type Engine = Awaited<ReturnType<typeof startEngine>>;

/** Starts what the areas are built on: log, delivery, limits, keys, nodes. */
export async function startEngine({ clock: given, ...rest }: EngineOptions) {
  const shared = openSharedClock(rest.log);
  const clock = given ?? shared;
  const options = { ...rest, clock, place: rest.member?.place };
  const { settings, stops, database } = options;
  const nodeId = randomUUID();
  const secretBox = openKeyRing(options);
  const { pool, db, notifications, onError } = openConnections(options, nodeId);
  await checkMasterKey(pool, secretBox);
  startResealing({ ...options, pool, ring: secretBox });
  const archiveFailingSeconds = await startArchive({ ...options, pool });
  const { policy, client } = openOutbound(options);
  const isAlone = await endFormerNodes(pool, options);
  const figures = new ProcessFigures();
  figures.countConnections(() => client.stats().connections);
  const { registry, join, drain } = openRegistry(options, { nodeId, figures, pool, clock: shared, onError });
  const ports = {
    ...options,
    pool,
    db,
    notifications,
    secretBox,
    policy,
    client,
    registry,
    onError,
    reads: openReads(options, pool, registry),
  };
  const admission = openAdmission(ports);
  const spine = createSpine({ ...ports, archiveFailingSeconds });
  figures.countQueue(() => spine.queued());
  // From here on, the clock is the shared one.
  await join();
  const bootstrap = await ensureBootstrap(
    { db, clock, onOrganizationCreated: createLog },
    { bootstrapApiKey: settings.BOOTSTRAP_API_KEY },
  );
  await notifications.start();
  stops.add('notifications', () => notifications.close());
  await spine.start();
  const { connection, isEmbedded } = database;
  const parts = { ...admission, spine, figures, reads: ports.reads };
  spine.metrics.figures.add(...engineGauges(settings, registry));
  const areas = await startAreas({ ...ports, ...parts, connection, isEmbedded, isAlone });
  return {
    clock,
    pool,
    db,
    registry,
    tracing: options.tracing,
    ...parts,
    areas,
    firstKey: bootstrap.firstKey,
    drain,
  };
}

/**
 * Marks the nodes that this one replaces as ended. Returns whether this node is alone on its database: the process that
 * holds the data directory is, and earlier processes are dead.
 */
async function endFormerNodes(
  pool: Pool,
  { database, place }: { database: Database; place: Member['place'] | undefined },
): Promise<boolean> {
  const isAlone = database.isEmbedded && (place === undefined || place.isFirst);
  if (isAlone) await endAllNodes(pool);
  if (place?.replaces !== undefined) await endNode(pool, place.replaces);
  return isAlone;
}

/** Figures of the engine from the database, and of the disk. */
function engineGauges(settings: Settings, registry: NodeRegistry): FigureSource[] {
  const { METRICS_BY_ORGANIZATION: organizations } = settings;
  return [
    nodeGauges(registry),
    jobGauges,
    limitGauges(limitTable(settings.RATE_LIMIT_SCALE), organizations),
    quotaGauges(organizations),
    databaseGauges,
    diskGauges(resolve(settings.DATA_DIR)),
  ];
}

function openConnections({ settings, log, database, stops }: Omit<EngineOptions, 'clock'>, nodeId: string) {
  let stopping = false;
  const onError = (error: unknown) => {
    // It is normal that the database closes connections while the service stops.
    if (!stopping) log.warn({ err: error }, 'database connection');
  };
  const pool = createPool(database.connection, {
    max: settings.DATABASE_POOL_SIZE,
    mostOfOne: Math.ceil(settings.DATABASE_POOL_SIZE / 2),
    applicationName: `trivium ${nodeId}`,
    onError,
    diverts: settings.DATABASE_READ_URL !== undefined,
  });
  stops.add('connections', () => {
    stopping = true;
    return pool.end();
  });
  const db: AnyDatabase = new Kysely({ dialect: new PostgresDialect({ pool }) });
  return { pool, db, notifications: new Notifications(database.connection, { onError }), onError };
}

/** Opens the read replicas, if any. Problems with them are logged and do not delay the start. */
function openReads(
  { settings, log, stops, role }: Pick<EngineOptions, 'settings' | 'log' | 'stops' | 'role'>,
  pool: Pool,
  registry: NodeRegistry,
): ReplicatedReads | undefined {
  const { DATABASE_READ_URL: urls, DATABASE_READ_MAX_AGE: maxAgeSeconds } = settings;
  if (urls === undefined || role === 'worker') return undefined;
  const reads = new ReplicatedReads({
    urls,
    poolSize: settings.DATABASE_POOL_SIZE,
    maxAgeMs: maxAgeSeconds * 1_000,
    onState({ replica, state, cause }) {
      if (state === 'serving') log.info({ replica }, 'the replica answers reads');
      else log.warn({ replica, state, err: cause }, 'the replica answers no reads: the primary does');
    },
    onError: (error) => log.warn({ err: error }, 'replicas of the database'),
  });
  reads.start({ pool, nodeId: registry.nodeId, aliveNodeIds: () => registry.aliveNodeIds() });
  stops.add('replicas', () => reads.stop());
  return reads;
}

function openOutbound({ settings, stops }: Pick<EngineOptions, 'settings' | 'stops'>) {
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
    proxy: settings.WEBHOOK_PROXY_URL,
    sourceAddresses: settings.WEBHOOK_SOURCE_ADDRESSES,
    ...(settings.EXTRA_CA_CERTIFICATES && { caCertificates: [settings.EXTRA_CA_CERTIFICATES] }),
  });
  stops.add('outbound connections', () => client.close());
  return { policy, client };
}

/**
 * Logs when the shared clock differs from this machine's clock, once and after every large change, because times of
 * events then differ from local times.
 */
function openSharedClock(log: Logger): SharedClock {
  return new SharedClock({
    onDifference: (aheadMs) =>
      log.warn(
        { ahead_ms: aheadMs },
        "the clock of this machine and that of the database differ; the service takes the database's",
      ),
  });
}

interface RegistryPorts {
  nodeId: string;
  figures: ProcessFigures;
  pool: Pool;
  clock: SharedClock;
  onError(error: unknown): void;
}

function openRegistry(
  { database, role, stops }: Pick<EngineOptions, 'database' | 'role' | 'stops'>,
  { nodeId, figures, pool, clock, onError }: RegistryPorts,
) {
  const jumps = new ClockJumps({ pool, clock, onError });
  const node = { host: hostname(), pid: process.pid, role, status: 'active' as 'active' | 'draining' };
  const registry = createNodeRegistry({
    connection: database.connection,
    nodeId,
    info: () => ({ ...node, ...figures.read(), clock_jump: jumps.knownId }),
    onError,
    onTime: (...told) => jumps.learn(...told),
  });
  const join = async (): Promise<void> => {
    await registry.start();
    await jumps.start(registry.foundJump);
    stops.add('clock', () => jumps.stop());
    stops.add('node register', () => registry.stop());
  };
  /** Leaves shared work: other nodes see that it is about to stop. */
  const drain = async (): Promise<void> => {
    node.status = 'draining';
    await registry.announce();
  };
  return { registry, join, drain };
}

interface AdmissionPorts extends Omit<EngineOptions, 'clock'> {
  clock: Clock;
  pool: Pool;
  db: AnyDatabase;
  notifications: Notifications;
  secretBox: SecretBox;
  registry: NodeRegistry;
  onError(error: unknown): void;
}

/** Authentication, rate limits and idempotency. */
function openAdmission({ settings, stops, registry, ...ports }: AdmissionPorts) {
  const authenticator = createAuthenticator(ports);
  stops.add('last uses of keys', () => authenticator.stop());
  const rateLimiter = createRateLimiter({ ...ports, scale: settings.RATE_LIMIT_SCALE });
  stops.add('limits', () => rateLimiter.stop());
  const idempotency = createIdempotencyStore({
    ...ports,
    nodeId: registry.nodeId,
    isNodeDead: (id) => registry.isDead(id),
  });
  stops.add('kept answers', () => idempotency.stop());
  const isKept = settings.REQUEST_LOG_MAX_PER_ORGANIZATION > 0;
  const requestBook = isKept ? createRequestBook(ports) : undefined;
  requestBook?.start();
  stops.add('log of requests', async () => requestBook?.stop());
  return { authenticator, rateLimiter, idempotency, requestBook };
}
