import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { withClient } from '../../kit/embedded-postgres/prepare-database.ts';
import { agentIds } from './reviews/agent-list.ts';
import { startReviewNode } from './testing/review-node.ts';
import { useReview } from './testing/use-review.ts';

const t = useReview({ handlesJobs: false });
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A node that does the work, in a separate process. */
async function startProcess(): Promise<ChildProcess> {
  const child = fork(
    join(import.meta.dirname, 'testing/review-process.ts'),
    [t.database.connectionString, t.folder],
    { execPath: process.execPath, execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  children.push(child);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process ended at its start, with ${code}.`);
  });
  // Later it is killed on purpose.
  ended.catch(() => {});
  await Promise.race([once(child, 'message'), ended]);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('a process that is killed repeatedly loses nothing and reports nothing twice', async () => {
  let child = await startProcess();
  const { id } = await t.uploadScript({
    analyze: { delayMs: 400 },
    agents: { '*': { delayMs: 40, findings: [{ severity: 'medium' }] } },
    finish: { delayMs: 400 },
  });
  const { body: ticket } = await t.call('POST', `/applications/${id}/review`, { categories: 'all' });
  let kills = 0;
  // During the analysis, while agents run, during the verification, and at the end.
  for (const isThere of [
    (review: Progress) => review.status === 'queued',
    (review: Progress) => review.progress.completed >= 4,
    (review: Progress) => review.progress.completed >= 12,
    (review: Progress) => review.progress.completed >= 21,
    (review: Progress) => review.progress.completed === 23,
  ]) {
    await untilProgress(ticket.review_id, isThere);
    await kill(child);
    kills++;
    child = await startProcess();
  }
  const review = await t.until(`/reviews/${ticket.review_id}`, ['completed']);
  expect(kills).toBe(5);
  expect(review.progress).toMatchObject({ completed: 23, failed: 0, remaining: 0 });
  const types = await t.eventTypes();
  const once = [
    'code.upload.complete',
    'analysis.started',
    'code.analysis.complete',
    'review.started',
    'review.multi-agent.complete',
  ];
  for (const type of once) expect([type, types.filter((seen) => seen === type).length]).toEqual([type, 1]);
  const agents = (await t.eventData('review.agent.complete')).map(({ agent_id: agent }) => agent);
  expect(agents.toSorted()).toEqual([...agentIds].sort());
  const { body } = await t.call('GET', `/reviews/${ticket.review_id}/results?limit=100`);
  expect(body).toMatchObject({ complete: true, total: 21 });
});

interface Progress {
  status: string;
  progress: { total: number; completed: number; failed: number; remaining: number };
}

/** Waits until a review has reached this point; at all times, the counts of its agents must add up. */
async function untilProgress(id: string, isThere: (review: Progress) => boolean): Promise<void> {
  const counted: boolean[] = [];
  await vi.waitFor(
    async () => {
      const { body } = await t.call('GET', `/reviews/${id}`);
      const { total, completed, failed, remaining } = body.progress;
      counted.push(completed + failed + remaining === total);
      expect(isThere(body)).toBe(true);
    },
    { timeout: 120_000, interval: 10 },
  );
  expect(counted).not.toContain(false);
}

test('an archive that repeatedly crashes the service fails with the reason, and crashes it no more', async () => {
  const { id } = await t.uploadScript({ analyze: { does: 'kill_service' } });
  let processes = 0;
  const failed = vi
    .waitFor(
      async () => expect((await t.call('GET', `/applications/${id}`)).body.status).toBe('analysis_failed'),
      { timeout: 120_000, interval: 50 },
    )
    .then(() => 'failed');
  failed.catch(() => {});
  do {
    const child = await startProcess();
    processes++;
    if ((await Promise.race([once(child, 'exit'), failed])) === 'failed') break;
  } while (processes < 10);
  await failed;
  expect(processes).toBe(6);
  const { body } = await t.call('GET', `/applications/${id}`);
  expect(body.error.code).toBe('analysis_crashed');
});

test('an archive that crashes its analysis process fails with the reason after three attempts; the service keeps running', async () => {
  const child = await startProcess();
  const { id } = await t.uploadScript({ analyze: { does: 'kill_process' } });
  const body = await t.until(`/applications/${id}`, ['analysis_failed']);
  expect(body.error.code).toBe('analysis_crashed');
  const { rows } = await t.node.pool.query('select tries from review_applications where status = $1', [
    'analysis_failed',
  ]);
  expect(rows.map(({ tries }) => tries)).toContain(3);
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
});

test('results that the database refuses fail with the reason, and are not retried for ever', async () => {
  const asOwner = (sql: string) => withClient(t.database.owner, (client) => client.query(sql));
  const node = await startReviewNode({
    connection: { connectionString: t.database.connectionString },
    folder: t.folder,
    workerEntry: new URL('./testing/scripted-worker.ts', import.meta.url),
  });
  try {
    await asOwner('alter table review_gaps add constraint refused check (false) not valid');
    const { id } = await t.uploadScript({}, [{ name: 'link', data: '/etc/passwd', mode: 0o120777 }]);
    const body = await t.until(`/applications/${id}`, ['analysis_failed']);
    expect(body.error.code).toBe('analysis_crashed');
  } finally {
    await asOwner('alter table review_gaps drop constraint refused');
    await node.stop();
  }
});
