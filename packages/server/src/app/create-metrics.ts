import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { RequestTimes } from '../kit/observability/index.ts';

interface PoolFigures {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

interface DeliveryFigures {
  ready: number;
  inFlight: number;
  unwritten: number;
}

/** Read when a scrape asks, not before. */
interface MetricSources {
  pool(): PoolFigures;
  deliveries(): DeliveryFigures;
  /** Deliveries in the database that are not settled, how long ago the event of the oldest was accepted, and dead letters. */
  queue(): Promise<{ depth: number; oldestSeconds: number; dead: number }>;
  /** The ids of organizations whose log is damaged, as far as this process knows. */
  damagedLogs(): readonly string[];
  /** Round trips of the append and of the completion writer so far. */
  batchStatements(): { append: number; complete: number };
}

const latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** What `/metrics` shows, in Prometheus' text form. */
export function createMetrics(sources: MetricSources) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new RequestTimes({
    name: 'trivium_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    bounds: latencyBuckets,
    registry,
  });
  const attempts = attemptMetrics(registers);
  const published = new Counter({
    name: 'trivium_events_published_total',
    help: 'Events written to the log by this process.',
    registers,
  });
  registerGauges(registers, sources);

  return {
    registry,
    requestDone(route: string, method: string, status: number, durationMs: number): void {
      requests.observe(route, method, status, durationMs / 1000);
    },
    ...attempts,
    eventsPublished(count: number): void {
      published.inc(count);
    },
  };
}

/** What is counted of each attempt to deliver. */
function attemptMetrics(registers: Registry[]) {
  const attempts = new Counter({
    name: 'trivium_delivery_attempts_total',
    help: 'Delivery attempts by result: success, retry or dead.',
    labelNames: ['result'],
    registers,
  });
  // Looking a label up costs more than counting.
  const attemptsWith = {
    success: attempts.labels('success'),
    retry: attempts.labels('retry'),
    dead: attempts.labels('dead'),
  };
  const failures = new Counter({
    name: 'trivium_delivery_failures_total',
    help: 'Delivery attempts that failed, by cause.',
    labelNames: ['class'],
    registers,
  });
  const responseTime = new Histogram({
    name: 'trivium_delivery_response_seconds',
    help: "Time of a delivery attempt, from the look-up of the name to the end of the receiver's answer.",
    buckets: latencyBuckets,
    registers,
  });
  const publishToDeliver = new Histogram({
    name: 'trivium_publish_to_deliver_seconds',
    help: 'Time from the acceptance of an event to the end of a first attempt that succeeded.',
    buckets: latencyBuckets,
    registers,
  });
  return {
    /** `failure` is what an attempt failed of; undefined for one that succeeded. */
    attemptDone(result: 'success' | 'retry' | 'dead', failure: string | undefined, durationMs: number): void {
      attemptsWith[result].inc();
      if (failure !== undefined) failures.inc({ class: failure });
      responseTime.observe(durationMs / 1000);
    },
    delivered(latencyMs: number): void {
      publishToDeliver.observe(latencyMs / 1000);
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Labels cost memory where metrics are kept; whoever has more of these has been told enough. */
const MAX_DAMAGED_LOGS = 100;

function registerGauges(registers: Registry[], sources: MetricSources): void {
  new Gauge({
    name: 'trivium_process_info',
    help: 'Always 1; its label tells which process answers.',
    labelNames: ['pid'],
    registers,
  }).set({ pid: process.pid }, 1);
  new Gauge({
    name: 'trivium_damaged_log',
    help: 'Always 1: the log of this organization is damaged, and no checkpoint is signed for it.',
    labelNames: ['organization'],
    registers,
    collect() {
      this.reset();
      for (const organization of sources.damagedLogs().slice(0, MAX_DAMAGED_LOGS))
        this.set({ organization }, 1);
    },
  });
  const gauge: MakeGauge = (name, help, read) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  registerDeliveryGauges(gauge, sources);
  gauge(
    'trivium_database_pool_connections',
    'Open connections to the database.',
    () => sources.pool().totalCount,
  );
  gauge('trivium_database_pool_idle', 'Idle connections to the database.', () => sources.pool().idleCount);
  gauge(
    'trivium_database_pool_waiting',
    'Requests that wait for a connection.',
    () => sources.pool().waitingCount,
  );
  gauge(
    'trivium_append_statements',
    'Database round trips of the event log so far.',
    () => sources.batchStatements().append,
  );
  gauge(
    'trivium_completion_statements',
    'Database round trips of the completion writer so far.',
    () => sources.batchStatements().complete,
  );
}

type MakeGauge = (name: string, help: string, read: () => number | Promise<number>) => Gauge;

function registerDeliveryGauges(gauge: MakeGauge, sources: MetricSources): void {
  gauge(
    'trivium_delivery_ready',
    'Deliveries in memory that wait for their turn.',
    () => sources.deliveries().ready,
  );
  gauge('trivium_delivery_in_flight', 'Attempts under way.', () => sources.deliveries().inFlight);
  gauge(
    'trivium_delivery_unwritten',
    'Ended attempts that wait for the database.',
    () => sources.deliveries().unwritten,
  );
  const queue = async (figure: 'depth' | 'oldestSeconds' | 'dead') => {
    try {
      return (await sources.queue())[figure];
    } catch {
      return Number.NaN;
    }
  };
  gauge('trivium_delivery_queue_depth', 'Deliveries in the database that are not settled.', () =>
    queue('depth'),
  );
  gauge(
    'trivium_delivery_oldest_seconds',
    'Age of the oldest event with a delivery that is not settled; 0 without one.',
    () => queue('oldestSeconds'),
  );
  gauge('trivium_dead_letters', 'Dead letters.', () => queue('dead'));
}
