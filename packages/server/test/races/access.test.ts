import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { HeldRows } from '../../src/kit/db/testing/held-rows.ts';
import { type Call, callerOf } from '../../src/kit/http/testing/call-api.ts';
import { uuidOf } from '../../src/kit/ids.ts';
import { addPerson, askAsNobody, invite, PASSWORD, signIn } from '../access/open-people.ts';

let service: TestService;
let client: pg.Client;
let people = 0;

beforeAll(async () => {
  service = await startTestService();
  client = new pg.Client(service.database.connection);
  await client.connect();
});

afterAll(async () => {
  await client?.end();
  await service?.stop();
});

const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();
const tally = (answers: readonly { status: number }[]) =>
  Object.fromEntries(
    Map.groupBy(answers, ({ status }) => status)
      .entries()
      .map(([status, of]) => [status, of.length]),
  );

/** A key of its own, and the id of its row. */
async function newKey(scopes = ['admin']): Promise<{ id: string; key: string; call: Call }> {
  const { body } = await service.call('POST', '/v1/keys', { name: `racer ${++people}`, scopes });
  return { id: uuidOf(body.id), key: body.key, call: callerOf(service.address, body.key) };
}

/** Waits until a request is answered, or is held up: whichever comes first. */
async function meet(held: HeldRows, asked: readonly Promise<unknown>[], many = asked.length): Promise<void> {
  await Promise.race([Promise.all(asked), held.waiting(many)]);
}

