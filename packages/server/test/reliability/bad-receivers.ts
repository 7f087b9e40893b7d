import { required } from '../../src/kit/required.ts';
import type { ApiClient } from './harness/api-client.ts';
import { Installation } from './harness/installation.ts';
import { auditSink, type SinkAudit } from './harness/log-audit.ts';
import { Publisher, sleep } from './harness/publisher.ts';
import { WebhookSink } from './harness/webhook-sink.ts';
import { openZoo, type ZooResident } from './harness/zoo-process.ts';

export interface BadReceiversOptions {
  /** Events that every receiver of the zoo gets, one after the other. */
  events: number;
  intervalMs: number;
  /** The load on the healthy receivers. */
  ratePerSecond: number;
}

export interface Attempt {
  receiver: string;
  status: 'success' | 'failed';
  responseCode: number | null;
  responseTimeMs: number;
  error: string | undefined;
}

/** Milliseconds from the request that published an event to its arrival. */
export interface Latency {
  p50: number;
  p95: number;
  p99: number;
}

export interface BadReceiversReport {
  residents: ZooResident[];
  attempts: Attempt[];
  /** Healthy receivers without the zoo, and together with it. */
  alone: Latency;
  beside: Latency;
  neighbours: SinkAudit;
  /** Resident memory of the service before the zoo, its peak during it, and after it. */
  residentMb: { before: number; peak: number; after: number };
  serviceEnded: boolean;
}

const BASELINE_MS = 4_000;
/** The response window, and some time for the rest of an attempt. */
const ATTEMPT_LIMIT_MS = 10_500;

/** Sends events to one receiver of every bad kind, and to healthy ones under load. */
export async function sendToBadReceivers(options: BadReceiversOptions): Promise<BadReceiversReport> {
  const zoo = await openZoo();
  const installation = await Installation.make({
    EXTRA_CA_CERTIFICATES: zoo.authority,
    // A failed attempt is not retried during the test.
    WEBHOOK_RETRY_DELAYS: '0,3600',
  });
  const neighbour = await WebhookSink.open();
  try {
    await installation.start();
    const { api, process: service } = installation;
    await api.subscribe(['load.*'], neighbour.url);
    const ids = new Map<string, string>();
    for (const { name, url } of zoo.residents) ids.set(name, await api.subscribeWebhook(['zoo.*'], url));
    const publisher = new Publisher({ api, clients: 16, ratePerSecond: options.ratePerSecond }).start();
    await sleep(BASELINE_MS);
    const before = await service.residentMb();
    const memory = watchMemory(() => service.residentMb());
    const zooAt = performance.now();
    await publishToZoo(api, options);
    const attempts = await awaitAttempts(api, ids, options.events);
    const overAt = performance.now();
    await publisher.stop();
    await sleep(1_000);
    return {
      residents: zoo.residents,
      attempts,
      alone: latency(publisher, neighbour, zooAt - BASELINE_MS / 2, zooAt),
      beside: latency(publisher, neighbour, zooAt, overAt),
      neighbours: auditSink(neighbour, publisher),
      residentMb: { before, peak: await memory.stop(), after: await service.residentMb() },
      serviceEnded: service.hasExited,
    };
  } catch (error) {
    throw await installation.explain(error);
  } finally {
    await installation.remove();
    await neighbour.close();
    await zoo.close();
  }
}

async function publishToZoo(api: ApiClient, { events, intervalMs }: BadReceiversOptions): Promise<void> {
  for (let n = 0; n < events; n++) {
    await api.ask('POST', '/v1/events', { body: { type: 'zoo.tick', source: 'zoo', data: { n } } });
    await sleep(intervalMs);
  }
}

/** The log of attempts of every receiver, once it has one entry per event. */
async function awaitAttempts(api: ApiClient, ids: Map<string, string>, events: number): Promise<Attempt[]> {
  const deadline = performance.now() + 2 * ATTEMPT_LIMIT_MS;
  const attempts: Attempt[] = [];
  for (const [receiver, id] of ids) {
    for (;;) {
      const { deliveries } = await api.ask('GET', `/v1/webhooks/subscriptions/${id}/deliveries?limit=100`);
      if (deliveries.length >= events) {
        attempts.push(...deliveries.map((entry: LoggedAttempt) => toAttempt(receiver, entry)));
        break;
      }
      if (performance.now() > deadline) {
        throw new Error(`${receiver}: ${deliveries.length} of ${events} attempts ended in time`);
      }
      await sleep(100);
    }
  }
  return attempts;
}

interface LoggedAttempt {
  status: 'success' | 'failed';
  response_code: number | null;
  response_time_ms: number;
  error?: string;
}

function toAttempt(receiver: string, entry: LoggedAttempt): Attempt {
  return {
    receiver,
    status: entry.status,
    responseCode: entry.response_code,
    responseTimeMs: entry.response_time_ms,
    error: entry.error,
  };
}

/** Latency of the events whose request was sent within this time. */
function latency(publisher: Publisher, sink: WebhookSink, fromMs: number, toMs: number): Latency {
  const arrivedAt = new Map<number, number>();
  for (const { n, at } of sink.receptions) if (!arrivedAt.has(n)) arrivedAt.set(n, at);
  const times = [...publisher.acknowledged]
    .filter(([, { sentAt }]) => sentAt >= fromMs && sentAt < toMs)
    .map(([n, { sentAt }]) => (arrivedAt.get(n) ?? Number.POSITIVE_INFINITY) - sentAt)
    .sort((a, b) => a - b);
  const at = (share: number) =>
    required(times[Math.min(Math.floor(times.length * share), times.length - 1)], 'one of times');
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

function watchMemory(read: () => Promise<number>) {
  let peak = 0;
  const look = async () => {
    peak = Math.max(peak, await read());
  };
  const timer = setInterval(() => void look().catch(() => {}), 200);
  return {
    stop: async () => {
      clearInterval(timer);
      await look();
      return peak;
    },
  };
}
