import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { ManualClock } from '../../src/kit/clock.ts';
import { callerOf } from '../../src/kit/http/testing/call-api.ts';
import { required } from '../../src/kit/required.ts';
import { addPerson, askAsNobody, cookieOf, invite, PASSWORD, personOf, signIn } from './open-people.ts';

const clock = new ManualClock(Date.now());
let service: TestService;

beforeAll(async () => {
  service = await startTestService({}, { clock });
});
afterAll(() => service?.stop());

async function eventsOf(type: string): Promise<{ data: object; metadata: { actor?: string } }[]> {
  return (await service.call('GET', `/v1/events?type=${type}&limit=100`)).body.events;
}

describe('a link', () => {
  test('admits one person, who gets the role and a session, and the log records who invited whom', async () => {
    const { id, link, token } = await invite(service, 'Ada@Example.com', 'developer');
    expect(link).toBe(`${service.address}/#/join/${token}`);
    const open = await askAsNobody(service, '/v1/session/invitation', { token });
    expect(open.body).toMatchObject({
      organization_name: 'default',
      email: 'ada@example.com',
      role: 'developer',
      kind: 'join',
    });
    const join = { token, name: 'Ada', password: PASSWORD };
    const answers = await Promise.all([1, 2, 3].map(() => askAsNobody(service, '/v1/session/join', join)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404]);
    const joined = answers.find(({ status }) => status === 201);
    expect(joined?.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Strict$/);
    const person = await personOf(service, cookieOf(required(joined, 'joined')));
    const { body: session } = await person.ask('GET', '/v1/session');
    expect(session).toMatchObject({
      key_id: null,
      organization_name: 'default',
      user: { name: 'Ada', email: 'ada@example.com', role: 'developer', has_password: true },
    });
    const [invited] = await eventsOf('access.user.invited');
    expect(invited).toMatchObject({
      data: { invitation_id: id, role: 'developer' },
      metadata: { actor: expect.stringMatching(/^key_/) },
    });
    expect(await eventsOf('access.user.joined')).toMatchObject([
      { data: { user_id: person.userId, invitation_id: id }, metadata: { actor: person.userId } },
    ]);
  });

  test('ends after seven days, when it is withdrawn, and when another is made for the address', async () => {
    const first = await invite(service, 'late@example.com', 'viewer');
    const second = await invite(service, 'late@example.com', 'viewer');
    const withdrawn = await invite(service, 'gone@example.com', 'viewer');
    expect((await service.call('DELETE', `/v1/invitations/${withdrawn.id}`)).status).toBe(204);
    for (const { token } of [first, withdrawn])
      expect((await askAsNobody(service, '/v1/session/invitation', { token })).status).toBe(404);
    expect((await askAsNobody(service, '/v1/session/invitation', second)).status).toBe(400);
    const read = () => askAsNobody(service, '/v1/session/invitation', { token: second.token });
    expect((await read()).status).toBe(200);
    clock.advance(7 * 86_400_000);
    expect((await read()).status).toBe(404);
    const join = { token: second.token, name: 'Late', password: PASSWORD };
    expect((await askAsNobody(service, '/v1/session/join', join)).status).toBe(404);
  });

  test('exists once per address, even if several are made at the same time', async () => {
    const made = await Promise.all(
      Array.from({ length: 5 }, () => invite(service, 'many@example.com', 'viewer')),
    );
    const read = async ({ token }: { token: string }) =>
      (await askAsNobody(service, '/v1/session/invitation', { token })).status;
    expect((await Promise.all(made.map(read))).sort()).toEqual([200, 404, 404, 404, 404]);
  });

  test('refuses a short or guessable password, and stays valid', async () => {
    const { token } = await invite(service, 'weak@example.com', 'viewer');
    for (const password of ['short', 'aaaaaaaaaaaaaaa', 'weak-weak-2026!']) {
      const refused = await askAsNobody(service, '/v1/session/join', { token, name: 'Weak', password });
      expect(refused.body.error).toMatchObject({ code: 'invalid_request', field: 'password' });
    }
    expect((await askAsNobody(service, '/v1/session/invitation', { token })).status).toBe(200);
  });

  test('for an existing member is refused', async () => {
    await addPerson(service, 'here@example.com', 'viewer');
    const again = await service.call('POST', '/v1/invitations', {
      email: 'HERE@example.com',
      role: 'viewer',
    });
    expect(again.body.error).toMatchObject({ code: 'conflict', field: 'email' });
  });
});

