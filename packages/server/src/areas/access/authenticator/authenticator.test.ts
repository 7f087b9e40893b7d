import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ManualClock } from '../../../kit/clock.ts';
import { createKey } from '../api-keys/create-key.ts';
import { makeToken } from '../api-keys/key-token.ts';
import { revokeKey } from '../api-keys/revoke-key.ts';
import { rotateKey } from '../api-keys/rotate-key.ts';
import { findOrCreateOrganization } from '../organization/find-or-create-organization.ts';
import { AccessFixture } from '../testing/access-fixture.ts';

let fixture: AccessFixture;
let orgId: string;

beforeAll(async () => {
  fixture = await AccessFixture.create();
  orgId = (await findOrCreateOrganization(fixture.service(new ManualClock()), 'acme')).id;
});

afterAll(() => fixture.close());

function issue(clock: ManualClock, expiresAt?: Date) {
  return createKey(fixture.service(clock), {
    orgId,
    name: 'test',
    scopes: ['events:read', 'events:write'],
    environment: 'staging',
    expiresAt,
    origin: 'cli',
    manager: undefined,
  });
}

test('a valid key resolves to its organization, scopes and environment', async () => {
  const clock = new ManualClock();
  const { key, token } = await issue(clock);
  const authenticator = await fixture.authenticator(clock);
  expect(await authenticator.authenticate(token)).toEqual({
    orgId,
    keyId: key.id,
    environment: 'staging',
    scopes: new Set(['events:read', 'events:write']),
  });
  expect(token).toMatch(/^trv_[A-Za-z0-9_-]{43}$/);
});

test('a recently used key is checked synchronously', async () => {
  const clock = new ManualClock();
  const { key, token } = await issue(clock);
  const authenticator = await fixture.authenticator(clock, { listens: false });
  await authenticator.authenticate(token);
  expect(authenticator.authenticate(token)).toMatchObject({ keyId: key.id });
});

test('unknown, empty and very long tokens are refused, and cached as refused for only two seconds', async () => {
  const clock = new ManualClock();
  const authenticator = await fixture.authenticator(clock, { listens: false });
  const token = makeToken();
  expect(await authenticator.authenticate(token)).toBeUndefined();
  expect(authenticator.authenticate(token)).toBeUndefined();
  clock.advance(2_000);
  expect(authenticator.authenticate(token)).toBeInstanceOf(Promise);
  expect(await authenticator.authenticate('')).toBeUndefined();
  expect(authenticator.authenticate('x'.repeat(513))).toBeUndefined();
});

test('a key stops exactly at its expiry, even if it is cached', async () => {
  const clock = new ManualClock();
  const authenticator = await fixture.authenticator(clock, { listens: false });
  const { key, token } = await issue(clock, new Date(clock.now() + 3_000));
  expect(await authenticator.authenticate(token)).toMatchObject({ keyId: key.id });
  clock.advance(2_999);
  expect(authenticator.authenticate(token)).toMatchObject({ keyId: key.id });
  clock.advance(1);
  expect(authenticator.authenticate(token)).toBeUndefined();
  clock.advance(60_000);
  expect(await authenticator.authenticate(token)).toBeUndefined();
});

test('on the node that revokes a key, it stops before the answer', async () => {
  const clock = new ManualClock();
  const authenticator = await fixture.authenticator(clock, { listens: false });
  const { key, token } = await issue(clock);
  await authenticator.authenticate(token);
  const service = { ...fixture.service(clock), onKeyChanged: (keyId: string) => authenticator.forget(keyId) };
  await revokeKey(service, { orgId, keyId: key.id, manager: undefined });
  expect(await authenticator.authenticate(token)).toBeUndefined();
});

test('other nodes learn of a revocation without waiting for their cache', async () => {
  const clock = new ManualClock();
  const other = await fixture.authenticator(clock);
  const { key, token } = await issue(clock);
  // Until the notification about the new key has been processed, nothing may be cached.
  await vi.waitUntil(async () => {
    await other.authenticate(token);
    return !(other.authenticate(token) instanceof Promise);
  });
  await revokeKey(fixture.service(clock), { orgId, keyId: key.id, manager: undefined });
  await vi.waitUntil(async () => (await other.authenticate(token)) === undefined, 5_000);
});

