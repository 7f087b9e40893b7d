// Clients that would notice if the work of others delays the service: one calls /livez, one publishes.
import http from 'node:http';
import { setPriority } from 'node:os';
import { required } from '../../packages/server/src/kit/required.ts';
import { nowMs } from '../harness/monotonic-clock.ts';
import { serveCommands } from '../harness/serve-commands.ts';
import { sampleEvent } from '../load/request-template.ts';

export interface WatchOptions {
  origin: string;
  apiKey: string;
  /** Requests of each kind per second, sent at their own times, independent of the answers. */
  ratePerSecond: number;
}

/** Measurements since the previous mark. */
export interface WatchMark {
  /** From the time a request should have been sent to its answer, in milliseconds. */
  livezMs: number[];
  publishMs: number[];
  /** Unexpected answers, by what came instead. */
  refused: Record<string, number>;
}

// These clients stand for clients on other machines. Here, their own wait for a core would count as the service's, and
// next to hostile work it would be most of the latency. Without the right to raise the priority, both are measured.
try {
  setPriority(-20);
} catch {
  process.emitWarning("The watcher may not run first: its own wait for a core counts as the service's.");
}

const EVENT = Buffer.from(sampleEvent('bench.healthy.sent'));

let seen: WatchMark = { livezMs: [], publishMs: [], refused: {} };
let timers: NodeJS.Timeout[] = [];
let agent = new http.Agent();

/** Sends one kind of request at the rate. The gaps are exponential, like those of independent senders. */
function send(kind: 'livezMs' | 'publishMs', ratePerSecond: number, ask: () => http.ClientRequest): void {
  const wanted = kind === 'livezMs' ? 200 : 201;
  const index = timers.length;
  let dueAt = nowMs();
  const sendDue = () => {
    while (dueAt <= nowMs()) {
      const intendedAt = dueAt;
      const refuse = (what: string | number) => {
        const name = `${kind === 'livezMs' ? '/livez' : 'publish'}: ${what}`;
        seen.refused[name] = (seen.refused[name] ?? 0) + 1;
      };
      ask()
        .on('response', (answer) => {
          answer.resume().on('end', () => {
            if (answer.statusCode === wanted) seen[kind].push(nowMs() - intendedAt);
            else refuse(required(answer.statusCode, 'the status code'));
          });
        })
        .on('error', (error) => refuse(error.message))
        .end(kind === 'livezMs' ? undefined : EVENT);
      dueAt += (-Math.log(1 - Math.random()) * 1_000) / ratePerSecond;
    }
    timers[index] = setTimeout(sendDue, Math.max(0, dueAt - nowMs()));
  };
  timers[index] = setTimeout(sendDue);
}

const commands = {
  start({ origin, apiKey, ratePerSecond }: WatchOptions) {
    agent = new http.Agent({ keepAlive: true });
    const headers = {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'content-length': EVENT.length,
    };
    send('livezMs', ratePerSecond, () => http.request(`${origin}/livez`, { agent }));
    send('publishMs', ratePerSecond, () =>
      http.request(`${origin}/v1/events`, { method: 'POST', agent, headers }),
    );
  },
  mark(): WatchMark {
    const mark = seen;
    seen = { livezMs: [], publishMs: [], refused: {} };
    return mark;
  },
  stop() {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
    agent.destroy();
  },
};

export type WatcherCommands = typeof commands;
serveCommands(commands);