describe('a role', () => {
  const asks = [
    ['GET', '/v1/outreach/leads'],
    ['POST', '/v1/outreach/campaigns'],
    ['GET', '/v1/contracts/contracts'],
    ['POST', '/v1/contracts/contracts'],
    ['POST', '/v1/events'],
    ['POST', '/v1/webhooks/subscriptions'],
    ['POST', '/v1/review/subscriptions'],
    ['GET', '/v1/keys'],
    ['POST', '/v1/invitations'],
    ['GET', '/v1/users'],
  ] as const;
  const refusedTo: Record<string, readonly string[]> = {
    owner: [],
    operator: ['GET /v1/keys', 'POST /v1/invitations', 'GET /v1/users'],
    developer: ['POST /v1/outreach/campaigns', ...['GET /v1/keys', 'POST /v1/invitations', 'GET /v1/users']],
    viewer: asks
      .filter(([method, path]) => method === 'POST' || path === '/v1/keys' || path === '/v1/users')
      .map((ask) => ask.join(' ')),
  };

  test.each(Object.entries(refusedTo))('%s is refused exactly what it lacks', async (role, refused) => {
    const person = await addPerson(service, `${role}@example.com`, role);
    for (const [method, path] of asks) {
      const body = method === 'POST' ? {} : undefined;
      const { status, body: answer } = await person.ask(method, path, body);
      const isRefused = refused.includes(`${method} ${path}`);
      expect(status === 403, `${role} ${method} ${path} was answered ${status}`).toBe(isRefused);
      if (isRefused) expect(answer.error.message).toContain(`Your role, ${role}, lacks the scope`);
    }
  });

  test('that is changed takes effect at once in open sessions, and the log records who changed it', async () => {
    const owner = await addPerson(service, 'first.owner@example.com', 'owner');
    const person = await addPerson(service, 'changing@example.com', 'viewer');
    expect((await person.ask('GET', '/v1/keys')).status).toBe(403);
    const changed = await owner.ask('PATCH', `/v1/users/${person.userId}`, { role: 'owner' });
    expect(changed.body).toMatchObject({ id: person.userId, role: 'owner' });
    expect((await person.ask('GET', '/v1/keys')).status).toBe(200);
    await owner.ask('PATCH', `/v1/users/${person.userId}`, { role: 'viewer' });
    expect((await person.ask('GET', '/v1/keys')).status).toBe(403);
    const [last] = await eventsOf('access.user.role_changed');
    expect(last).toMatchObject({
      data: { user_id: person.userId, role: 'viewer', previous_role: 'owner' },
      metadata: { actor: owner.userId },
    });
  });
});

test('the last owner can be neither removed nor demoted, even by two who remove each other at the same time', async () => {
  const key = await service.addKey('owners');
  const call = callerOf(service.address, key);
  const [a, b] = [
    await addPerson(service, 'a@example.com', 'owner', key),
    await addPerson(service, 'b@example.com', 'owner', key),
  ];
  const answers = await Promise.all([
    a.ask('DELETE', `/v1/users/${b.userId}`),
    b.ask('PATCH', `/v1/users/${a.userId}`, { role: 'viewer' }),
  ]);
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  const { users } = (await call('GET', '/v1/users')).body;
  const owners = users.filter(({ role }: { role: string }) => role === 'owner');
  expect(owners).toHaveLength(1);
  const [{ id }] = owners;
  for (const refused of [
    await call('DELETE', `/v1/users/${id}`),
    await call('PATCH', `/v1/users/${id}`, { role: 'operator' }),
  ])
    expect(refused.body.error).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('last owner'),
    });
});

