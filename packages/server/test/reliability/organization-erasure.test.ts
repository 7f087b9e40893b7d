import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Call, callerOf } from '../../src/kit/http/testing/call-api.ts';
import { parseId } from '../../src/kit/ids.ts';
import { apiKey } from './harness/api-client.ts';
import { Installation } from './harness/installation.ts';

const LEADS = 30_000;
const EVENTS = 20_000;
const EVENTS_IN_BATCH = 500;

let installation: Installation;
let id: string;

const operator = (): Call => callerOf(installation.address ?? '', apiKey);

beforeAll(async () => {
  installation = await Installation.make({ RATE_LIMIT_SCALE: '1000000' });
  await installation.start();
  const made = (await operator()('POST', '/v1/organizations', { name: 'Acme' })).body;
  id = made.id;
  const acme = callerOf(installation.address ?? '', made.key);
  const rows = Array.from({ length: LEADS }, (_, n) => `lead${n}@firm${n % 100}.example,Ann`);
  const csv = `email,first_name\n${rows.join('\n')}\n`;
  const job = await acme('POST', '/v1/outreach/leads/import', csv, { 'content-type': 'text/csv' });
  await vi.waitFor(
    async () => {
      const { body } = await acme('GET', `/v1/outreach/imports/${job.body.import_job_id}`);
      expect(body).toMatchObject({ status: 'completed', inserted_count: LEADS });
    },
    { timeout: 120_000, interval: 200 },
  );
  for (let sent = 0; sent < EVENTS; sent += EVENTS_IN_BATCH) {
    const events = Array.from({ length: EVENTS_IN_BATCH }, (_, n) => ({
      type: 'order.created',
      source: 'shop',
      data: { n: sent + n, buyer: 'ann@firm.example' },
    }));
    expect((await acme('POST', '/v1/events/batch', { events })).status).toBe(201);
  }
  await operator()('POST', `/v1/organizations/${id}/suspend`);
}, 300_000);
afterAll(() => installation?.remove());

interface Proof {
  status: string;
  rows_deleted: number;
  events_redacted: number;
  deleted: { table: string; rows: number }[];
}

const readProof = async (): Promise<Proof> =>
  (await operator()('GET', `/v1/organizations/${id}/erasure`)).body;

const leadsIn = ({ deleted }: Proof) => deleted.find(({ table }) => table === 'leads')?.rows ?? 0;

test('a killed erasure continues where it was, and counts every row once', async () => {
  await operator()('POST', `/v1/organizations/${id}/erase`, { name: 'Acme' });
  let kills = 0;
  // One kill while leads are erased, and one while payloads are.
  for (const isDue of [(one: Proof) => leadsIn(one) > 0, (one: Proof) => one.events_redacted > 0]) {
    for (let proof = await readProof(); proof.status === 'running'; proof = await readProof()) {
      if (!isDue(proof)) continue;
      await installation.kill();
      kills++;
      await installation.start();
      const after = await readProof();
      expect(after.rows_deleted).toBeGreaterThanOrEqual(proof.rows_deleted);
      break;
    }
  }
  expect(kills).toBeGreaterThan(0);
  const done = await vi.waitFor(
    async () => {
      const proof = await readProof();
      expect(proof.status).toBe('completed');
      return proof;
    },
    { timeout: 120_000, interval: 100 },
  );
  expect(leadsIn(done)).toBe(LEADS);
  const client = new pg.Client(await installation.connection());
  await client.connect();
  const { rows } = await client.query(
    `select (select count(*) from leads where org_id = $1) as leads,
       (select count(*) from events where org_id = $1 and (data <> '' or metadata <> '')) as told,
       (select count(*) from events where org_id = $1) as events`,
    [parseId('org', id)],
  );
  await client.end();
  expect(rows).toEqual([{ leads: 0, told: 0, events: done.events_redacted }]);
}, 300_000);
