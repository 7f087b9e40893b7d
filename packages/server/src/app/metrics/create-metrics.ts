import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import { endings } from '../../engine/delivery/index.ts';
import type { CallObserver } from '../../engine/models/index.ts';
import { formatOpenMetrics, OPENMETRICS_TYPE, RequestTimes, Times } from '../../kit/observability/index.ts';
import { FigureReader } from './figure-reader.ts';
import { type ProcessSources, registerProcessGauges } from './process-gauges.ts';

export interface MetricsOptions extends ProcessSources {
  /** Resolves with the metrics of all serving processes, given this one's; by default only this one's. */
  processes?: ((own: Registry) => () => Promise<Registry>) | undefined;
  /** For metrics of the whole installation. */
  database: Pool;
  /** Some of the metrics could not be read. */
  onError(error: unknown, part: string): void;
}

/**
 * Sampling interval of event loop lag. Each sample wakes the process, and the metric includes the interval.
 */
const LAG_SAMPLE_MS = 100;
const latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** What `/metrics` serves: metrics of this process, and those of the whole installation from sources. */
export function createMetrics(options: MetricsOptions) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_SAMPLE_MS });
  // Sums over the types beside them, under names that Prometheus keeps for counters.
  for (const what of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${what}_total`);
  const requests = new RequestTimes({
    name: 'trivium_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    bounds: latencyBuckets,
    registry,
  });
  const attempts = attemptMetrics(registry);
  const published = new Counter({
    name: 'trivium_events_published_total',
    help: 'Events written to the log by this process.',
    registers: [registry],
  });
  const modelAsked = modelMetrics(registry);
  const failedJobs = new Counter({
    name: 'trivium_job_failures_total',
    help: 'Attempts of background jobs that failed in this process, by the kind of job.',
    labelNames: ['job'],
    registers: [registry],
  });
  registerProcessGauges(registry, options);
  const installation = new Registry();
  const figures = new FigureReader({
    pool: options.database,
    registry: installation,
    onError: options.onError,
  });
  const readProcesses = options.processes?.(registry) ?? (async () => registry);

  return {
    figures,
    /**
     * In OpenMetrics for clients that accept it, which includes exemplars; otherwise in Prometheus's text
     * format.
     */
    async text(accept: string): Promise<{ contentType: string; text: string }> {
      const all = Registry.merge([await readProcesses(), installation]);
      if (!accept.includes('application/openmetrics-text'))
        return { contentType: all.contentType, text: await all.metrics() };
      return { contentType: OPENMETRICS_TYPE, text: await formatOpenMetrics(all) };
    },
    requestDone(route: string, method: string, status: number, durationMs: number, traceId?: string): void {
      requests.observe(route, method, status, durationMs / 1000, traceId);
    },
    ...attempts,
    eventsPublished(count: number): void {
      published.inc(count);
    },
    modelAsked,
    jobFailed(job: string): void {
      failedJobs.inc({ job });
    },
  };
}

/** Counters of language model calls. */
function modelMetrics(registry: Registry): CallObserver {
  const shared = { registers: [registry] };
  const calls = new Counter({
    name: 'trivium_model_calls_total',
    help: 'Calls of a language model by result: `answered`, or why there was none.',
    labelNames: ['area', 'model', 'result'],
    ...shared,
  });
  const tokens = new Counter({
    name: 'trivium_model_tokens_total',
    help: 'Tokens of calls of a language model: `input`, of these `cached_input`, and `output`.',
    labelNames: ['area', 'model', 'kind'],
    ...shared,
  });
  const cost = new Counter({
    name: 'trivium_model_cost_usd_total',
    help: 'What calls of a language model cost, USD; of those that broke off the most that they can have cost.',
    labelNames: ['area', 'model'],
    ...shared,
  });
  return ({ area, model, failure, usage, costMicros }) => {
    calls.inc({ area, model, result: failure ?? 'answered' });
    tokens.inc({ area, model, kind: 'input' }, usage.inputTokens);
    tokens.inc({ area, model, kind: 'cached_input' }, usage.cachedInputTokens);
    tokens.inc({ area, model, kind: 'output' }, usage.outputTokens);
    cost.inc({ area, model }, costMicros / 1_000_000);
  };
}

/** Counters of delivery attempts. */
function attemptMetrics(registry: Registry) {
  const attempts = new Counter({
    name: 'trivium_delivery_attempts_total',
    help: 'Delivery attempts by result: success, retry or dead.',
    labelNames: ['result'],
    registers: [registry],
  });
  // Looking up labels costs more than counting.
  const attemptsWith = {
    success: attempts.labels('success'),
    retry: attempts.labels('retry'),
    dead: attempts.labels('dead'),
  };
  const failures = new Counter({
    name: 'trivium_delivery_failures_total',
    help: 'Delivery attempts that failed, by cause.',
    labelNames: ['class'],
    registers: [registry],
  });
  // A series that first appears as 1 has no increase: its first event would be missing from every rate and
  // alert.
  for (const counted of Object.values(attemptsWith)) counted.inc(0);
  for (const one of endings) if (one !== 'success') failures.inc({ class: one }, 0);
  const responseTime = new Times({
    name: 'trivium_delivery_response_seconds',
    help: "Time of a delivery attempt, from the look-up of the name to the end of the receiver's answer.",
    bounds: latencyBuckets,
    registry,
  });
  const publishToDeliver = new Times({
    name: 'trivium_publish_to_deliver_seconds',
    help: 'Time from the acceptance of an event to the end of a first attempt that succeeded.',
    bounds: latencyBuckets,
    registry,
  });
  return {
    /** `failure`: why the attempt failed; undefined on success. */
    attemptDone(
      result: 'success' | 'retry' | 'dead',
      failure: string | undefined,
      durationMs: number,
      traceId?: string,
    ): void {
      attemptsWith[result].inc();
      if (failure !== undefined) failures.inc({ class: failure });
      responseTime.observe(durationMs / 1000, traceId);
    },
    delivered(latencyMs: number, traceId?: string): void {
      publishToDeliver.observe(latencyMs / 1000, traceId);
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
