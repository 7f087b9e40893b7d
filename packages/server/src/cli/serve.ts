import { describeMistyped, loadSettings, mistypedSettings } from '../app/settings.ts';
import { startService } from '../app/start-service.ts';
import { printStartPage } from './start-page.ts';

/** Hard bound on a stop: what has not ended by then is recovered at the next start. */
const MAX_STOP_MS = 9_500;

/** After everything was stopped; what holds the process then is nothing, such as a connection nobody waits for. */
const LINGER_MS = 500;

/** Runs the service until it is told to stop. */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = loadSettings(env);
  for (const one of mistypedSettings(env)) process.stderr.write(`${describeMistyped(one)}\n`);
  const signals = watchStopSignals();
  try {
    const service = await startService(settings, { env });
    if (!signals.wereSent) printStartPage(service);
    await signals.sent;
    await service.stop();
  } finally {
    signals.end();
  }
}

/**
 * Listens from before the start on, since a start that is cut off would leave its database running:
 * told to stop by then, the service ends as soon as it is up. Later signals change nothing.
 */
export function watchStopSignals() {
  let wereSent = false;
  let deadline: NodeJS.Timeout | undefined;
  const startDeadline = () => {
    deadline ??= setTimeout(() => {
      process.stderr.write('Stopping took too long; what is left is recovered at the next start.\n');
      process.exit(1);
    }, MAX_STOP_MS);
  };
  const sent = new Promise<void>((resolve) => {
    const stop = () => {
      if (wereSent) return;
      wereSent = true;
      startDeadline();
      resolve();
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  });
  return {
    sent,
    get wereSent() {
      return wereSent;
    },
    /** For what stops for another reason than a signal. */
    startDeadline,
    /** Everything was stopped: the process is about to end, and ends whatever still holds it. */
    end() {
      clearTimeout(deadline);
      setTimeout(() => process.exit(), LINGER_MS).unref();
    },
  };
}