describe('a password that is replaced while it is being checked', () => {
  const replaced = 'update users set password_hash = $2 where id = $1';
  const anotherHash = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'B'.repeat(43)}`;

  const hold = (id: string) =>
    HeldRows.open(service.database, 'select 1 from users where id = $1 for update', [id]);

  test('lets nobody in', async () => {
    const email = `racer-${++people}@example.com`;
    const id = uuidOf((await addPerson(service, email, 'viewer')).userId);
    const held = await hold(id);
    const signedIn = signIn(service, email);
    await meet(held, [signedIn]);
    await held.query(replaced, [id, anotherHash]);
    await held.release();
    expect((await signedIn).status).toBe(401);
  });

  test('sets no other one', async () => {
    const person = await addPerson(service, `racer-${++people}@example.com`, 'viewer');
    const id = uuidOf(person.userId);
    const held = await hold(id);
    const body = { current_password: PASSWORD, new_password: 'another long secret' };
    const changed = person.ask('PUT', '/v1/session/password', body);
    await meet(held, [changed]);
    await held.query(replaced, [id, anotherHash]);
    await held.release();
    expect((await changed).body).toMatchObject({ error: { field: 'current_password' } });
    const { rows } = await client.query('select password_hash from users where id = $1', [id]);
    expect(rows).toEqual([{ password_hash: anotherHash }]);
  });

  test('begins no second factor', async () => {
    const person = await addPerson(service, `racer-${++people}@example.com`, 'viewer');
    const id = uuidOf(person.userId);
    const held = await hold(id);
    const begun = person.ask('POST', '/v1/session/second-factor', { password: PASSWORD });
    await meet(held, [begun]);
    await held.query(replaced, [id, anotherHash]);
    await held.release();
    expect((await begun).body).toMatchObject({ error: { field: 'password' } });
  });
});

describe('a key that is revoked while it makes something', () => {
  const invitation = () => ({ email: `racer-${++people}@example.com`, role: 'viewer' });

  test.each<[string, (call: Call) => ReturnType<Call>]>([
    ['a key', (call) => call('POST', '/v1/keys', { name: 'late', scopes: ['events:read'] })],
    ['an invitation', (call) => call('POST', '/v1/invitations', invitation())],
    [
      'a link for a new password',
      async (call) => {
        const { userId } = await addPerson(service, `racer-${++people}@example.com`, 'viewer');
        return call('POST', `/v1/users/${userId}/password-link`);
      },
    ],
    ['a session', (call) => call('POST', '/v1/session')],
  ])('makes %s before that, or not at all', async (_what, make) => {
    const { id, call } = await newKey();
    // It is known as valid, as that of any busy client.
    expect((await call('GET', '/v1/keys')).status).toBe(200);
    const held = await HeldRows.open(
      service.database,
      'update api_keys set revoked_at = now() where id = $1',
      [id],
    );
    const made = make(call);
    await meet(held, [made]);
    await held.release();
    expect((await made).status).toBe(401);
  });
});

test('a session is not started with a secret that ends by a rotation at the same moment', async () => {
  const { id, call } = await newKey(['events:read']);
  expect((await call('GET', '/v1/session')).status).toBe(200);
  const held = await HeldRows.open(service.database, 'select 1 from api_keys where id = $1 for update', [id]);
  await held.query('update api_key_secrets set expires_at = now() where key_id = $1', [id]);
  const started = call('POST', '/v1/session');
  await meet(held, [started]);
  await held.release();
  expect((await started).status).toBe(401);
});

test('a session lives no longer than the secret that it was started with', async () => {
  const { id, call } = await newKey(['events:read']);
  await service.call('POST', `/v1/keys/key_${id.replaceAll('-', '')}/rotate`, { overlap_seconds: 600 });
  const { status, body } = await call('POST', '/v1/session');
  expect(status).toBe(201);
  expect(Date.parse(body.expires_at) - Date.now()).toBeLessThanOrEqual(600_000);
});

test('two keys that rotate each other at once both get their secret', async () => {
  const keys = await Promise.all(Array.from({ length: 4 }, () => newKey()));
  const asked = keys.flatMap(({ call }) =>
    keys.map(({ id }) => call('POST', `/v1/keys/key_${id.replaceAll('-', '')}/rotate`, {})),
  );
  expect(new Set(statusesOf(await Promise.all(asked)))).toEqual(new Set([200]));
});

test('an invitation is not sent to whoever joins at the same moment', async () => {
  const email = `racer-${++people}@example.com`;
  const { id, token } = await invite(service, email, 'viewer');
  const held = await HeldRows.open(
    service.database,
    'select 1 from user_invitations where id = $1 for update',
    [uuidOf(id)],
  );
  const joined = askAsNobody(service, '/v1/session/join', { token, name: 'Ann', password: PASSWORD });
  await held.waiting(1);
  const invited = service.call('POST', '/v1/invitations', { email, role: 'viewer' });
  await held.waiting(2);
  await held.release();
  expect([(await joined).status, (await invited).status]).toEqual([201, 409]);
  const { rows } = await client.query('select 1 from user_invitations where email = $1', [email]);
  expect(rows).toEqual([]);
});

describe('views that are saved at once', () => {
  const view = (name: string) => ({ list: 'events', name, filters: { type: 'a.b' } });

  test('are never more than somebody may have', async () => {
    const { id, call } = await newKey(['events:read']);
    const { rows } = await client.query('select org_id from api_keys where id = $1', [id]);
    await client.query(
      `insert into saved_views (org_id, id, list, name, filters, owner, is_shared, created_at)
       select $1, gen_random_uuid(), 'events', 'view ' || n, '{}', $2, false, now() from generate_series(1, 195) n`,
      [rows[0].org_id, `key_${id.replaceAll('-', '')}`],
    );
    const saved = await Promise.all(
      Array.from({ length: 20 }, (_, i) => call('POST', '/v1/views', view(`late ${i}`))),
    );
    expect(tally(saved)).toEqual({ 201: 5, 409: 15 });
    expect((await call('GET', '/v1/views')).body.total).toBe(200);
  });

  test('share no name when they are renamed', async () => {
    const { call } = await newKey(['events:read']);
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, i) => call('POST', '/v1/views', view(`view ${i}`))),
    );
    const renamed = await Promise.all(
      made.map(({ body }) => call('PATCH', `/v1/views/${body.id}`, { name: 'the same' })),
    );
    expect(tally(renamed)).toEqual({ 200: 1, 409: 9 });
  });
});

test('rules that several set as the first are those of one of them', async () => {
  const call = callerOf(service.address, await service.addKey(`rules ${++people}`));
  const set = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      call('PUT', '/v1/review/rules', { rules: `# ${i}\nrules: []\n`, replaces: null }),
    ),
  );
  expect(tally(set), set[0]?.text).toEqual({ 200: 1, 409: 7 });
});
