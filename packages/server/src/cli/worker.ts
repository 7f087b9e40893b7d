import { loadSettings } from '../app/settings.ts';
import { startWorker } from '../app/start-service.ts';
import { watchStopSignals } from './serve.ts';

/**
 * Works with other nodes, without an API, until a signal stops it, or the service that started it ends or stops it. It
 * does not outlive that service.
 */
export async function work(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = loadSettings(env);
  const signals = watchStopSignals();
  const told = new Promise<void>((resolve) => {
    process.once('disconnect', resolve);
    process.on('message', (message) => {
      if ((message as { type?: string }).type === 'drain') resolve();
    });
  });
  try {
    const worker = await startWorker(settings, { env });
    if (process.send === undefined) process.stdout.write(`Trivium works as node ${worker.nodeId}\n`);
    else process.send({ type: 'ready', nodeId: worker.nodeId });
    await Promise.race([signals.sent, told.then(signals.startDeadline)]);
    await worker.stop();
  } finally {
    signals.end();
    if (process.connected) process.disconnect();
  }
}
