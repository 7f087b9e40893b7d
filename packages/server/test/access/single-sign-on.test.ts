import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { freePort } from '../../src/kit/net/free-port.fixture.ts';
import { addPerson, askAsNobody, invite, type Person, personOf, signIn } from './open-people.ts';
import { CLIENT, type OpenProvider, openProvider, Visitor } from './open-provider.ts';

let provider: OpenProvider;
let service: TestService;

beforeAll(async () => {
  const port = await freePort();
  provider = await openProvider(`http://127.0.0.1:${port}/sign-in/sso/callback`);
  service = await startTestService({
    PORT: String(port),
    OIDC_ISSUER_URL: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: 'Example Login',
    OIDC_ALLOWED_DOMAINS: 'ours.example',
    OIDC_ROLES: 'engineering=developer,platform=owner',
  });
});
afterAll(async () => {
  await service?.stop();
  await provider?.close();
});

function account(id: string, email: string, more: { groups?: string[]; isVerified?: boolean } = {}): void {
  const { groups, isVerified = true } = more;
  const said = { email, email_verified: isVerified, name: `Name of ${id}` };
  provider.accounts.set(id, { ...said, ...(groups && { groups }) });
}

/** Clicks the button of the sign-in page as an account of the provider; returns where the browser ends up. */
async function come(who: string, visitor = new Visitor()): Promise<{ at: string; cookie: string }> {
  provider.who = who;
  const at = await visitor.visit(`${service.address}/sign-in/sso`);
  return { at: at.slice(service.address.length), cookie: visitor.cookieFor(service.address) };
}

async function comeIn(who: string): Promise<Person> {
  const { at, cookie } = await come(who);
  expect(at).toBe('/#/signed-in');
  return personOf(service, cookie);
}

const session = async (person: Person) => (await person.ask('GET', '/v1/session')).body;

test('the sign-in page knows the text and the address of the button', async () => {
  const answer = await fetch(`${service.address}/v1/session/methods`);
  expect(await answer.json()).toEqual({ single_sign_on: { name: 'Example Login', path: '/sign-in/sso' } });
});

test('an invited person gets the role of the invitation, and is the same person the next time', async () => {
  account('ada', 'Ada@elsewhere.example');
  const { id, token } = await invite(service, 'ada@elsewhere.example', 'operator');
  const first = await comeIn('ada');
  expect((await session(first)).user).toMatchObject({
    name: 'Name of ada',
    email: 'ada@elsewhere.example',
    role: 'operator',
    has_password: false,
  });
  account('ada', 'ada@married.example');
  expect((await comeIn('ada')).userId).toBe(first.userId);
  expect((await askAsNobody(service, '/v1/session/invitation', { token })).status).toBe(404);
  const [joined] = (await service.call('GET', '/v1/events?type=access.user.joined')).body.events;
  expect(joined).toMatchObject({
    data: { user_id: first.userId, method: 'single_sign_on', invitation_id: id },
    metadata: { actor: first.userId },
  });
  expect((await signIn(service, 'ada@elsewhere.example')).status).toBe(401);
});

test('a name from the provider is kept as far as possible', async () => {
  account('zoe', 'zoe@ours.example');
  const emoji = '\u{1f600}';
  provider.accounts.set('zoe', {
    email: 'zoe@ours.example',
    email_verified: true,
    name: `Z\0oe\ud83d ${'x'.repeat(94)}${emoji}`,
  });
  const { name } = (await session(await comeIn('zoe'))).user;
  // Not cut within the last character, an emoji.
  expect(name).toBe(`Zoe\ufffd ${'x'.repeat(94)}`);
});

test('a verified address of an allowed domain needs no invitation; all others do', async () => {
  account('bob', 'bob@ours.example');
  expect((await session(await comeIn('bob'))).user.role).toBe('viewer');
  account('mallory', 'mallory@theirs.example');
  expect((await come('mallory')).at).toBe('/#/sign-in?problem=not_invited');
  account('eve', 'eve@notours.example');
  expect((await come('eve')).at).toBe('/#/sign-in?problem=not_invited');
});

