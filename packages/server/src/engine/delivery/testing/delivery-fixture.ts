import { randomBytes, randomUUID } from 'node:crypto';
import { type Logger, pino } from 'pino';
import { type Clock, systemClock } from '../../../kit/clock.ts';
import { createPool, type DatabaseConnection, Notifications } from '../../../kit/db/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../kit/embedded-postgres/test-database.ts';
import { newUuid } from '../../../kit/ids.ts';
import {
  createAddressPolicy,
  createGuardedClient,
  type GuardedClient,
  type ResolveHost,
} from '../../../kit/net/index.ts';
import { createSecretBox } from '../../../kit/secrets/index.ts';
import { LogAppender, type NewEvent } from '../../spine/index.ts';
import type { UnderWayLimits } from '../attempts-under-way.ts';
import {
  createDeliveryMaintenance,
  createDeliveryOperations,
  createRetrySchedule,
  createSubscriptionStore,
  createSubscriptions,
  DeliveryEngine,
  defaultRetryDelaysSeconds,
  followSubscriptionChanges,
  type NewSubscription,
  QueueFigures,
  type SubscriptionRecord,
} from '../index.ts';

const silent: Logger = pino({ level: 'silent' });

export interface NodeOptions {
  clock?: Clock;
  retryDelaysSeconds?: readonly number[];
  resolve?: ResolveHost;
  caCertificates?: readonly string[];
  /** Other live nodes. */
  otherNodeIds?: () => string[];
  deadNodeIds?: () => string[];
  mayAct?: () => boolean;
  underWay?: UnderWayLimits;
  gatherMs?: number;
  /** How the node connects to its database. */
  connection?: DatabaseConnection;
  /** Wraps the node's client. */
  client?: (client: GuardedClient) => GuardedClient;
}

/** A fresh database with any number of nodes on it, assembled as the composition root does. */
export async function createDeliveryFixture() {
  const database = await createTestDatabase();
  const secretBox = createSecretBox(randomBytes(32));
  const nodes: TestNode[] = [];
  return {
    database,
    newOrgId: () => newUuid(),
    async startNode(options: NodeOptions = {}): Promise<TestNode> {
      const node = await startNode(database, secretBox, options);
      nodes.push(node);
      return node;
    },
    async close() {
      for (const node of nodes) await node.stop();
      await database.drop();
    },
  };
}

export type DeliveryFixture = Awaited<ReturnType<typeof createDeliveryFixture>>;

async function startNode(
  database: TestDatabase,
  secretBox: ReturnType<typeof createSecretBox>,
  options: NodeOptions,
) {
  const nodeId = randomUUID();
  const clock = options.clock ?? systemClock;
  const pool = createPool(options.connection ?? database.connection, {
    max: 8,
    applicationName: nodeId,
    onError: () => {},
  });
  const policy = createAddressPolicy({
    allowedNetworks: [],
    allowLoopback: true,
    requireHttps: true,
    ...(options.resolve && { resolve: options.resolve }),
  });
  const { client: wrap = (inner) => inner } = options;
  const client = wrap(
    createGuardedClient({
      policy,
      userAgent: 'Trivium test',
      maxConnectionsPerOrigin: 1_000,
      ...(options.caCertificates && { caCertificates: options.caCertificates }),
    }),
  );
  const liveness = {
    mayAct: options.mayAct ?? (() => true),
    aliveNodeIds: async () => [nodeId, ...(options.otherNodeIds?.() ?? [])],
    deadNodes: () =>
      (options.deadNodeIds?.() ?? []).map((id) => ({ nodeId: id, lastHeartbeat: new Date(0) })),
  };
  const store = createSubscriptionStore(secretBox);
  const engine = new DeliveryEngine({
    pool,
    nodeId,
    clock,
    log: silent,
    client,
    schedule: createRetrySchedule(options.retryDelaysSeconds ?? defaultRetryDelaysSeconds),
    store,
    liveness,
    gatherMs: options.gatherMs,
    ...(options.underWay && { underWay: options.underWay }),
  });
  const appender = new LogAppender({ pool, clock, participants: [engine.participant] });
  const notifications = new Notifications(database.connection, { onError: () => {} });
  followSubscriptionChanges(notifications, { appender, engine });
  await notifications.start();
  const maintenance = createDeliveryMaintenance({
    pool,
    clock,
    log: silent,
    appender,
    engine,
    store,
    retentionDays: 30,
    disableAfterDays: 5,
  });
  await maintenance.start();
  await engine.start();
  const queueFigures = new QueueFigures(pool);
  const subscriptions = createSubscriptions({
    pool,
    clock,
    log: silent,
    secretBox,
    policy,
    appender,
    engine,
    nodeId,
    liveness,
    queueFigures,
    onJob: () => maintenance.wake(),
  });
  const operations = createDeliveryOperations({
    pool,
    clock,
    secretBox,
    client,
    store,
    engine,
    maintenance,
    queueFigures,
  });
  let stopped = false;
  return {
    nodeId,
    pool,
    clock,
    log: silent,
    policy,
    client,
    engine,
    appender,
    secretBox,
    subscriptions,
    maintenance,
    operations,
    /** Publishes an event of one organization. */
    publish: (orgId: string, type: string, data: object = {}, more: Partial<NewEvent> = {}) =>
      appender.append({ orgId, type, source: 'test', data, ...more }),
    /** Creates a Webhooks API subscription, to everything by default. */
    subscribe: (
      orgId: string,
      url: string,
      input: Partial<NewSubscription> = {},
    ): Promise<SubscriptionRecord> =>
      subscriptions.create(orgId, newUuid(), {
        face: 'webhooks',
        name: 'test',
        url,
        patterns: ['*'],
        secret: 'a secret of the test',
        ...input,
      }),
    /** Rows of any query, to inspect internal state. */
    async rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
      return (await pool.query<Row>(text, values)).rows;
    },
    /** Unsettled deliveries of an organization. */
    async queued(orgId: string): Promise<number> {
      const { rows } = await pool.query('select count(*) as queued from deliveries where org_id = $1', [
        orgId,
      ]);
      return rows[0].queued;
    },
    async stop(graceMs = 5_000) {
      if (stopped) return;
      stopped = true;
      await appender.drain();
      await maintenance.stop();
      await engine.stop(graceMs);
      await notifications.close();
      await client.close();
      await pool.end();
    },
  };
}

export type TestNode = Awaited<ReturnType<typeof startNode>>;
