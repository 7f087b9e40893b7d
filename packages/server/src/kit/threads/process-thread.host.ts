import { required } from '../required.ts';
import type { ProcessEnd } from './process-thread.ts';
import { attend, openWorker, type ThreadSettings } from './thread.ts';
import { yieldToOthers } from './yield-to-others.ts';

/** The main thread of a process that is there for one thread: it hands over, and waits for the end. */
function host(settings: ThreadSettings): void {
  yieldToOthers();
  // Whoever asks all processes of a terminal to end asks the owner too, who may still need what is done here.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  // At once: an orderly exit would wait for native code.
  const end = () => process.kill(process.pid, 'SIGKILL');
  process.on('disconnect', end);
  const worker = openWorker(settings);
  process.on('message', (request) => worker.postMessage(request));
  attend(worker, settings, {
    // An owner that cannot be told is gone.
    take: (reply) => void process.send?.(reply, (error: Error | null) => error && end()),
    lose: ({ kind, message }) => void process.send?.({ failure: kind, message } satisfies ProcessEnd, end),
  });
}

host(JSON.parse(required(process.argv[2], 'what the process is to host')));
