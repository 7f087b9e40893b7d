import { readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { ProcessEnd } from './process-thread.ts';
import { attend, openWorker, type ThreadSettings } from './thread.ts';

/** Not by much: beside other processes the work must still get on. */
const NICENESS = 10;
/** Where the machine's memory ends, work that can be done again goes before the service. */
const OOM_SCORE = '500';

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
    take: (reply) => void process.send!(reply, (error: Error | null) => error && end()),
    lose: ({ kind, message }) => void process.send!({ failure: kind, message } satisfies ProcessEnd, end),
  });
}

/** On Linux a priority is a thread's own; those that V8 has opened by now have theirs already. */
function yieldToOthers(): void {
  try {
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), NICENESS);
    writeFileSync('/proc/self/oom_score_adj', OOM_SCORE);
  } catch {
    // Where a process may not say so, it only takes its share.
  }
}

host(JSON.parse(process.argv[2]!));
