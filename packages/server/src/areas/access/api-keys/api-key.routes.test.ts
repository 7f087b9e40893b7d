import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import { ensureBootstrap } from '../bootstrap/ensure-bootstrap.ts';
import { findOrCreateOrganization } from '../organization/find-or-create-organization.ts';
import { AccessFixture } from '../testing/access-fixture.ts';
import { AccessServer, type Answer } from '../testing/access-server.ts';
import { createKey } from './create-key.ts';

const clock = new ManualClock();
let fixture: AccessFixture;
let server: AccessServer;
let admin: string;
let orgId: string;

beforeAll(async () => {
  fixture = await AccessFixture.create();
  server = await AccessServer.start(fixture, clock);
  const bootstrap = await ensureBootstrap(fixture.service(clock));
  admin = required(bootstrap.firstKey, 'bootstrap.firstKey');
  orgId = bootstrap.organization.id;
});

afterAll(async () => {
  await server.stop();
  await fixture.close();
});

async function make(body: object = {}, key = admin) {
  return (await server.call(key, 'POST /v1/keys', { name: 'k', scopes: ['events:read'], ...body })).body;
}

async function organizationOf(name: string): Promise<{ admin: string }> {
  const { id } = await findOrCreateOrganization(fixture.service(clock), name);
  const request = { orgId: id, name: 'admin', scopes: ['admin'], origin: 'cli', manager: undefined } as const;
  return { admin: (await createKey(fixture.service(clock), request)).token };
}

test('a new key has its fields, is shown once, and works', async () => {
  const expiresAt = new Date(clock.now() + 3_600_000).toISOString();
  const made = await server.call(admin, 'POST /v1/keys', {
    name: 'reader',
    scopes: ['events:read', 'webhooks:write'],
    expires_at: expiresAt,
    environment: 'staging',
  });
  expect(made.status).toBe(201);
  expect(made.body).toEqual({
    id: expect.stringMatching(/^key_[0-9a-f]{32}$/),
    name: 'reader',
    key: expect.stringMatching(/^trv_[A-Za-z0-9_-]{43}$/),
    key_hint: `trv_…${made.body.key.slice(-4)}`,
    scopes: ['events:read', 'webhooks:write'],
    environment: 'staging',
    allowed_addresses: null,
    created_at: new Date(clock.now()).toISOString(),
    expires_at: expiresAt,
    last_used_at: null,
    previous_expires_at: null,
  });
  expect((await server.call(made.body.key, 'GET /v1/organization')).status).toBe(200);
  const listed = await server.call(admin, 'GET /v1/keys');
  expect(listed.text).not.toContain(made.body.key);
  expect(listed.body.keys[0]).toMatchObject({ id: made.body.id, key_hint: made.body.key_hint });
});

test.each([
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(201) }, 'name'],
  [{ name: 'a\u0000b' }, 'name'],
  [{ scopes: [] }, 'scopes'],
  [{ scopes: ['events:read', 'events:read'] }, 'scopes'],
  [{ scopes: ['events:delete'] }, 'scopes.0'],
  [{ expires_at: 'tomorrow' }, 'expires_at'],
  [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
  [{ environment: 'Not One' }, 'environment'],
  [{ admin: true }, 'admin'],
])('a key with %j is refused, naming the field', async (body, field) => {
  const refused = await server.call(admin, 'POST /v1/keys', { name: 'k', scopes: ['events:read'], ...body });
  expect(refused.status).toBe(400);
  expect(refused.body.error).toMatchObject({ code: 'invalid_request', field });
});

test('a key without a name or scopes is refused, naming the missing field', async () => {
  const refused = await server.call(admin, 'POST /v1/keys', { scopes: ['events:read'] });
  expect(refused.body.error).toMatchObject({ code: 'missing_required_field', field: 'name' });
});