test('an address that the provider has not verified gives no access, whether it is invited, ours or somebody’s', async () => {
  const victim = await addPerson(service, 'victim@ours.example', 'owner');
  account('thief', 'victim@ours.example', { isVerified: false });
  expect((await come('thief')).at).toBe('/#/sign-in?problem=unverified');
  account('victim', 'victim@ours.example');
  expect((await comeIn('victim')).userId).toBe(victim.userId);
  // The provider gives the address to another account: that is not the same person.
  account('successor', 'victim@ours.example');
  expect((await come('successor')).at).toBe('/#/sign-in?problem=refused');
});

test('groups set roles at each sign-in, the highest counts, and the last owner stays owner', async () => {
  account('carol', 'carol@ours.example', { groups: ['engineering', 'all'] });
  const carol = await comeIn('carol');
  expect((await session(carol)).user.role).toBe('developer');
  account('carol', 'carol@ours.example', { groups: ['platform', 'engineering'] });
  await comeIn('carol');
  // The session that was already open has the new role too.
  expect((await carol.ask('GET', '/v1/users')).status).toBe(200);
  const { users } = (await service.call('GET', '/v1/users?limit=100')).body;
  for (const { id, role } of users)
    if (role === 'owner' && id !== carol.userId) await service.call('DELETE', `/v1/users/${id}`);
  account('carol', 'carol@ours.example', { groups: ['engineering'] });
  await comeIn('carol');
  expect((await session(carol)).user.role).toBe('owner');
});

test('only the browser that started a sign-in can end it, once and with the same state', async () => {
  account('dan', 'dan@ours.example');
  const ended = '/#/sign-in?problem=ended';
  const without = await new Visitor().visit(`${service.address}/sign-in/sso/callback?code=x&state=y`);
  expect(without.slice(service.address.length)).toBe(ended);
  const begun = await fetch(`${service.address}/sign-in/sso`, { redirect: 'manual' });
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(begun.headers.get('set-cookie')).toMatch(/; Path=\/sign-in\/sso; HttpOnly; SameSite=Lax$/);
  const asked = new URL(begun.headers.get('location') ?? '');
  expect(asked.searchParams.get('code_challenge_method')).toBe('S256');
  for (const given of [cookie, `${cookie}x`]) {
    const answer = await fetch(`${service.address}/sign-in/sso/callback?code=x&state=other`, {
      redirect: 'manual',
      headers: { cookie: given },
    });
    const problem = given === cookie ? '/#/sign-in?problem=refused' : ended;
    expect(answer.headers.get('location')).toBe(problem);
    expect(answer.headers.getSetCookie().join()).not.toContain('trivium_session');
  }
});

test('a removed person returns only with an invitation or an allowed domain', async () => {
  account('fay', 'fay@guests.example');
  await invite(service, 'fay@guests.example', 'viewer');
  const fay = await comeIn('fay');
  await service.call('DELETE', `/v1/users/${fay.userId}`);
  expect((await fay.ask('GET', '/v1/session')).status).toBe(401);
  expect((await come('fay')).at).toBe('/#/sign-in?problem=not_invited');
});

test('a provider at an address that the guard refuses is never called', async () => {
  const other = await startTestService({ OIDC_ISSUER_URL: 'https://10.1.2.3', OIDC_CLIENT_ID: 'x' });
  try {
    const answer = await fetch(`${other.address}/sign-in/sso`, { redirect: 'manual' });
    expect(answer.headers.get('location')).toBe('/#/sign-in?problem=unreachable');
  } finally {
    await other.stop();
  }
});

test('without a configured provider there is no such page', async () => {
  const other = await startTestService();
  try {
    expect((await fetch(`${other.address}/sign-in/sso`)).status).toBe(404);
    const methods = await fetch(`${other.address}/v1/session/methods`);
    expect(await methods.json()).toEqual({ single_sign_on: null });
  } finally {
    await other.stop();
  }
});
