import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { outreachEventIndex, waitingMail } from '../areas/outreach/index.ts';
import { reviewEventIndex } from '../areas/review/index.ts';
import type { NodeRegistry } from '../engine/cluster/index.ts';
import {
  createDeliveryMaintenance,
  createDeliveryOperations,
  createRetrySchedule,
  createSubscriptionStore,
  createSubscriptions,
  DeliveryEngine,
  deliveryGauges,
  followSubscriptionChanges,
  QueueFigures,
  sumQueueFigures,
} from '../engine/delivery/index.ts';
import { waitingJobs } from '../engine/jobs/index.ts';
import type { ReplicatedReads } from '../engine/replicas/index.ts';
import {
  createEventTraces,
  createLogServices,
  createUnitOfWork,
  type EventTraces,
  LogAppender,
  type LogServices,
  logGauges,
} from '../engine/spine/index.ts';
import { createRunWriter, waitingRuns } from '../engine/workflows/index.ts';
import type { Clock } from '../kit/clock.ts';
import type { Notifications } from '../kit/db/index.ts';
import { formatId, uuidTime } from '../kit/ids.ts';
import type { AddressPolicy, GuardedClient } from '../kit/net/index.ts';
import type { LineLog, Tracing } from '../kit/observability/index.ts';
import { openFilesLimit } from '../kit/processes/index.ts';
import type { SecretBox } from '../kit/secrets/index.ts';
import { watchAttempts } from './attempt-log.ts';
import { createMetrics, type Metrics } from './metrics/create-metrics.ts';
import { organizationGauges } from './metrics/organization-gauges.repository.ts';
import type { Member } from './processes/member.ts';
import type { Settings } from './settings.ts';
import type { StopSequence } from './stop-sequence.ts';

export interface SpineOptions {
  settings: Settings;
  log: Logger;
  lines: LineLog;
  /** Lines of the log so far by level, from warnings up. */
  logLines(): Record<string, number>;
  /** How long the archive of the WAL has been failing, in seconds; 0 if it works or is off. */
  archiveFailingSeconds(): number;
  /** Undefined: traces are off. */
  tracing: Tracing | undefined;
  clock: Clock;
  pool: Pool;
  // biome-ignore lint/suspicious/noExplicitAny: each part types its own tables
  db: Kysely<any>;
  notifications: Notifications;
  secretBox: SecretBox;
  policy: AddressPolicy;
  client: GuardedClient;
  registry: NodeRegistry;
  /** Undefined: there are no replicas. */
  reads: ReplicatedReads | undefined;
  stops: StopSequence;
  /** This process as one of several that serve on one port; undefined if it is the only one. */
  member: Member | undefined;
}

/** How long a stop waits for attempts in progress; unfinished ones are sent again after the next start. */
const DELIVERY_GRACE_MS = 4_000;

export type Spine = ReturnType<typeof createSpine>;

/** Creates the event log and the deliveries; `start` starts them. */
export function createSpine(options: SpineOptions) {
  const { settings, log, clock, pool, notifications, secretBox, registry } = options;
  const { nodeId } = registry;
  const store = createSubscriptionStore(secretBox, settings.WEBHOOK_CONCURRENCY);
  const liveness = livenessOf(registry);
  const traces = openTraces(options);
  const engine = new DeliveryEngine({
    ...options,
    traces,
    nodeId,
    schedule: createRetrySchedule(settings.WEBHOOK_RETRY_DELAYS),
    store,
    liveness,
    alsoWaiting: [waitingJobs(pool), waitingRuns(pool), waitingMail(pool)],
    // The other half is for the API, the database, and idle connections of receivers.
    underWay: { maxCount: Math.floor(openFilesLimit() / 2) },
    onAttempt: (completion, outcome) => watchAttempt(completion, outcome),
  });
  const queueFigures = new QueueFigures(pool);
  const hasPeers = () => registry.aliveNodeIds().length > 1;
  const logs = createLogServices({ pool, clock, log, secretBox, notifications, nodeId, hasPeers });
  const runWriter = createRunWriter(traces);
  const appender = new LogAppender({
    pool,
    clock,
    tracing: options.tracing,
    participants: [
      engine.participant,
      runWriter.participant,
      outreachEventIndex(),
      reviewEventIndex(),
      ...(traces === undefined ? [] : [traces.participant]),
    ],
    onCommitted: (orgIds, events) => {
      metrics.eventsPublished(events);
      logs.onCommitted(orgIds);
    },
  });
  const metrics = openMetrics(options, { engine, appender, logs, queueFigures });
  const watchAttempt = watchAttempts(options.lines, metrics);
  followSubscriptionChanges(notifications, { appender, engine });
  registry.onNodeDead(() => engine.reconcile());
  registry.onLapsed(() => engine.fence());

  const ports = { ...options, store, appender, engine, nodeId, liveness, queueFigures };
  const { maintenance, ...deliveries } = createDeliveries(settings, ports);
  return {
    appender,
    logs,
    metrics,
    ...deliveries,
    runWriter,
    unitOfWork: createUnitOfWork(options.db, appender),
    /** Deliveries that wait or are in progress on this node. */
    queued: () => engine.figures.ready + engine.figures.inFlight,
    start: () => start({ engine, maintenance, logs, appender }, options.stops),
  };
}

