import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeLeadsFile } from '../../../../bench/outreach-import/write-file.ts';
import { required } from '../../src/kit/required.ts';
import { apiKey } from '../reliability/harness/api-client.ts';
import { Installation } from '../reliability/harness/installation.ts';
import { clientOf, eventually } from './harness.ts';

const ROWS = 60_000;

let installation: Installation;
let directory: string;
let file: Buffer;
let expected: { bad: number; repeats: number };

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trivium-import-'));
  const path = join(directory, 'leads.csv');
  expected = await writeLeadsFile(path, ROWS);
  file = await readFile(path);
  installation = await Installation.make();
});
afterAll(async () => {
  await installation?.remove();
  await rm(directory, { recursive: true, force: true });
});

const service = () => clientOf(required(installation.address, 'the address'), apiKey);

async function upload(): Promise<string> {
  const { status, body } = await service().post('leads/import', new Uint8Array(file), {
    'content-type': 'text/csv',
  });
  expect(status).toBe(202);
  return body.import_job_id;
}

test('killed at random points, with or without its database, an import has the same counts as without a kill', async () => {
  await installation.start();
  const id = await upload();
  for (const kill of ['service', 'service', 'database'] as const) {
    await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 1_500));
    const database = kill === 'database' ? installation.directory.signalPostgres('SIGKILL') : undefined;
    await Promise.all([installation.kill(), database]);
    await installation.start();
  }
  let job: { inserted_count: number } | undefined;
  await eventually(async () => {
    const { body } = await service().get(`imports/${id}`);
    expect(body.status).toBe('completed_with_errors');
    job = body;
  }, 120_000);
  expect(job).toMatchObject({
    row_count: ROWS,
    invalid_row_count: expected.bad,
    duplicate_in_file_count: expected.repeats,
    duplicate_existing_count: 0,
    inserted_count: ROWS - expected.bad - expected.repeats,
    updated_count: 0,
    suppressed_count: 0,
  });
  const leads = await service().get('leads?limit=100');
  expect(leads.body).toMatchObject({ total: required(job, 'job').inserted_count });
  for (const { email, company, domain } of leads.body.leads) {
    const firm = required(/@(firm-(\d+)\.example)$/.exec(email), 'a match of the pattern');
    expect({ company, domain }).toEqual({ company: `Firm ${firm[2]}, Söhne & Co`, domain: firm[1] });
  }
  const report = (await service().get(`imports/${id}/errors`)).text;
  expect(report.match(/,email_invalid,/g)).toHaveLength(expected.bad);
  expect(report.match(/,duplicate_in_file,/g)).toHaveLength(expected.repeats);
  const told = await service().events('lead.imported');
  expect(told.map(({ data }) => data)).toMatchObject([
    { import_job_id: id, inserted_count: required(job, 'job').inserted_count },
  ]);
}, 240_000);