test('only the scope admin may manage keys', async () => {
  const { id, key } = await make({
    scopes: ['events:read', 'events:write', 'webhooks:read', 'webhooks:write'],
  });
  for (const line of [
    'POST /v1/keys',
    'GET /v1/keys',
    `POST /v1/keys/${id}/rotate`,
    `DELETE /v1/keys/${id}`,
  ]) {
    const refused = await server.call(key, line, line.startsWith('POST') ? {} : undefined);
    expect(refused.status).toBe(403);
    expect(refused.body.error.code).toBe('forbidden');
  }
});

test('a key cannot make or rotate a key to outlive itself', async () => {
  const end = clock.now() + 3_600_000;
  const passing = await make({ scopes: ['admin'], expires_at: new Date(end).toISOString() });
  const later = { name: 'k', scopes: ['events:read'], expires_at: new Date(end + 1).toISOString() };
  const endless = await make();
  for (const refused of [
    await server.call(passing.key, 'POST /v1/keys', later),
    await server.call(passing.key, 'POST /v1/keys', { name: 'k', scopes: ['admin'] }),
    await server.call(passing.key, `POST /v1/keys/${endless.id}/rotate`),
  ]) {
    expect(refused.status).toBe(403);
    expect(refused.body.error).toMatchObject({ code: 'forbidden', field: 'expires_at' });
  }
  const allowed = { ...later, expires_at: new Date(end).toISOString() };
  expect((await server.call(passing.key, 'POST /v1/keys', allowed)).status).toBe(201);
  expect((await server.call(passing.key, `POST /v1/keys/${passing.id}/rotate`)).status).toBe(200);
});

test('a key of another environment manages no keys, not even its own', async () => {
  const staging = await make({ scopes: ['admin'], environment: 'staging' });
  const own = { name: 'k', scopes: ['admin'], environment: 'staging' };
  for (const refused of [
    await server.call(staging.key, 'POST /v1/keys', own),
    await server.call(staging.key, 'GET /v1/keys'),
    await server.call(staging.key, `POST /v1/keys/${staging.id}/rotate`),
    await server.call(staging.key, `DELETE /v1/keys/${staging.id}`),
  ]) {
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden']);
  }
  expect((await server.call(staging.key, 'GET /v1/organization')).status).toBe(200);
  expect((await server.call(admin, `POST /v1/keys/${staging.id}/rotate`)).body.environment).toBe('staging');
});

test('the list is newest first, in pages without overlap, with an exact total', async () => {
  const other = await organizationOf('paged');
  for (let i = 0; i < 6; i++) {
    if (i % 2 === 0) clock.advance(1);
    await make({ name: `key ${i}` }, other.admin);
  }
  const pages = [];
  for (const offset of [0, 3, 6, 9]) {
    pages.push((await server.call(other.admin, `GET /v1/keys?limit=3&offset=${offset}`)).body);
  }
  expect(pages.map(({ total, limit, offset, has_more }) => [total, limit, offset, has_more])).toEqual([
    [7, 3, 0, true],
    [7, 3, 3, true],
    [7, 3, 6, false],
    [7, 3, 9, false],
  ]);
  const all = pages.flatMap(({ keys }) => keys);
  expect(new Set(all.map(({ id }) => id)).size).toBe(7);
  const sorted = [...all].sort((a, b) => `${b.created_at}${b.id}`.localeCompare(`${a.created_at}${a.id}`));
  expect(all).toEqual(sorted);
  expect((await server.call(other.admin, 'GET /v1/keys?limit=1000')).body.limit).toBe(100);
  expect((await server.call(other.admin, 'GET /v1/keys?limit=0')).body.error.field).toBe('limit');
});

