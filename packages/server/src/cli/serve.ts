import cluster from 'node:cluster';
import { join } from 'node:path';
import { describeMistyped, loadSettings, mistypedSettings, type Settings } from '../app/settings.ts';
import { type Service, type ServiceOptions, startService } from '../app/start-service.ts';
import { formatFailure, isExpected } from './format-error.ts';
import { printStartPage } from './start-page.ts';

/** Maximum time for a stop: unfinished work is recovered at the next start. */
const MAX_STOP_MS = 9_500;

/**
 * After everything has stopped, only things that nobody waits for, such as a connection, can keep the process alive.
 */
const LINGER_MS = 500;

/** Runs the service until it is stopped: in this process, or in several that this one supervises. */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  if (cluster.isWorker) return serveTogether(env);
  const settings = loadSettings(env);
  for (const one of mistypedSettings(env)) process.stderr.write(`${describeMistyped(one)}\n`);
  const { countProcesses } = await import('../app/processes/count-processes.ts');
  return countProcesses(settings) === 1 ? serveAlone(settings, { env }) : supervise(settings);
}

async function serveAlone(settings: Settings, options: ServiceOptions): Promise<void> {
  await runUntilStopped(async (signal) => {
    const service = await startService(settings, { ...options, signal });
    return { ...service, tell: () => printStartPage(service) };
  });
}

async function supervise(settings: Settings): Promise<void> {
  const { startSupervised } = await import('../app/processes/start-supervised.ts');
  const exec = join(import.meta.dirname, '../main.mjs');
  await runUntilStopped(async () => {
    const service = await startSupervised(settings, { exec, args: ['serve'] });
    process.on('SIGHUP', () => void service.roll());
    return { ...service, tell: () => printStartPage(service) };
  });
}

/** One of several processes: the process that started it reports its failure. */
async function serveTogether(env: NodeJS.ProcessEnv): Promise<void> {
  // A terminal that closes signals all processes; the process that started this one decides.
  process.on('SIGHUP', () => {});
  const { Member } = await import('../app/processes/member.ts');
  const member = await Member.join();
  try {
    await runUntilStopped(async (signal) => {
      const service = await startService(loadSettings(env), { env, member, signal });
      const { nodeId, address, parts, firstKey } = service;
      return { ...service, tell: () => member.ready({ nodeId, address, parts, firstKey }) };
    });
  } catch (error) {
    await member.failed(isExpected(error) ? formatFailure(error) : `${(error as Error).stack}`);
    process.exitCode = 1;
  } finally {
    if (process.connected) process.disconnect();
  }
}

async function runUntilStopped(
  start: (signal: AbortSignal) => Promise<Pick<Service, 'stop'> & { tell(): void }>,
): Promise<void> {
  const signals = watchStopSignals();
  try {
    const service = await start(signals.signal);
    if (!signals.wereSent) service.tell();
    await signals.sent;
    await service.stop();
  } catch (error) {
    if (error !== signals.signal.reason) throw error;
  } finally {
    signals.end();
  }
}
/**
 * Listens before the start begins, because a start that is killed would leave its database running. A signal during the
 * start ends it after the current part. Later signals change nothing.
 */
export function watchStopSignals() {
  const stopping = new AbortController();
  let deadline: NodeJS.Timeout | undefined;
  const startDeadline = () => {
    deadline ??= setTimeout(() => {
      process.stderr.write('Stopping took too long; unfinished work is recovered at the next start.\n');
      process.exit(1);
    }, MAX_STOP_MS);
  };
  const sent = new Promise<void>((resolve) => {
    const stop = () => {
      if (stopping.signal.aborted) return;
      stopping.abort();
      startDeadline();
      resolve();
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  });
  return {
    sent,
    signal: stopping.signal,
    get wereSent() {
      return stopping.signal.aborted;
    },
    /** For a stop without a signal. */
    startDeadline,
    /** Everything has stopped: the process ends, even if something still keeps it alive. */
    end() {
      clearTimeout(deadline);
      setTimeout(() => process.exit(), LINGER_MS).unref();
    },
  };
}
