import {
  type Audit,
  auditLog,
  auditSink,
  awaitSettled,
  readInFlight,
  type SinkAudit,
} from './harness/log-audit.ts';
import { Publisher, sleep } from './harness/publisher.ts';
import { WebhookSink } from './harness/webhook-sink.ts';
import type { Pair } from './two-nodes.ts';

export interface PauseReport {
  log: Audit;
  sink: SinkAudit;
  /** Deliveries that the receiver had when the node was paused, and whose result was not stored. */
  inFlight: number;
  /** Second copies of deliveries that were not in flight, and third copies of any. */
  unexplained: number;
}

/**
 * Pauses one node like a suspended machine, long enough to be considered dead, while it holds many deliveries; then
 * resumes it. It must not send what the other node has taken over.
 */
export async function pauseOneOfTwo(pair: Pair, events: number, pauseMs: number): Promise<PauseReport> {
  const sink = await WebhookSink.open({ delayMs: () => 100 + Math.random() * 200 });
  const subscription = await pair.two.api.subscribe(['load.*'], sink.url);
  try {
    const publisher = new Publisher({ api: pair.one.api, clients: 32, events }).start();
    await publisher.done();
    pair.one.process.send('SIGSTOP');
    // Bytes on the way still arrive.
    await sleep(300);
    const inFlight = await readInFlight(pair.postgres.connection, [sink]);
    await sleep(pauseMs - 300);
    pair.one.process.send('SIGCONT');
    await awaitSettled(pair.postgres.connection);
    return {
      log: await auditLog(pair.one.api, pair.postgres.connection, publisher),
      sink: auditSink(sink, publisher),
      inFlight: inFlight.size,
      unexplained: sink.duplicates.filter(
        ({ webhookId, copies }) => copies.length > 2 || !inFlight.has(webhookId),
      ).length,
    };
  } finally {
    pair.one.process.send('SIGCONT');
    await pair.two.api.ask('DELETE', `/v1/events/subscriptions/${subscription}`);
    await sink.close();
  }
}
