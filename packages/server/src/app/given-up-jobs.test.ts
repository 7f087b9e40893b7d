import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hastenJobs } from '../engine/jobs/testing/hasten-jobs.ts';
import { zipOf } from './testing/sample-file.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

let service: TestService;
let database: pg.Client;
beforeAll(async () => {
  service = await startTestService();
  database = new pg.Client(service.database.owner);
  await database.connect();
  await database.query(`create function refuse_each_time() returns trigger language plpgsql as
    $$ begin raise exception 'refused at %, as each time', clock_timestamp(); end $$`);
});
afterAll(async () => {
  await database?.end();
  await service?.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
async function ask(method: string, path: string, body?: unknown, headers = {}): Promise<any> {
  const { status, body: answer } = await service.call(method, `/v1${path}`, body, headers);
  expect([path, status < 300 || answer.error]).toEqual([path, true]);
  return answer;
}

const until = (path: string, status: string) =>
  vi.waitFor(
    async () => {
      await hastenJobs(database);
      expect(await ask('GET', path)).toMatchObject({ status });
    },
    { timeout: 60_000 },
  );

/** From now on, every write of such a row fails with the same error. */
const refuse = (table: string, when: string) =>
  database.query(`create trigger refused before insert or update on ${table} for each row
    when (${when}) execute function refuse_each_time()`);

const people = (name: string) => `email\n${name}@given-up.example.test\n`;

async function importLeads(name: string): Promise<string> {
  const { import_job_id } = await ask('POST', '/outreach/leads/import', people(name), {
    'content-type': 'text/csv',
  });
  return `/outreach/imports/${import_job_id}`;
}

async function draftCampaign(): Promise<string> {
  await until(await importLeads('ann'), 'completed');
  const { leads } = await ask('GET', '/outreach/leads');
  const { id } = await ask('POST', '/outreach/campaigns', {
    name: 'Given up',
    lead_ids: [leads[0].id],
    messaging_strategy: { subject: 'Hello', body: 'Hi', legal: { postal_address: '1 Main Street' } },
  });
  return `/outreach/campaigns/${id}`;
}

async function analyseApplication(): Promise<string> {
  const archive = await zipOf({ 'a.js': 'export const a = 1;\n' });
  const { id } = await ask('POST', '/review/applications?name=a', archive, {
    'content-type': 'application/zip',
  });
  await until(`/review/applications/${id}`, 'analyzed');
  return id;
}

/**
 * Starts a job of each kind that people follow, after making its last write fail. Resolves with the paths of their
 * records.
 */
async function beginAll(): Promise<Record<string, string>> {
  const [campaign, application] = await Promise.all([draftCampaign(), analyseApplication()]);
  const { backup_id: restored } = await ask('POST', '/contracts/backups', {});
  await until(`/contracts/backups/${restored}`, 'completed');
  await refuse('leads', "new.email like 'bob@%'");
  await refuse('campaign_executions', "new.status = 'active'");
  await refuse('review_reviews', "new.status = 'running'");
  await refuse('backups', "new.status = 'completed'");
  await refuse('restores', "new.status = 'completed'");
  await refuse('ingestion_jobs', "new.status = 'completed'");
  const restore = { target_environment: 'staging' };
  const job = { source_id: 's', data: { a: 1 } };
  const [leads, , review, backup, back, ingestion] = await Promise.all([
    importLeads('bob'),
    ask('POST', `${campaign}/launch`),
    ask('POST', `/review/applications/${application}/review`, { categories: ['testing'] }),
    ask('POST', '/contracts/backups', {}),
    ask('POST', `/contracts/backups/${restored}/restore`, restore),
    ask('POST', '/contracts/ingestion/jobs', job),
  ]);
  return {
    import: leads,
    launch: campaign,
    review: `/review/reviews/${review.review_id}`,
    backup: `/contracts/backups/${backup.backup_id}`,
    restore: `/contracts/restores/${back.restore_id}`,
    ingestion: `/contracts/ingestion/jobs/${ingestion.job_id}`,
  };
}

const codes: Record<string, string | undefined> = {
  import: 'internal_error',
  // The record of a campaign has no field for it.
  launch: undefined,
  review: 'review_failed',
  backup: 'backup_failed',
  restore: 'restore_failed',
  ingestion: 'internal_error',
};

test('in every area, a job that keeps failing with the same error ends as failed, with the reason', async () => {
  const records = await beginAll();
  await Promise.all(
    Object.entries(records).map(async ([kind, path]) => {
      await until(path, 'failed');
      expect([kind, (await ask('GET', path)).error?.code]).toEqual([kind, codes[kind]]);
    }),
  );
  const { rows } = await database.query(
    'select from graphile_worker._private_jobs where attempts > 0 and locked_at is null',
  );
  expect(rows).toEqual([]);
}, 180_000);