test('a rotation returns a new secret at once, and the earlier one works during the overlap', async () => {
  const made = await make({ environment: 'staging' });
  const rotated = await server.call(admin, `POST /v1/keys/${made.id}/rotate`, { overlap_seconds: 60 });
  expect(rotated.status).toBe(200);
  expect(rotated.body).toEqual({
    ...made,
    key: expect.stringMatching(/^trv_/),
    key_hint: `trv_…${rotated.body.key.slice(-4)}`,
    previous_expires_at: new Date(clock.now() + 60_000).toISOString(),
  });
  expect(rotated.body.key).not.toBe(made.key);
  const statuses = async () =>
    Promise.all(
      [made.key, rotated.body.key].map(
        async (key) => (await server.call(key, 'GET /v1/organization')).status,
      ),
    );
  expect(await statuses()).toEqual([200, 200]);
  clock.advance(60_000);
  expect(await statuses()).toEqual([401, 200]);
});

test('the overlap is a day by default, a week at most, and zero ends the old secret at once', async () => {
  const { id, key } = await make();
  const day = (await server.call(admin, `POST /v1/keys/${id}/rotate`)).body;
  expect(day.previous_expires_at).toBe(new Date(clock.now() + 86_400_000).toISOString());
  for (const overlap_seconds of [-1, 604_801, 1.5, '60']) {
    const refused = await server.call(admin, `POST /v1/keys/${id}/rotate`, { overlap_seconds });
    expect(refused.body.error).toMatchObject({ code: 'invalid_request', field: 'overlap_seconds' });
  }
  await server.call(admin, `POST /v1/keys/${id}/rotate`, { overlap_seconds: 0 });
  expect((await server.call(key, 'GET /v1/organization')).status).toBe(401);
  expect((await server.call(day.key, 'GET /v1/organization')).status).toBe(401);
});

test('the last key that manages keys can only be revoked, or rotated without overlap, with force', async () => {
  const { admin: last } = await organizationOf('last-admin');
  const lastId = (await server.call(last, 'GET /v1/keys')).body.keys[0].id;
  const soon = new Date(clock.now() + 3_600_000).toISOString();
  // None of these can manage keys after tomorrow.
  const passing = await make({ scopes: ['admin'], expires_at: soon }, last);
  await make({ scopes: ['admin'], environment: 'staging' }, last);
  const reader = await make({}, last);
  for (const refused of [
    await server.call(last, `DELETE /v1/keys/${lastId}`),
    await server.call(passing.key, `DELETE /v1/keys/${lastId}?force=false`),
    await server.call(last, `POST /v1/keys/${lastId}/rotate`, { overlap_seconds: 0 }),
  ]) {
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({ code: 'conflict', field: 'force' });
  }
  expect((await server.call(last, `DELETE /v1/keys/${reader.id}`)).status).toBe(204);
  expect((await server.call(last, `POST /v1/keys/${lastId}/rotate`, { overlap_seconds: 60 })).status).toBe(
    200,
  );
  const second = await make({ scopes: ['admin'] }, last);
  expect((await server.call(last, `DELETE /v1/keys/${lastId}`)).status).toBe(204);
  const forced = { overlap_seconds: 0, force: true };
  const rotated = await server.call(second.key, `POST /v1/keys/${second.id}/rotate`, forced);
  expect(rotated.status).toBe(200);
  expect((await server.call(rotated.body.key, `DELETE /v1/keys/${second.id}?force=true`)).status).toBe(204);
});

test('of two keys that revoke each other at the same time, one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const { admin: one } = await organizationOf(`duel-${round}`);
    const oneId = (await server.call(one, 'GET /v1/keys')).body.keys[0].id;
    const other = await make({ scopes: ['admin'] }, one);
    const ended = await Promise.all([
      server.call(one, `DELETE /v1/keys/${other.id}`),
      server.call(other.key, `DELETE /v1/keys/${oneId}`),
    ]);
    const statuses = ended.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(204);
    expect([401, 409]).toContain(statuses[1]);
  }
});

test('an expired key cannot be revived by a rotation', async () => {
  const { id } = await make({ expires_at: new Date(clock.now() + 1000).toISOString() });
  clock.advance(1000);
  const refused = await server.call(admin, `POST /v1/keys/${id}/rotate`);
  expect(refused.status).toBe(409);
  expect(refused.body.error.code).toBe('invalid_state');
});

