import { afterEach, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../../kit/clock.ts';
import { newUuid } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import type { AccessTransaction } from '../access-tables.ts';
import { insertKey } from '../api-keys/api-key.repository.ts';
import { createKey } from '../api-keys/create-key.ts';
import { revokeKey } from '../api-keys/revoke-key.ts';
import { allScopes } from '../api-keys/scopes.ts';
import { findOrCreateOrganization } from '../organization/find-or-create-organization.ts';
import { insertOrganization } from '../organization/organization.repository.ts';
import { AccessFixture } from '../testing/access-fixture.ts';
import { ensureBootstrap } from './ensure-bootstrap.ts';

const CHOSEN = 'a-key-of-my-own-choice';

let fixture: AccessFixture;
const clock = new ManualClock();

beforeEach(async () => {
  fixture = await AccessFixture.create();
});

afterEach(() => fixture.close());

test('only the first start makes the default organization and one key', async () => {
  const first = await ensureBootstrap(fixture.service(clock));
  const second = await ensureBootstrap(fixture.service(clock));
  expect(first.firstKey).toMatch(/^trv_/);
  expect(second).toEqual({ organization: first.organization });
  expect(fixture.hooked).toEqual([first.organization.id]);
  const principal = await (await fixture.authenticator(clock)).authenticate(
    required(first.firstKey, 'first.firstKey'),
  );
  expect(principal).toMatchObject({ orgId: first.organization.id, scopes: new Set(allScopes) });
});

test('nodes that start at the same time make one organization and one key together', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => ensureBootstrap(fixture.service(clock))));
  expect(new Set(made.map(({ organization }) => organization.id)).size).toBe(1);
  expect(made.filter(({ firstKey }) => firstKey !== undefined)).toHaveLength(1);
  expect(fixture.hooked).toHaveLength(1);
});

test('BOOTSTRAP_API_KEY is valid with all scopes, and no other key is made', async () => {
  const { organization, firstKey } = await ensureBootstrap(fixture.service(clock), {
    bootstrapApiKey: CHOSEN,
  });
  expect(firstKey).toBeUndefined();
  const principal = await (await fixture.authenticator(clock)).authenticate(CHOSEN);
  expect(principal).toMatchObject({ orgId: organization.id, scopes: new Set(allScopes) });
  const { rows } = await fixture.pool.query('select count(*) as keys from api_keys');
  expect(rows).toEqual([{ keys: 1 }]);
});

test('BOOTSTRAP_API_KEY works again after each start, even if it was revoked', async () => {
  const { organization } = await ensureBootstrap(fixture.service(clock), { bootstrapApiKey: CHOSEN });
  const authenticator = await fixture.authenticator(clock);
  const { keyId } = required(await authenticator.authenticate(CHOSEN), 'the chosen key');
  await revokeKey(
    { ...fixture.service(clock), onKeyChanged: (id) => authenticator.forget(id) },
    { orgId: organization.id, keyId, manager: undefined },
  );
  expect(await authenticator.authenticate(CHOSEN)).toBeUndefined();
  await ensureBootstrap(fixture.service(clock), { bootstrapApiKey: CHOSEN });
  authenticator.forget(keyId);
  expect(await authenticator.authenticate(CHOSEN)).toMatchObject({ keyId });
});

test('another BOOTSTRAP_API_KEY is a rotation: the earlier key works for a day', async () => {
  const time = new ManualClock();
  await ensureBootstrap(fixture.service(time), { bootstrapApiKey: CHOSEN });
  await ensureBootstrap(fixture.service(time), { bootstrapApiKey: `${CHOSEN}-2` });
  const authenticator = await fixture.authenticator(time, { listens: false });
  expect(await authenticator.authenticate(CHOSEN)).toBeDefined();
  time.advance(24 * 3_600_000);
  expect(await authenticator.authenticate(CHOSEN)).toBeUndefined();
  expect(await authenticator.authenticate(`${CHOSEN}-2`)).toBeDefined();
  await ensureBootstrap(fixture.service(time), { bootstrapApiKey: CHOSEN });
  authenticator.forget(required(await authenticator.authenticate(`${CHOSEN}-2`), 'the later key').keyId);
  time.advance(24 * 3_600_000);
  expect(await authenticator.authenticate(CHOSEN)).toBeDefined();
  expect(await authenticator.authenticate(`${CHOSEN}-2`)).toBeUndefined();
});

test('the first key can later be set as BOOTSTRAP_API_KEY; a key of another organization cannot', async () => {
  const { firstKey } = await ensureBootstrap(fixture.service(clock));
  await ensureBootstrap(fixture.service(clock), { bootstrapApiKey: firstKey });
  expect(
    await (await fixture.authenticator(clock)).authenticate(required(firstKey, 'firstKey')),
  ).toBeDefined();
  const other = await findOrCreateOrganization(fixture.service(clock), 'other');
  const { token } = await createKey(fixture.service(clock), {
    orgId: other.id,
    name: 'k',
    scopes: ['admin'],
    origin: 'cli',
    manager: undefined,
  });
  await expect(ensureBootstrap(fixture.service(clock), { bootstrapApiKey: token })).rejects.toThrow(
    'Setting BOOTSTRAP_API_KEY: It is a key of another organization.',
  );
});

test('a second bootstrap key or default organization is an error, and does not replace the existing one', async () => {
  const { organization } = await ensureBootstrap(fixture.service(clock), { bootstrapApiKey: CHOSEN });
  const at = new Date(clock.now());
  const key = {
    id: newUuid(),
    orgId: organization.id,
    name: 'another',
    scopes: allScopes,
    environment: 'production',
    origin: 'bootstrap',
    subscriptionId: null,
    createdAt: at,
    expiresAt: null,
  } as const;
  const secret = { keyHash: Buffer.alloc(32), hint: 'hint', createdAt: at };
  const clash = { code: '23505' };
  const inTx = (work: (tx: AccessTransaction) => Promise<boolean>) => fixture.db.transaction().execute(work);
  await expect(inTx((tx) => insertKey(tx, key, secret))).rejects.toMatchObject(clash);
  const other = { id: newUuid(), name: 'another', isDefault: true, createdAt: at };
  await expect(inTx((tx) => insertOrganization(tx, other))).rejects.toMatchObject(clash);
});

test('an organization that the command line made first is used', async () => {
  const service = fixture.service(clock);
  const made = await findOrCreateOrganization(service, 'default');
  expect(await findOrCreateOrganization(service, 'default')).toEqual(made);
  expect((await ensureBootstrap(service)).organization).toEqual(made);
  expect(fixture.hooked).toEqual([made.id]);
});
