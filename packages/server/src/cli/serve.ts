import { loadSettings } from '../app/settings.ts';
import { startService } from '../app/start-service.ts';
import { printStartPage } from './start-page.ts';

/** Hard bound on a stop: what has not ended by then is recovered at the next start. */
const MAX_STOP_MS = 9_500;

/** Runs the service until it is told to stop. */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const service = await startService(loadSettings(env));
  printStartPage(service);
  await stopSignal();
  const deadline = setTimeout(() => {
    process.stderr.write('Stopping took too long; what is left is recovered at the next start.\n');
    process.exit(1);
  }, MAX_STOP_MS);
  await service.stop();
  clearTimeout(deadline);
}

/** Resolves at the first signal; later ones change nothing, since the stop under way has a bound of its own. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
  });
}
