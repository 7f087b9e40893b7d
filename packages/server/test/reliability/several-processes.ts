import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readCommandLine, waitUntil } from '../../src/kit/processes/index.ts';
import { ApiClient } from './harness/api-client.ts';
import { newEncryptionKey } from './harness/data-directory.ts';
import { Installation } from './harness/installation.ts';
import { type Audit, auditLog, auditSink, awaitSettled, type SinkAudit } from './harness/log-audit.ts';
import { PostgresServer } from './harness/postgres-server.ts';
import { Publisher, sleep } from './harness/publisher.ts';
import { WebhookSink } from './harness/webhook-sink.ts';

export const PROCESSES = 3;
/** It takes some seconds; this limit is for a busy machine. */
const CHANGE_MS = 180_000;

/** A service with several processes, on its own PostgreSQL, which tests can read. */
export interface Together {
  postgres: PostgresServer;
  service: Installation;
  remove(): Promise<void>;
}

export async function startTogether(): Promise<Together> {
  const postgres = await PostgresServer.start();
  const service = await Installation.make({
    DATABASE_URL: postgres.url,
    ENCRYPTION_KEY: newEncryptionKey(),
    PROCESSES: String(PROCESSES),
  });
  const remove = async () => {
    await service.remove();
    await postgres.remove();
  };
  try {
    await service.start();
    return { postgres, service, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The pids of the serving processes, in any order. */
export async function servingPids({ service }: Pick<Together, 'service'>): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(service.process.pid)]);
  const pids = stdout.split('\n').map(Number).filter(Boolean);
  const lines = await Promise.all(
    pids.map(async (pid) => [pid, (await readCommandLine(pid)) ?? ''] as const),
  );
  return lines.filter(([, line]) => line.endsWith('main.mjs serve')).map(([pid]) => pid);
}

export interface ChangeReport {
  log: Audit;
  sink: SinkAudit;
  publisher: Publisher;
}

/** Clients with kept and with new connections publish while the processes change. */
export async function publishDuring(
  { service, postgres }: Together,
  change: () => Promise<void>,
): Promise<ChangeReport> {
  const sink = await WebhookSink.open();
  const id = await service.api.subscribe(['load.*'], sink.url);
  const api = new ApiClient(() => service.address);
  try {
    const publisher = new Publisher({ api, clients: 12, ratePerSecond: 200 }).start();
    await sleep(500);
    await change();
    await sleep(500);
    await publisher.stop();
    await awaitSettled(postgres.connection);
    return {
      log: await auditLog(service.api, postgres.connection, publisher),
      sink: auditSink(sink, publisher),
      publisher,
    };
  } finally {
    api.close();
    await service.api.ask('DELETE', `/v1/events/subscriptions/${id}`);
    await sink.close();
  }
}

/** Resolves when as many processes serve as before, and none of these. */
export async function replaced(
  together: Pick<Together, 'service'>,
  gone: number[],
  count = PROCESSES,
): Promise<void> {
  const isDone = async () => {
    const pids = await servingPids(together);
    if (pids.length !== count || pids.some((pid) => gone.includes(pid))) return false;
    return (await tellingProcesses(together)).length === count;
  };
  if (!(await waitUntil(isDone, CHANGE_MS))) throw new Error('the processes were not replaced in time');
}

/** The numbers of the processes that report metrics. */
export async function tellingProcesses({ service }: Pick<Together, 'service'>): Promise<string[]> {
  const text = await (await fetch(`${service.address}/metrics`)).text();
  const found = text.matchAll(/^process_resident_memory_bytes\{process="(\d+)"\} \d+$/gm);
  return [...found].map((match) => String(match[1])).sort();
}