test('a deleted key is refused at once, is not listed, and cannot be deleted again', async () => {
  const { id, key } = await make();
  expect((await server.call(key, 'GET /v1/organization')).status).toBe(200);
  expect(await server.call(admin, `DELETE /v1/keys/${id}`)).toMatchObject({ status: 204, text: '' });
  expect((await server.call(key, 'GET /v1/organization')).status).toBe(401);
  expect((await server.call(admin, 'GET /v1/keys?limit=100')).text).not.toContain(id);
  expect((await server.call(admin, `DELETE /v1/keys/${id}`)).status).toBe(404);
});

test('the key of another organization gets exactly the same answer as a missing one, and is not changed', async () => {
  const other = await organizationOf('other');
  const theirs = await make({}, other.admin);
  const withoutRequestId = ({ text, body }: { text: string; body: { error: { request_id: string } } }) =>
    text.replace(body.error.request_id, '');
  for (const [method, rest] of [
    ['DELETE', ''],
    ['POST', '/rotate'],
  ]) {
    const probes = await Promise.all(
      [theirs.id, newId('key'), 'key_none', 'whatever'].map((id) =>
        server.call(admin, `${method} /v1/keys/${id}${rest}`),
      ),
    );
    expect(new Set(probes.map(({ status }) => status))).toEqual(new Set([404]));
    expect(new Set(probes.map(withoutRequestId)).size).toBe(1);
  }
  expect((await server.call(theirs.key, 'GET /v1/organization')).status).toBe(200);
  expect((await server.call(admin, 'GET /v1/keys?limit=100')).text).not.toContain(theirs.id);
});

test('a repeated request makes one key and returns it, but only the first answer has the secret', async () => {
  const body = { name: 'once', scopes: ['events:read'] };
  const headers = { 'idempotency-key': 'make-once' };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => server.call(admin, 'POST /v1/keys', body, headers)),
  );
  const isRepeat = (answer: Answer) => answer.headers['idempotent-replayed'] === 'true';
  const [first, ...others] = answers.filter((answer) => !isRepeat(answer));
  expect(others).toEqual([]);
  const { key: secret, ...record } = required(first, 'first').body;
  for (const repeat of answers.filter(isRepeat)) {
    expect(repeat.status).toBe(201);
    expect(repeat.body).toEqual({
      ...record,
      notice: expect.stringMatching(/shown once.* make a new one\.$/),
    });
  }
  const again = await server.call(admin, 'POST /v1/keys', { ...body, name: 'twice' }, headers);
  expect(again.body.error.code).toBe('idempotency_conflict');
  const rotate = () =>
    server.call(admin, `POST /v1/keys/${record.id}/rotate`, {}, { 'idempotency-key': 'rotate-once' });
  const rotations = [await rotate(), await rotate()];
  expect(rotations[1]?.body).toMatchObject({ id: record.id, notice: expect.any(String) });
  expect(rotations[1]?.body.key).toBeUndefined();
  expect(
    (await server.call(required(rotations[0], 'rotations[0]').body.key, 'GET /v1/organization')).status,
  ).toBe(200);
  for (const table of ['api_keys', 'api_key_secrets', 'idempotency_keys']) {
    const { rows } = await fixture.pool.query<{ row: string }>(`select t::text as row from ${table} t`);
    expect(rows.length).toBeGreaterThan(0);
    for (const key of [secret, required(rotations[0], 'rotations[0]').body.key, admin]) {
      const forms = [key, key.slice(4, 20), Buffer.from(key).toString('hex')];
      expect(rows.some(({ row }) => forms.some((form) => row.includes(form)))).toBe(false);
    }
  }
});

