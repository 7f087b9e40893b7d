import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_COUNTED } from '../kit/db/index.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

let service: TestService;

const ROWS = MAX_COUNTED + 1_000;

beforeAll(async () => {
  service = await startTestService();
  const owner = new pg.Client(service.database.owner);
  await owner.connect();
  await owner.query(
    `insert into suppressions (id, org_id, kind, value, value_hash, reason, source, created_at)
     select uuidv7(), o.id, 'email', v, suppression_hash(o.id, v), 'asked', 'api', now() - n * interval '1 s'
     from organizations o, generate_series(1, $1::int) n, lateral (select n || '@gone.example' as v) named`,
    [ROWS],
  );
  await owner.end();
});
afterAll(() => service?.stop());

interface Page {
  total: number;
  total_is_minimum?: boolean;
  has_more: boolean;
  suppressions: unknown[];
}

const read = async (query: string) =>
  (await service.call<Page>('GET', `/v1/outreach/suppressions?${query}`)).body;

test('the total of a long list is a minimum, and says so', async () => {
  const page = await read('limit=20');
  expect(page).toMatchObject({ total: MAX_COUNTED + 20, total_is_minimum: true, has_more: true });
  expect(page.suppressions).toHaveLength(20);
});

test('towards the end of a long list, and of a short one, the total is exact', async () => {
  const last = await read(`limit=20&offset=${ROWS - 5}`);
  expect(last).toMatchObject({ total: ROWS, has_more: false });
  expect(last).not.toHaveProperty('total_is_minimum');
  expect(last.suppressions).toHaveLength(5);
  const few = await read('q=1234@gone');
  expect(few.total).toBe(1);
  expect(few).not.toHaveProperty('total_is_minimum');
});
