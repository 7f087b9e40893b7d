import { setTimeout as sleep } from 'node:timers/promises';
import { Installation } from './harness/installation.ts';
import { makeMemoryGroup } from './harness/memory-group.ts';
import { Publisher } from './harness/publisher.ts';
import type { Exit } from './harness/service-process.ts';

const TYPE = 'memory.costly';
const LIVEZ_EVERY_MS = 100;
const ROUNDS = 1;
/** A string of 600 MB that is then split into a list; and a hundred million characters at once. */
const COSTLY = [
  `($a:=event.data.s;${'$a:=$a&$a;'.repeat(8)}$count($split($a,"x"))>0)`,
  '$length($pad("x",100000000))>0',
];

export interface MemoryReport {
  /** How the service ended; undefined if it did not. */
  exit: Exit | undefined;
  /** Whether PostgreSQL is still the same process as at the start. */
  hasSamePostgres: boolean;
  /** Answers of `/livez`, by status. */
  livez: Record<string, number>;
  published: number;
  /** Unexpected answers to publishes, and requests without an answer. */
  unexpected: string[];
  unanswered: number;
  /** Results of the expensive runs. */
  runs: string[];
  /** Processes that the kernel killed. */
  killed: number;
}

/**
 * Runs the service and its PostgreSQL with a memory limit, while expensive conditions run; undefined if there are no
 * control groups.
 */
export async function runInLittleMemory(megabytes: number): Promise<MemoryReport | undefined> {
  const group = makeMemoryGroup(megabytes);
  if (group === undefined) return undefined;
  const installation = await Installation.make();
  const { api } = installation;
  try {
    const { ready, pid } = installation.launch();
    group.add(pid);
    await ready;
    const postmaster = await installation.directory.postmasterPid();
    const workflows: string[] = [];
    for (const [i, when] of COSTLY.entries()) {
      const input = { type: 'memory.done', source: 'test', data: {} };
      const actions = [{ action: 'events.publish', when, input }];
      const body = { name: `costly ${i}`, trigger: { type: TYPE }, actions };
      workflows.push((await api.ask('POST', '/v1/workflows', { body })).workflow_id);
    }
    const publisher = new Publisher({ api, clients: 4, ratePerSecond: 20 }).start();
    const watch = watchLivez(api);
    const event = { type: TYPE, source: 'test', data: { s: 'x'.repeat(1_000_000) } };
    for (let round = 0; round < ROUNDS; round++) await api.ask('POST', '/v1/events', { body: event });
    const runs = await endsOf(api, workflows);
    const livez = await watch.stop();
    await publisher.stop();
    return {
      exit: installation.process.exit,
      hasSamePostgres: (await installation.directory.postmasterPid()) === postmaster,
      livez,
      published: publisher.acknowledged.size,
      unexpected: publisher.unexpected,
      unanswered: publisher.unanswered.size,
      runs,
      killed: group.killed(),
    };
  } catch (error) {
    throw await installation.explain(error);
  } finally {
    await installation.remove();
    await group.remove();
  }
}

function watchLivez(api: Installation['api']): { stop(): Promise<Record<string, number>> } {
  const seen: Record<string, number> = {};
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      const answer = await api.call('GET', '/livez').then(
        ({ status }) => `${status}`,
        (error: Error) => error.message,
      );
      seen[answer] = (seen[answer] ?? 0) + 1;
      await sleep(LIVEZ_EVERY_MS);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await loop;
      return seen;
    },
  };
}

/** The statuses of all runs, once all have ended. */
async function endsOf(api: Installation['api'], workflows: readonly string[]): Promise<string[]> {
  const open = new Set(['queued', 'running', 'waiting']);
  for (;;) {
    const lists = await Promise.all(workflows.map((id) => api.ask('GET', `/v1/workflows/${id}/runs`)));
    const runs = lists.flatMap(({ runs }) => runs as { status: string }[]);
    const isOver = runs.length === workflows.length * ROUNDS && runs.every(({ status }) => !open.has(status));
    if (isOver) return runs.map(({ status }) => status);
    await sleep(LIVEZ_EVERY_MS);
  }
}