/** Which trace each event belongs to. Undefined when traces are off. */
function openTraces({ pool, tracing, log, stops }: SpineOptions): EventTraces | undefined {
  if (tracing === undefined) return undefined;
  const onError = (error: unknown) => log.warn({ err: error }, 'traces of events');
  const traces = createEventTraces({ pool, tracing, onError });
  traces.start();
  stops.add('traces of events', () => traces.stop());
  return traces;
}

interface MeasuredParts {
  engine: DeliveryEngine;
  appender: LogAppender;
  logs: LogServices;
  queueFigures: QueueFigures;
}

function openMetrics(
  { pool, clock, log, logLines, archiveFailingSeconds, settings, reads, stops, member }: SpineOptions,
  { engine, appender, logs, queueFigures }: MeasuredParts,
): Metrics {
  const metrics = createMetrics({
    database: pool,
    processes: member?.shareMetrics,
    onError: (error, part) => log.warn({ err: error, part }, 'figures for /metrics could not be read'),
    logLines,
    archiveFailingSeconds,
    poolSize: settings.DATABASE_POOL_SIZE,
    pool: () => pool,
    reads,
    deliveries: () => engine.figures,
    queue: () => readQueue(queueFigures, clock),
    damagedLogs: () => [...logs.integrator.damagedLogs.keys()].map((id) => formatId('org', id)),
    batchStatements: () => ({ append: appender.statements, complete: engine.figures.statements }),
  });
  const { METRICS_BY_ORGANIZATION: organizations } = settings;
  metrics.figures.add(deliveryGauges, logGauges);
  if (organizations > 0) metrics.figures.add(organizationGauges(organizations, queueFigures));
  stops.add('figures', () => metrics.figures.stop());
  return metrics;
}

type DeliveryPorts = Parameters<typeof createSubscriptions>[0] &
  Omit<Parameters<typeof createDeliveryMaintenance>[0], 'retentionDays' | 'disableAfterDays'> &
  Omit<Parameters<typeof createDeliveryOperations>[0], 'maintenance'>;

/** The API's functions for subscriptions and deliveries, and their maintenance. */
function createDeliveries(settings: Settings, ports: Omit<DeliveryPorts, 'onJob'>) {
  const maintenance = createDeliveryMaintenance({
    ...ports,
    retentionDays: settings.DELIVERY_LOG_RETENTION_DAYS,
    disableAfterDays: settings.WEBHOOK_DISABLE_AFTER_DAYS,
  });
  const subscriptions = createSubscriptions({ ...ports, onJob: () => maintenance.wake() });
  return { maintenance, subscriptions, operations: createDeliveryOperations({ ...ports, maintenance }) };
}

function livenessOf(registry: NodeRegistry) {
  return {
    mayAct: () => registry.mayAct(),
    aliveNodeIds: async () => registry.aliveNodeIds(),
    foundBackMs: () => registry.foundBackMs,
    deadNodes: () => registry.deadNodes(),
  };
}

type Started = Pick<Spine, 'appender' | 'logs'> & {
  engine: DeliveryEngine;
  maintenance: ReturnType<typeof createDeliveryMaintenance>;
};

async function start({ engine, maintenance, logs, appender }: Started, stops: StopSequence): Promise<void> {
  // Maintenance comes first, because it creates the partitions for the log of attempts.
  await maintenance.start();
  stops.add('delivery maintenance', () => maintenance.stop());
  await engine.start();
  const underWay = () =>
    `${engine.figures.inFlight} attempts under way, ${engine.figures.unwritten} to be written`;
  stops.add('delivery', () => engine.stop(DELIVERY_GRACE_MS), underWay);
  logs.start();
  stops.add('log services', () => logs.stop());
  stops.add('event log', () => appender.drain());
}

async function readQueue(figures: QueueFigures, clock: Clock) {
  const { pending, oldestPending, dead } = sumQueueFigures((await figures.read()).values());
  const oldestMs = oldestPending === null ? 0 : Math.max(clock.now() - uuidTime(oldestPending), 0);
  return { depth: pending, oldestSeconds: oldestMs / 1_000, dead };
}
