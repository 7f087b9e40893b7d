import { Installation } from './harness/installation.ts';
import { type Audit, auditLog, auditSink, awaitSettled, type SinkAudit } from './harness/log-audit.ts';
import { Publisher } from './harness/publisher.ts';
import { WebhookSink } from './harness/webhook-sink.ts';

export interface NoFaultReport {
  log: Audit;
  sinks: SinkAudit[];
  /** Answers by status. */
  statuses: Record<number, number>;
  seconds: number;
}

/** Publishes events as fast as they are answered, to two receivers, and compares the results. */
export async function runWithoutFault(events: number): Promise<NoFaultReport> {
  const installation = await Installation.make();
  const sinks = [await WebhookSink.open(), await WebhookSink.open({ delayMs: () => Math.random() * 20 })];
  try {
    await installation.start();
    for (const sink of sinks) await installation.api.subscribe(['load.*'], sink.url);
    const startedAt = performance.now();
    const publisher = new Publisher({ api: installation.api, clients: 64, keyedClients: 8, events }).start();
    await publisher.done();
    const connection = await installation.connection();
    await awaitSettled(connection);
    const seconds = (performance.now() - startedAt) / 1_000;
    return {
      log: await auditLog(installation.api, connection, publisher),
      sinks: sinks.map((sink) => auditSink(sink, publisher)),
      statuses: Object.fromEntries(publisher.statuses),
      seconds,
    };
  } catch (error) {
    throw await installation.explain(error);
  } finally {
    await installation.remove();
    for (const sink of sinks) await sink.close();
  }
}
