import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../kit/db/testing/open-database.ts';
import { migrateJobs } from './job-runner.ts';
import { waitingJobs } from './waiting-jobs.repository.ts';

const DAY_MS = 86_400_000;
let opened: OpenDatabase;

beforeAll(async () => {
  opened = await openDatabase();
  await migrateJobs(opened.pool);
});
afterAll(() => opened?.close());

test('jobs added while the clock was ahead run on time, and jobs delayed before keep their time', async () => {
  const { pool } = opened;
  const now = Date.now();
  const add = (name: string, runAt: number) =>
    pool.query(`select graphile_worker.add_job($1, '{}', run_at => $2)`, [name, new Date(runAt)]);
  await add('at once', now + DAY_MS);
  await add('an hour later', now + DAY_MS + 3_600_000);
  await add('the day after', now + 2 * DAY_MS);
  await pool.query(
    `update graphile_worker._private_jobs j set created_at = $1, updated_at = $1
     from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier <> 'the day after'`,
    [new Date(now + DAY_MS)],
  );
  await waitingJobs(pool).bringForward(now, DAY_MS);
  const { rows } = await pool.query<{ name: string; run_at: Date }>(
    `select t.identifier as name, j.run_at from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`,
  );
  expect(rows.map(({ name, run_at }) => [name, run_at.getTime() - now])).toEqual([
    ['at once', 0],
    ['an hour later', 3_600_000],
    ['the day after', 2 * DAY_MS],
  ]);
});