test('a removed person loses access at once, including links, and stays readable in the log', async () => {
  const owner = await addPerson(service, 'leaving@example.com', 'owner');
  const { token } = await invite(service, 'friend@example.com', 'owner', service.key);
  const own = await owner.ask('POST', '/v1/invitations', { email: 'mine@example.com', role: 'owner' });
  expect((await service.call('DELETE', `/v1/users/${owner.userId}`)).status).toBe(204);
  expect((await owner.ask('GET', '/v1/session')).status).toBe(401);
  expect((await signIn(service, 'leaving@example.com')).status).toBe(401);
  const mine = { token: own.body.link.split('/join/')[1] };
  expect((await askAsNobody(service, '/v1/session/invitation', mine)).status).toBe(404);
  expect((await askAsNobody(service, '/v1/session/invitation', { token })).status).toBe(200);
  const { body } = await service.call('GET', `/v1/users/${owner.userId}`);
  expect(body).toMatchObject({ name: 'leaving@example.com', removed_at: expect.any(String) });
  expect((await service.call('GET', '/v1/users?limit=100')).text).not.toContain(owner.userId);
  // The address can be used again.
  await addPerson(service, 'leaving@example.com', 'viewer');
});

describe('signing in', () => {
  test('with the right password starts a session; a wrong one and an unknown address cannot be told apart', async () => {
    const { userId } = await addPerson(service, 'bob@example.com', 'viewer');
    const right = await signIn(service, ' BOB@example.com ');
    expect(right.status).toBe(201);
    expect((await personOf(service, cookieOf(right))).userId).toBe(userId);
    const wrong = await signIn(service, 'bob@example.com', 'another long secret');
    const unknown = await signIn(service, 'nobody@example.com', 'another long secret');
    expect(wrong.status).toBe(401);
    const { request_id: one, ...rest } = wrong.body.error;
    const { request_id: other, ...same } = unknown.body.error;
    expect(rest).toEqual(same);
    expect(one).not.toBe(other);
    const failures = await eventsOf('access.user.sign_in_failed');
    expect(failures).toMatchObject([{ data: { user_id: userId, reason: 'wrong_password' } }]);
    const [last] = await eventsOf('access.user.signed_in');
    expect(last).toMatchObject({
      data: { user_id: userId, method: 'password' },
      metadata: { actor: userId },
    });
  });

  test.each(['tries@example.com', 'unknown@example.com'])(
    'as %s is checked at most ten times in a quarter of an hour, with any number of concurrent requests',
    async (email) => {
      if (email === 'tries@example.com') await addPerson(service, email, 'viewer');
      const wrong = () => signIn(service, email, 'a wrong long secret');
      const answers = await Promise.all(Array.from({ length: 14 }, wrong));
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
      const [refused] = answers.filter(({ status }) => status === 429);
      expect(refused?.body.error).toMatchObject({
        code: 'rate_limit_exceeded',
        details: { limit: 'sign_in' },
      });
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
      // Even the right password is not checked.
      expect((await signIn(service, email)).status).toBe(429);
      clock.advance(15 * 60_000);
      expect((await signIn(service, email)).status).toBe(email === 'tries@example.com' ? 201 : 401);
    },
  );

  test('with several organizations chooses by the password, or by the name', async () => {
    const key = await service.addKey('second');
    await addPerson(service, 'both@example.com', 'viewer');
    await addPerson(service, 'both@example.com', 'owner', key);
    const named = await askAsNobody(service, '/v1/session/sign-in', {
      email: 'both@example.com',
      password: PASSWORD,
      organization: 'second',
    });
    const person = await personOf(service, cookieOf(named));
    expect((await person.ask('GET', '/v1/session')).body.organization_name).toBe('second');
  });

  test('ends everywhere on request, and a person’s session never starts one of a key', async () => {
    await addPerson(service, 'everywhere@example.com', 'viewer');
    const sessions = await Promise.all([1, 2, 3].map(() => signIn(service, 'everywhere@example.com')));
    const [first, ...others] = await Promise.all(sessions.map((one) => personOf(service, cookieOf(one))));
    const token = required(first, 'first').cookie.split('=')[1];
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${service.address}/v1/session`, { method: 'POST', headers })).status).toBe(401);
    expect((await required(first, 'first').ask('DELETE', '/v1/session?everywhere=true')).status).toBe(204);
    for (const one of [required(first, 'first'), ...others])
      expect((await one.ask('GET', '/v1/session')).status).toBe(401);
  });
});

describe('a password', () => {
  test('is changed with the current one, which ends the other sessions', async () => {
    const person = await addPerson(service, 'changer@example.com', 'viewer');
    const other = await personOf(service, cookieOf(await signIn(service, 'changer@example.com')));
    const change = (current: string, next: string) =>
      person.ask('PUT', '/v1/session/password', { current_password: current, new_password: next });
    expect((await change('not the present one', 'another long secret')).body.error).toMatchObject({
      code: 'invalid_request',
      field: 'current_password',
    });
    expect((await change(PASSWORD, 'another long secret')).status).toBe(204);
    expect((await person.ask('GET', '/v1/session')).status).toBe(200);
    expect((await other.ask('GET', '/v1/session')).status).toBe(401);
    expect((await signIn(service, 'changer@example.com')).status).toBe(401);
    expect((await signIn(service, 'changer@example.com', 'another long secret')).status).toBe(201);
  });

  test('that was forgotten is set again with a link, which ends every session', async () => {
    const person = await addPerson(service, 'forgot@example.com', 'developer');
    const made = await service.call('POST', `/v1/users/${person.userId}/password-link`);
    const token = made.body.link.split('/join/')[1];
    expect((await askAsNobody(service, '/v1/session/invitation', { token })).body.kind).toBe('new_password');
    expect((await service.call('GET', '/v1/invitations')).text).not.toContain('forgot@example.com');
    const renewed = await askAsNobody(service, '/v1/session/join', { token, password: 'a brand new secret' });
    expect(renewed.status).toBe(201);
    expect((await person.ask('GET', '/v1/session')).status).toBe(401);
    const again = await personOf(service, cookieOf(renewed));
    expect(again.userId).toBe(person.userId);
    expect((await again.ask('GET', '/v1/session')).body.user.role).toBe('developer');
  });

  test('does not exist for a key', async () => {
    const body = { current_password: PASSWORD, new_password: 'another long secret' };
    expect((await service.call('PUT', '/v1/session/password', body)).status).toBe(403);
  });
});

test('no answer contains a password, link or hash of one, and people are not listed as keys', async () => {
  const person = await addPerson(service, 'hidden@example.com', 'owner');
  const lists = [
    '/v1/users',
    `/v1/users/${person.userId}`,
    '/v1/keys',
    '/v1/events?limit=100',
    '/v1/invitations',
  ];
  for (const path of lists) {
    const { text } = await service.call('GET', path);
    expect(text).not.toMatch(/argon2|#\/join\/trv_|hidden@example\.com.*hash/);
  }
  const keyId = person.userId.replace('usr_', 'key_');
  expect((await service.call('GET', '/v1/keys?limit=100')).text).not.toContain(keyId);
  expect((await service.call('DELETE', `/v1/keys/${keyId}`)).status).toBe(404);
  expect((await service.call('POST', `/v1/keys/${keyId}/rotate`)).status).toBe(404);
  expect((await person.ask('GET', '/v1/session')).status).toBe(200);
});

test('changes by people and keys on any platform record who made them', async () => {
  const person = await addPerson(service, 'actor@example.com', 'operator');
  const campaign = { name: 'By a person', messaging_strategy: { subject: 'Hi', body: 'Hello' } };
  const made = await person.ask('POST', '/v1/outreach/campaigns', campaign);
  expect(made.status, made.text).toBe(201);
  const [event] = await eventsOf('campaign.created');
  expect(event?.metadata.actor).toBe(person.userId);
});

test('each change of a key is logged with its author', async () => {
  const owner = await addPerson(service, 'keys@example.com', 'owner');
  const { id } = (await owner.ask('POST', '/v1/keys', { name: 'ci', scopes: ['events:write'] })).body;
  await owner.ask('POST', `/v1/keys/${id}/rotate`, {});
  await owner.ask('DELETE', `/v1/keys/${id}`);
  for (const type of ['access.key.created', 'access.key.rotated', 'access.key.revoked'])
    expect((await eventsOf(type))[0]).toMatchObject({
      data: { key_id: id },
      metadata: { actor: owner.userId },
    });
});

test('nobody can publish events about people and keys in the name of the service', async () => {
  const forged = { type: 'access.user.removed', source: 'access', data: { user_id: 'usr_x' } };
  const one = await service.call('POST', '/v1/events', forged);
  expect(one.body.error).toMatchObject({ code: 'invalid_request', field: 'type' });
  const many = await service.call('POST', '/v1/events/batch', { events: [forged] });
  expect(many.body.error).toMatchObject({ code: 'invalid_request', field: 'events.0.type' });
  const other = { type: 'access.granted', source: 'door', data: {} };
  expect((await service.call('POST', '/v1/events', other)).status).toBe(201);
});
