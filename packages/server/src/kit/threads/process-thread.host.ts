import { required } from '../required.ts';
import type { ProcessEnd } from './process-thread.ts';
import { attend, openWorker, type ThreadSettings } from './thread.ts';
import { yieldToOthers } from './yield-to-others.ts';

/** Main thread of a process that exists for one thread: passes messages on, and waits for the end. */
function host(settings: ThreadSettings): void {
  yieldToOthers();
  // A signal to every process of a terminal also reaches the owner, who may still need this work.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  // Immediately: an orderly exit would wait for native code.
  const end = () => process.kill(process.pid, 'SIGKILL');
  process.on('disconnect', end);
  const worker = openWorker(settings);
  process.on('message', (request) => worker.postMessage(request));
  attend(worker, settings, {
    // If the owner cannot be reached, it is gone.
    take: (reply) => void process.send?.(reply, (error: Error | null) => error && end()),
    lose: ({ kind, message }) => void process.send?.({ failure: kind, message } satisfies ProcessEnd, end),
  });
}

host(JSON.parse(required(process.argv[2], 'what the process is to host')));
