import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { decodeSecret } from '../../src/areas/access/second-factor/totp.fixture.ts';
import { codeAt } from '../../src/areas/access/second-factor/totp.ts';
import { ManualClock } from '../../src/kit/clock.ts';
import { addPerson, askAsNobody, PASSWORD, type Person } from './open-people.ts';

const STEP_MS = 30_000;
const clock = new ManualClock(1_790_000_000_000);
let service: TestService;

beforeAll(async () => {
  service = await startTestService({}, { clock });
});
afterAll(() => service?.stop());

/** The code that an app shows now. Each call moves the clock, so that each code is from a different half minute. */
function nextCode(secret: Buffer): string {
  clock.advance(STEP_MS);
  return codeAt(secret, Math.floor(clock.now() / STEP_MS));
}

let count = 0;

/** A person with a second factor, the secret of their app and their recovery codes. */
async function withFactor(): Promise<{ email: string; person: Person; secret: Buffer; codes: string[] }> {
  const email = `factor${++count}@example.com`;
  const person = await addPerson(service, email, 'viewer');
  const begun = await person.ask('POST', '/v1/session/second-factor', { password: PASSWORD });
  expect([begun.status, begun.text]).toEqual([201, expect.anything()]);
  const secret = decodeSecret(begun.body.secret);
  const on = await person.ask('POST', '/v1/session/second-factor/confirm', { code: nextCode(secret) });
  expect([on.status, on.text]).toEqual([200, expect.anything()]);
  return { email, person, secret, codes: on.body.recovery_codes };
}

const signIn = (email: string, code?: string, password = PASSWORD) =>
  askAsNobody(service, '/v1/session/sign-in', { email, password, ...(code !== undefined && { code }) });

test('sign-in needs the password and a code of the app, which works once', async () => {
  const { email, secret } = await withFactor();
  const alone = await signIn(email);
  expect([alone.status, alone.body.error.code]).toEqual([401, 'second_factor_required']);
  expect(alone.headers.get('set-cookie')).toBeNull();
  expect((await signIn(email, '000000')).body.error).toMatchObject({ code: 'unauthorized', field: 'code' });
  const code = nextCode(secret);
  const answers = await Promise.all([1, 2, 3].map(() => signIn(email, code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401]);
  expect((await signIn(email, nextCode(secret))).status).toBe(201);
});

test('a wrong password is refused before any code is checked', async () => {
  const { email, secret } = await withFactor();
  const refused = await signIn(email, nextCode(secret), 'not the password');
  expect(refused.body.error).toMatchObject({ code: 'unauthorized' });
  expect(refused.body.error.field).toBeUndefined();
});

test('each recovery code works once, in any case and with or without its dashes', async () => {
  const { email, codes } = await withFactor();
  expect(codes).toHaveLength(10);
  expect(new Set(codes).size).toBe(10);
  const [first = '', second = ''] = codes;
  expect((await signIn(email, first.toLowerCase().replaceAll('-', ' '))).status).toBe(201);
  expect((await signIn(email, first)).status).toBe(401);
  expect((await signIn(email, second)).status).toBe(201);
});

test('the number of attempts with codes is limited', async () => {
  const { email, secret } = await withFactor();
  const statuses = [];
  for (let n = 0; n < 12; n++) statuses.push((await signIn(email, String(n).padStart(6, '0'))).status);
  expect(statuses.slice(-2)).toEqual([429, 429]);
  expect((await signIn(email, nextCode(secret))).status).toBe(429);
});

test('a link for a new password needs a code too', async () => {
  const { email, person, secret } = await withFactor();
  const made = await service.call('POST', `/v1/users/${person.userId}/password-link`);
  const token = String(made.body.link).split('/join/')[1];
  const body = { token, password: 'another long password' };
  expect((await askAsNobody(service, '/v1/session/join', body)).body.error.code).toBe(
    'second_factor_required',
  );
  const code = nextCode(secret);
  expect((await askAsNobody(service, '/v1/session/join', { ...body, code })).status).toBe(201);
  expect((await signIn(email, nextCode(secret), body.password)).status).toBe(201);
});

test('it is on only after a first code, is logged, and is removed with a code or by an owner', async () => {
  const email = 'begins@example.com';
  const person = await addPerson(service, email, 'viewer');
  const wrong = await person.ask('POST', '/v1/session/second-factor', { password: 'not the password' });
  expect(wrong.body.error).toMatchObject({ code: 'invalid_request', field: 'password' });
  await person.ask('POST', '/v1/session/second-factor', { password: PASSWORD });
  expect((await signIn(email)).status).toBe(201);
  const on = await withFactor();
  const session = async () => (await on.person.ask('GET', '/v1/session')).body.user.has_second_factor;
  expect(await session()).toBe(true);
  const again = await on.person.ask('POST', '/v1/session/second-factor', { password: PASSWORD });
  expect(again.body.error.code).toBe('invalid_state');
  const remove = (code: string) => on.person.ask('POST', '/v1/session/second-factor/remove', { code });
  expect((await remove('000000')).status).toBe(400);
  expect((await remove(nextCode(on.secret))).status).toBe(204);
  expect(await session()).toBe(false);
  expect((await signIn(on.email)).status).toBe(201);
  const lost = await withFactor();
  const path = `/v1/users/${lost.person.userId}/second-factor`;
  expect((await lost.person.ask('DELETE', path)).status).toBe(403);
  expect((await service.call('DELETE', path)).status).toBe(204);
  expect((await signIn(lost.email)).status).toBe(201);
  expect((await service.call('DELETE', path)).status).toBe(404);
  const { total } = (await service.call('GET', '/v1/events?type=access.user.second_factor_removed')).body;
  expect(total).toBe(2);
});

test('a key cannot have one', async () => {
  const refused = await service.call('POST', '/v1/session/second-factor', { password: PASSWORD });
  expect(refused.body.error.code).toBe('forbidden');
});