test('an answer for one key is never given to another, whatever its scopes', async () => {
  const body = { name: 'mine', scopes: ['events:read'] };
  const headers = { 'idempotency-key': 'of-one-key' };
  const first = await server.call(admin, 'POST /v1/keys', body, headers);
  const passing = await make({
    scopes: ['admin'],
    expires_at: new Date(clock.now() + 3_600_000).toISOString(),
  });
  const staging = await make({ scopes: ['admin'], environment: 'staging' });
  const reader = await make({ scopes: ['events:read'] });
  for (const { key } of [passing, staging, reader]) {
    const refused = await server.call(key, 'POST /v1/keys', body, headers);
    expect([refused.status, refused.headers['idempotent-replayed']]).toEqual([403, undefined]);
  }
  const peer = await make({ scopes: ['admin'] });
  const made = await server.call(peer.key, 'POST /v1/keys', body, headers);
  expect([made.status, made.headers['idempotent-replayed']]).toEqual([201, undefined]);
  expect(made.body.id).not.toBe(first.body.id);
});

test('a rotated key still counts as the same caller', async () => {
  const asking = await make({ scopes: ['admin'] });
  const body = { name: 'asked', scopes: ['events:read'] };
  const headers = { 'idempotency-key': 'across-a-rotation' };
  const first = await server.call(asking.key, 'POST /v1/keys', body, headers);
  const { body: rotated } = await server.call(asking.key, `POST /v1/keys/${asking.id}/rotate`);
  const again = await server.call(rotated.key, 'POST /v1/keys', body, headers);
  expect([again.body.id, again.headers['idempotent-replayed']]).toEqual([first.body.id, 'true']);
});

test('after a crash between commit and answer, a repeat returns the same key with its secret', async () => {
  const body = { name: 'crashed', scopes: ['events:read'] };
  const headers = { 'idempotency-key': 'crashed' };
  const first = await server.call(admin, 'POST /v1/keys', body, headers);
  // The state after a crash: the key exists, but its answer was never stored.
  await fixture.pool.query(
    `update idempotency_keys set status = null, content_type = null, sealed_body = null where key = 'crashed'`,
  );
  const second = await server.call(admin, 'POST /v1/keys', body, headers);
  expect(second.body.id).toBe(first.body.id);
  expect((await server.call(second.body.key, 'GET /v1/organization')).status).toBe(200);
  expect((await server.call(first.body.key, 'GET /v1/organization')).status).toBe(401);
  const { rows } = await fixture.pool.query(`select count(*) as keys from api_keys where name = 'crashed'`);
  expect(rows).toEqual([{ keys: 1 }]);
});

test('an idempotency key that is reused after a day makes a new key', async () => {
  const body = { name: 'daily', scopes: ['events:read'] };
  const headers = { 'idempotency-key': 'daily' };
  const first = await server.call(admin, 'POST /v1/keys', body, headers);
  clock.advance(24 * 3_600_000);
  const second = await server.call(admin, 'POST /v1/keys', body, headers);
  expect(second.headers['idempotent-replayed']).toBeUndefined();
  expect(second.body.id).not.toBe(first.body.id);
  expect((await server.call(first.body.key, 'GET /v1/organization')).status).toBe(200);
});

test('keys are only stored as hashes', async () => {
  const { key, id } = await make();
  const { rows } = await fixture.pool.query(
    `select s.key_hash, k.org_id from api_key_secrets s join api_keys k on k.id = s.key_id where 'key_' || replace(k.id::text, '-', '') = $1`,
    [id],
  );
  expect(rows).toEqual([{ key_hash: createHash('sha256').update(key).digest(), org_id: orgId }]);
});

test('concurrent rotations of one key all return working secrets', async () => {
  const { id } = await make();
  const rotations = await Promise.all(
    Array.from({ length: 8 }, () => server.call(admin, `POST /v1/keys/${id}/rotate`)),
  );
  expect(rotations.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const uses = await Promise.all(rotations.map(({ body }) => server.call(body.key, 'GET /v1/organization')));
  expect(uses.map(({ status }) => status)).toEqual(Array(8).fill(200));
});