test('a key that was read before a change is not cached after it', async () => {
  const clock = new ManualClock();
  const authenticator = await fixture.authenticator(clock, { listens: false });
  const { key, token } = await issue(clock);
  const underWay = authenticator.authenticate(token);
  await new Promise((resolve) => setImmediate(resolve));
  authenticator.forget(key.id);
  expect(await underWay).toMatchObject({ keyId: key.id });
  expect(authenticator.authenticate(token)).toBeInstanceOf(Promise);
});

test('a node without notifications accepts a revoked key for at most five seconds', async () => {
  const clock = new ManualClock();
  const deaf = await fixture.authenticator(clock, { listens: false });
  const { key, token } = await issue(clock);
  await deaf.authenticate(token);
  await revokeKey(fixture.service(clock), { orgId, keyId: key.id, manager: undefined });
  clock.advance(1_000);
  expect(await deaf.authenticate(token)).toMatchObject({ keyId: key.id });
  clock.advance(4_000);
  expect(await deaf.authenticate(token)).toBeUndefined();
});

test('a frequently used key is rechecked in the background, without delaying requests', async () => {
  const clock = new ManualClock();
  const authenticator = await fixture.authenticator(clock, { listens: false });
  const { key, token } = await issue(clock);
  await authenticator.authenticate(token);
  await revokeKey(fixture.service(clock), { orgId, keyId: key.id, manager: undefined });
  clock.advance(2_000);
  expect(authenticator.authenticate(token)).toMatchObject({ keyId: key.id });
  await vi.waitUntil(() => authenticator.authenticate(token) === undefined, 5_000);
});

test('after a rotation both secrets work, the earlier one until the overlap ends', async () => {
  const clock = new ManualClock();
  const authenticator = await fixture.authenticator(clock, { listens: false });
  const service = { ...fixture.service(clock), onKeyChanged: (keyId: string) => authenticator.forget(keyId) };
  const { key, token: earlier } = await issue(clock);
  await authenticator.authenticate(earlier);
  const { token: newer } = await rotateKey(service, {
    orgId,
    keyId: key.id,
    overlapSeconds: 60,
    manager: undefined,
  });
  expect(await authenticator.authenticate(earlier)).toMatchObject({ keyId: key.id });
  expect(await authenticator.authenticate(newer)).toMatchObject({ keyId: key.id });
  clock.advance(60_000);
  expect(await authenticator.authenticate(earlier)).toBeUndefined();
  expect(await authenticator.authenticate(newer)).toMatchObject({ keyId: key.id });
});

test('a rotation without overlap ends every earlier secret at once', async () => {
  const clock = new ManualClock();
  const authenticator = await fixture.authenticator(clock, { listens: false });
  const service = fixture.service(clock);
  const { key, token: first } = await issue(clock);
  const { token: second } = await rotateKey(service, { orgId, keyId: key.id, manager: undefined });
  const { token: third } = await rotateKey(service, {
    orgId,
    keyId: key.id,
    overlapSeconds: 0,
    manager: undefined,
  });
  const valid = await Promise.all([first, second, third].map((token) => authenticator.authenticate(token)));
  expect(valid.map((principal) => principal !== undefined)).toEqual([false, false, true]);
});

test('concurrent first uses of many keys share statements, and memory is limited', async () => {
  const clock = new ManualClock();
  const authenticator = await fixture.authenticator(clock, { listens: false, maxKeys: 10 });
  const issued = await Promise.all(Array.from({ length: 40 }, () => issue(clock)));
  const principals = await Promise.all(issued.map(({ token }) => authenticator.authenticate(token)));
  expect(principals.map((principal) => principal?.keyId)).toEqual(issued.map(({ key }) => key.id));
  const inMemory = issued.filter(({ token }) => !(authenticator.authenticate(token) instanceof Promise));
  expect(inMemory.length).toBeLessThanOrEqual(10);
});

test('the last use is stored at the latest when the node stops', async () => {
  const clock = new ManualClock();
  const authenticator = await fixture.authenticator(clock, { listens: false });
  const { key, token } = await issue(clock);
  await authenticator.authenticate(token);
  clock.advance(1_500);
  authenticator.authenticate(token);
  await authenticator.stop();
  const { rows } = await fixture.pool.query('select last_used_at from api_keys where id = $1', [key.id]);
  expect(rows).toEqual([{ last_used_at: new Date(clock.now()) }]);
});
