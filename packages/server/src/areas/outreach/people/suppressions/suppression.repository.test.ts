import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../../kit/db/testing/open-database.ts';
import { newUuid } from '../../../../kit/ids.ts';
import { addSuppressions, findSuppressed, type NewSuppression } from './suppression.repository.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database?.close());

const now = new Date('2026-11-20T12:00:00.000Z');
const add = (orgId: string, ...list: Omit<NewSuppression, 'reason' | 'source'>[]) =>
  database.db.transaction().execute((tx) =>
    addSuppressions(
      tx,
      orgId,
      list.map((one) => ({ ...one, reason: 'asked for', source: 'api' })),
      now,
    ),
  );
const suppressed = async (orgId: string, emails: string[], campaignId?: string) => [
  ...(await findSuppressed(database.db, orgId, emails, { campaignId, now })).keys(),
];

test('an address is suppressed by itself, its domain and each parent domain, only in its organization', async () => {
  const orgId = newUuid();
  await add(orgId, { kind: 'email', value: 'Ann@Firm.example' }, { kind: 'domain', value: 'corp.example' });
  const asked = ['ann@firm.example', 'bo@firm.example', 'cy@mail.corp.example', 'di@notcorp.example'];
  expect(await suppressed(orgId, asked)).toEqual(['ann@firm.example', 'cy@mail.corp.example']);
  expect(await suppressed(newUuid(), asked)).toEqual([]);
});

test('an entry for one campaign only affects that campaign, and an expired one affects nobody', async () => {
  const [orgId, campaignId] = [newUuid(), newUuid()];
  await add(
    orgId,
    { kind: 'email', value: 'ann@firm.example', campaignId },
    { kind: 'email', value: 'bo@firm.example', expiresAt: now },
  );
  const asked = ['ann@firm.example', 'bo@firm.example'];
  expect(await suppressed(orgId, asked, campaignId)).toEqual(['ann@firm.example']);
  expect(await suppressed(orgId, asked)).toEqual([]);
});

test('an entry with only a hash shows no address, but still matches', async () => {
  const orgId = newUuid();
  const [entry] = await add(orgId, { kind: 'email', value: 'ann@firm.example', hashedOnly: true });
  expect(entry).toMatchObject({ kind: 'email', value: null, campaignId: null, createdAt: now });
  expect(await suppressed(orgId, ['ann@firm.example'])).toEqual(['ann@firm.example']);
});
