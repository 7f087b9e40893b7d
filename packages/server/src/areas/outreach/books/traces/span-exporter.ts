import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import type { GuardedClient, Outcome } from '../../../../kit/net/index.ts';
import { RepeatedTask } from '../../../../kit/repeated-task.ts';
import { required } from '../../../../kit/required.ts';
import {
  dropOldest,
  type QueuedTraces,
  queueNewSpans,
  removeQueued,
  stopQueueing,
  takeQueued,
} from './export-queue.repository.ts';
import { toOtlp } from './otlp.ts';

export interface CollectorSettings {
  /** The collector's trace endpoint, such as `http://127.0.0.1:4318/v1/traces`. */
  url: string;
  headers: Readonly<Record<string, string>>;
}

export interface SpanExporterOptions {
  db: AnyDatabase;
  client: GuardedClient;
  collector: CollectorSettings | undefined;
  log: { warn(fields: object, message: string): void };
  onError(error: unknown): void;
  /** Maximum spans queued while the collector is down; the oldest are dropped first. Default 100,000. */
  maxWaiting?: number;
  everyMs?: number;
}

const BATCH_SPANS = 512;
const DEADLINE_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
/** Rolls the transaction back, so that the whole batch is sent again. */
const notAccepted = new Error('the collector did not take the spans');

/**
 * Exports every span to a collector over OTLP/HTTP in JSON. Spans wait in the database until the collector
 * has accepted them, so neither a crash nor an outage of the collector loses any: delivery is at least once,
 * with a bounded queue.
 */
export class SpanExporter {
  readonly #options: SpanExporterOptions;
  readonly #task: RepeatedTask;
  readonly #stop = new AbortController();
  #pauseMs = 0;
  /** On the monotonic clock. */
  #notBefore = 0;

  constructor(options: SpanExporterOptions) {
    this.#options = options;
    const { everyMs = 1_000, onError } = options;
    this.#task = new RepeatedTask({ everyMs, run: () => this.#exportAll(), onError });
  }

  async start(): Promise<void> {
    const { db, collector } = this.#options;
    if (collector === undefined) return stopQueueing(db);
    await queueNewSpans(db);
    this.#task.start();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    if (this.#options.collector !== undefined) await this.#task.stop();
  }

  async #exportAll(): Promise<void> {
    const { db, log, maxWaiting = 100_000 } = this.#options;
    const dropped = await dropOldest(db, maxWaiting);
    if (dropped > 0)
      log.warn({ dropped }, 'spans were dropped: the collector of traces is away for too long');
    while (performance.now() >= this.#notBefore && !this.#stop.signal.aborted) {
      if ((await this.#exportBatch()) < BATCH_SPANS) return;
    }
  }

  /** Returns how many spans left the queue, which requires the collector's confirmation. */
  async #exportBatch(): Promise<number> {
    try {
      return await this.#options.db.transaction().execute(async (tx) => {
        const batch = await takeQueued(tx, BATCH_SPANS);
        if (batch.ids.length === 0) return 0;
        if (batch.traces.size > 0 && !this.#isSettled(await this.#push(batch), batch.ids.length))
          throw notAccepted;
        await removeQueued(tx, batch);
        return batch.ids.length;
      });
    } catch (error) {
      if (error === notAccepted) return 0;
      throw error;
    }
  }

  #push({ traces }: QueuedTraces): Promise<Outcome> {
    const { client } = this.#options;
    const collector = required(this.#options.collector, 'the collector of traces');
    const resourceSpans = [...traces].flatMap(([orgId, of]) => toOtlp(orgId, of).resourceSpans);
    return client.post({
      url: collector.url,
      headers: { ...collector.headers, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ resourceSpans }),
      deadlineMs: DEADLINE_MS,
      signal: this.#stop.signal,
    });
  }

  /** Whether a batch is finished: accepted, or rejected for good. Otherwise the next attempt waits. */
  #isSettled(outcome: Outcome, count: number): boolean {
    const { log } = this.#options;
    if (outcome.ok) {
      this.#pauseMs = 0;
      const { rejectedSpans = 0, errorMessage } = partialSuccessOf(outcome.body);
      if (Number(rejectedSpans) > 0) log.warn({ rejectedSpans, errorMessage }, 'the collector refused spans');
      return true;
    }
    const { status } = outcome;
    // The retryable statuses of the protocol; redirects are not followed.
    if (status !== undefined && ![429, 502, 503, 504].includes(status)) {
      log.warn({ status, spans: count }, 'the collector refused spans');
      return true;
    }
    this.#pauseMs = Math.min(Math.max(this.#pauseMs * 2, FIRST_PAUSE_MS), MAX_PAUSE_MS);
    const asked = Number(outcome.headers?.['retry-after']) * 1_000;
    this.#notBefore =
      performance.now() + Math.max(this.#pauseMs, asked > 0 ? Math.min(asked, MAX_PAUSE_MS) : 0);
    if (!this.#stop.signal.aborted)
      log.warn({ status, reason: outcome.message }, 'the collector of traces is away');
    return false;
  }
}

function partialSuccessOf(body: Buffer): { rejectedSpans?: string | number; errorMessage?: string } {
  try {
    return JSON.parse(body.toString('utf8')).partialSuccess ?? {};
  } catch {
    return {};
  }
}
