import { Installation } from './harness/installation.ts';
import { type Audit, auditLog, auditSink, awaitSettled, type SinkAudit } from './harness/log-audit.ts';
import { Publisher, sleep } from './harness/publisher.ts';
import type { Exit } from './harness/service-process.ts';
import { WebhookSink } from './harness/webhook-sink.ts';

export interface StopReport {
  exit: Exit;
  tookMs: number;
  /** Processes of the embedded PostgreSQL that were still running after the service. */
  leftProcesses: number;
  log: Audit;
  /** Receivers that respond at once, after 2 s, and not within the response window. */
  prompt: SinkAudit;
  slow: SinkAudit;
  hanging: SinkAudit;
  unexpected: string[];
  /** Output of the service after the signal, other than log lines. */
  complaints: string[];
}

/**
 * Stops the service in order under load, with one or several signals, then starts it again and compares the results.
 */
export async function stopUnderLoad(signals: NodeJS.Signals[]): Promise<StopReport> {
  const installation = await Installation.make();
  // It hangs until the service is started again: attempts in progress at the stop cannot succeed.
  let hangs = true;
  const sinks = {
    prompt: await WebhookSink.open(),
    slow: await WebhookSink.open({ delayMs: () => 2_000 }),
    hanging: await WebhookSink.open({ delayMs: () => (hangs ? 60_000 : 0) }),
  };
  try {
    await installation.start();
    for (const sink of Object.values(sinks)) await installation.api.subscribe(['load.*'], sink.url);
    const publisher = new Publisher({
      api: installation.api,
      clients: 32,
      keyedClients: 8,
      ratePerSecond: 40,
    }).start();
    await sleep(1_500);
    const stopped = await stop(installation, signals);
    const leftProcesses = (await installation.directory.postgresPids()).length;
    const complaints = linesBeside(installation.process.output);
    hangs = false;
    await installation.start();
    await publisher.acknowledgedAfter(performance.now());
    await publisher.stop();
    const connection = await installation.connection();
    await awaitSettled(connection);
    return {
      ...stopped,
      leftProcesses,
      log: await auditLog(installation.api, connection, publisher),
      prompt: auditSink(sinks.prompt, publisher),
      slow: auditSink(sinks.slow, publisher),
      hanging: auditSink(sinks.hanging, publisher),
      unexpected: publisher.unexpected,
      complaints,
    };
  } catch (error) {
    throw await installation.explain(error);
  } finally {
    await installation.remove();
    for (const sink of Object.values(sinks)) await sink.close();
  }
}

async function stop(
  { process: service }: Installation,
  signals: NodeJS.Signals[],
): Promise<{ exit: Exit; tookMs: number }> {
  const startedAt = performance.now();
  for (const [i, signal] of signals.entries()) {
    if (i > 0) await sleep(300);
    service.send(signal);
  }
  const exit = await service.exited;
  return { exit, tookMs: performance.now() - startedAt };
}

/** Lines that belong neither to the start page nor to the JSON log. */
function linesBeside(output: string): string[] {
  return output
    .split('\n')
    .filter(
      (line) => line !== '' && !line.startsWith('{') && !line.startsWith(' ') && !/^Trivium is up/.test(line),
    );
}
