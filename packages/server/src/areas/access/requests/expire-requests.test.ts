import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../../../kit/clock.ts';
import { queryPool } from '../../../kit/db/index.ts';
import { newUuid } from '../../../kit/ids.ts';
import { AccessFixture } from '../testing/access-fixture.ts';
import { type ApiRequest, listRequests, saveRequests } from './api-request.repository.ts';
import { expireRequests } from './expire-requests.ts';

const DAY_MS = 86_400_000;
let fixture: AccessFixture;

beforeAll(async () => {
  fixture = await AccessFixture.create();
});
afterAll(() => fixture?.close());

const rowAt = (orgId: string, ms: number): ApiRequest => ({
  orgId,
  id: newUuid(ms),
  actor: 'key_1',
  environment: 'production',
  method: 'GET',
  route: '/v1/keys',
  path: '/v1/keys',
  status: 404,
  code: 'not_found',
  field: null,
  durationMs: 1.5,
  requests: 1,
  address: null,
});

test('old requests and those beyond an organization’s limit are removed, and those of others stay', async () => {
  const clock = new ManualClock();
  const [busy, quiet, silent] = [newUuid(), newUuid(), newUuid()];
  const now = clock.now();
  const rows = [
    ...Array.from({ length: 30 }, (_, i) => rowAt(busy, now - i * 1_000)),
    ...[rowAt(quiet, now - DAY_MS), rowAt(quiet, now - 20 * DAY_MS)],
    rowAt(silent, now - 15 * DAY_MS),
  ];
  await saveRequests(queryPool(fixture.pool), rows);
  const ports = { db: fixture.db, clock, onError: () => {} };
  await expireRequests({ ...ports, requestLog: { retentionDays: 14, most: 10 } });
  const left = async (orgId: string) => {
    const page = await listRequests(fixture.db, orgId, { ids: {} }, { limit: 100, offset: 0 });
    return page.rows.map(({ id }) => id);
  };
  expect(await left(busy)).toEqual(rows.slice(0, 10).map(({ id }) => id));
  expect(await left(quiet)).toEqual([rows[30]?.id]);
  expect(await left(silent)).toEqual([]);
});
