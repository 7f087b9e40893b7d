import type { Locator, Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { decodeSecret } from '../../src/areas/access/second-factor/totp.fixture.ts';
import { codeAt } from '../../src/areas/access/second-factor/totp.ts';
import { freePort } from '../../src/kit/net/free-port.fixture.ts';
import { invite } from '../access/open-people.ts';
import { CLIENT, type OpenProvider, openProvider } from '../access/open-provider.ts';
import { useBrowser } from '../browser/use-browser.ts';
import { openConsole, openPage, useConsole } from './open-console.ts';

const PASSWORD = 'four words are easy';

let provider: OpenProvider;
let service: TestService;

const shared = useBrowser();
beforeAll(async () => {
  const port = await freePort();
  provider = await openProvider(`http://127.0.0.1:${port}/sign-in/sso/callback`);
  service = await startTestService({
    PORT: String(port),
    OIDC_ISSUER_URL: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: 'Example Login',
  });
});
afterAll(async () => {
  await service?.stop();
  await provider?.close();
});
const opened = useConsole(shared, () => service);

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();

async function join(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByLabel('The password again').fill(PASSWORD);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect.poll(() => heading(page)).toBe('Home');
}

async function signInAs(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto(service.address);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a person is invited, joins by the link, signs in, is refused by the role, and signs out', async () => {
  const { page, problems } = opened;
  await openPage(page, service, 'people');
  await page.getByRole('button', { name: 'Invite a person' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill('vera@example.com');
  await dialog.getByRole('button', { name: /Role$/ }).click();
  await page.getByRole('option', { name: 'Viewer' }).click();
  await dialog.getByRole('button', { name: 'Create the invitation' }).click();
  const link = await page.getByRole('dialog').locator('code').textContent();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('table', { name: 'Open invitations' }).getByText('vera@example.com').waitFor();
  expect(await page.content()).not.toContain(link);

  const vera = await openConsole(shared.browser);
  await join(vera.page, link ?? '', 'Vera');
  await vera.page.getByRole('link', { name: 'Vera' }).waitFor();
  await page.getByRole('table', { name: 'People' }).getByText('vera@example.com').waitFor();

  await vera.page.getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => heading(vera.page)).toBe('Sign in');
  await signInAs(vera.page, 'vera@example.com', 'not the password');
  await expect
    .poll(() => vera.page.getByRole('alert').textContent())
    .toContain('The address or the password is wrong');
  await vera.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await vera.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.poll(() => heading(vera.page)).toBe('Home');

  await openPage(vera.page, service, 'webhooks');
  await expect.poll(() => heading(vera.page)).toBe('Webhooks');
  expect(await vera.page.getByRole('link', { name: 'New subscription' }).count()).toBe(0);
  // What the role may not do is not offered, not even at the address of a form.
  for (const path of ['outreach/new', 'outreach/import', 'keys/new']) {
    await openPage(vera.page, service, path);
    await vera.page.getByText('Your role, viewer, does not allow it.').waitFor();
    expect(await vera.page.locator('main form, main input').count()).toBe(0);
  }
  await openPage(vera.page, service, 'organizations');
  await vera.page.getByText('You do not have access.').waitFor();
  expect(await vera.page.getByRole('button', { name: 'New organization' }).count()).toBe(0);
  await openPage(vera.page, service, 'people');
  await expect
    .poll(() => vera.page.getByRole('alert').first().textContent())
    .toContain('Your role, viewer, lacks the scope');

  await vera.page.getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => heading(vera.page)).toBe('Sign in');
  await vera.page.reload();
  await expect.poll(() => heading(vera.page)).toBe('Sign in');
  await vera.context.close();
  expect(problems).toEqual([]);
});

test('a role is changed during a session, and a removed person loses access at once', async () => {
  const { link } = await invite(service, 'remi@example.com', 'viewer');
  const remi = await openConsole(shared.browser);
  await join(remi.page, link, 'Remi');
  const { page, problems } = opened;
  await openPage(page, service, 'people');
  await page.getByRole('button', { name: 'Actions for Remi' }).click();
  await page.getByRole('menuitem', { name: 'Change the role …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /Role$/ }).click();
  await page.getByRole('option', { name: 'Owner' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change the role' }).click();
  await page.getByText('Remi is owner now.').waitFor();
  await openPage(remi.page, service, 'people');
  await remi.page.getByRole('table', { name: 'People' }).getByText('remi@example.com').waitFor();

  await page.getByRole('button', { name: 'Actions for Remi' }).click();
  await page.getByRole('menuitem', { name: 'Remove …' }).click();
  const confirm = page.getByRole('alertdialog');
  await confirm.getByLabel(/to confirm/).fill('Remi');
  await confirm.getByRole('button', { name: 'Remove' }).click();
  const refused = page.getByText('This is the last owner of the organization').first();
  await refused.waitFor();
  // With a second owner it is possible.
  const second = await invite(service, 'olga@example.com', 'owner');
  const olga = await openConsole(shared.browser);
  await join(olga.page, second.link, 'Olga');
  await olga.context.close();
  await page.getByRole('button', { name: 'Actions for Remi' }).click();
  await page.getByRole('menuitem', { name: 'Remove …' }).click();
  await confirm.getByLabel(/to confirm/).fill('Remi');
  await confirm.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('The person is removed.').waitFor();
  await remi.page.reload();
  await expect.poll(() => heading(remi.page)).toBe('Sign in');
  await openPage(page, service, 'people/log');
  const log = page.getByRole('table', { name: 'Audit log' });
  await log.getByText('The key bootstrap removed Remi').waitFor();
  await page.getByRole('button', { name: /Who$/ }).click();
  await page.getByRole('option', { name: 'Olga' }).click();
  await expect.poll(() => log.getByRole('link', { name: /^Olga joined/ }).count()).toBe(1);
  await page.reload();
  await log.getByRole('link', { name: /^Olga joined/ }).waitFor();
  expect(await log.getByText('removed Remi').count()).toBe(0);
  await remi.context.close();
  expect(problems.filter((text) => !text.includes('409'))).toEqual([]);
});

test('a person in two organizations switches between them, and the earlier session ends', async () => {
  const { link } = await invite(service, 'duo@example.com', 'viewer');
  const other = (await service.call('POST', '/v1/organizations', { name: 'Second' })).body;
  const second = await invite(service, 'duo@example.com', 'owner', other.key);
  const there = await openConsole(shared.browser);
  await join(there.page, second.link, 'Duo');
  await there.context.close();
  const { context, page } = await openConsole(shared.browser);
  await join(page, link, 'Duo');
  const [before] = await context.cookies();
  await page.getByRole('link', { name: 'Duo' }).click();
  const section = page.getByRole('region', { name: 'Another organization' });
  await section.getByLabel('Name of the organization').fill('Second');
  await section.getByLabel('Password there').fill('not the password');
  await section.getByRole('button', { name: 'Switch' }).click();
  await section.getByRole('alert').waitFor();
  await section.getByLabel('Password there').fill(PASSWORD);
  await section.getByRole('button', { name: 'Switch' }).click();
  await page.locator('.who').getByText('Second').waitFor();
  const old = { cookie: `${before?.name}=${before?.value}`, 'x-trivium-session': '1' };
  await expect
    .poll(async () => (await fetch(`${service.address}/v1/session`, { headers: old })).status)
    .toBe(401);
  await page.getByRole('link', { name: 'Duo' }).click();
  await page.getByRole('button', { name: 'default' }).waitFor();
  await context.close();
});

test('single sign-on leads to the provider and back into the console, or says why not', async () => {
  provider.accounts.set('sam', { email: 'sam@example.com', email_verified: true, name: 'Sam' });
  provider.who = 'sam';
  const { context, page } = await openConsole(shared.browser);
  await page.goto(service.address);
  await page.getByRole('link', { name: 'Continue with Example Login' }).click();
  await expect
    .poll(() => page.getByRole('alert').textContent())
    .toContain('Nobody has invited this address yet');
  await invite(service, 'sam@example.com', 'developer');
  await page.getByRole('link', { name: 'Continue with Example Login' }).click();
  await expect.poll(() => heading(page)).toBe('Home');
  await page.getByRole('link', { name: 'Sam' }).click();
  await expect.poll(() => heading(page)).toBe('Sam');
  await page.getByText('Developer: read everything, change everything except outreach').waitFor();
  await context.close();
});

test('a key is made with described scopes, shown once, rotated while the old secret works, and revoked', async () => {
  const { page, problems } = opened;
  await openPage(page, service, 'keys/new');
  await page.getByLabel('Name').fill('Warehouse');
  await page.getByRole('button', { name: /Events and workflows$/ }).click();
  await page.getByRole('option', { name: 'Read and change' }).click();
  await page.getByText('It may: read and change events and workflows.').waitFor();
  await page.getByRole('button', { name: 'Create the key' }).click();
  const first = await page.locator('.note code').textContent();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => heading(page)).toBe('API keys');
  await page.getByRole('button', { name: 'Actions for Warehouse' }).click();
  await page.getByRole('menuitem', { name: 'Rotate the secret …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create the secret' }).click();
  const second = await page.getByRole('dialog').locator('.note code').textContent();
  const status = async (key: string | null) =>
    (await fetch(`${service.address}/v1/events`, { headers: { authorization: `Bearer ${key}` } })).status;
  expect([await status(first), await status(second)]).toEqual([200, 200]);
  expect(second).not.toBe(first);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Two secrets').waitFor();
  await page.getByRole('button', { name: 'Actions for Warehouse' }).click();
  await page.getByRole('menuitem', { name: 'Revoke …' }).click();
  await page
    .getByRole('alertdialog')
    .getByLabel(/to confirm/)
    .fill('Warehouse');
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText('The key is revoked.').waitFor();
  expect([await status(first), await status(second)]).toEqual([401, 401]);
  expect(problems).toEqual([]);
});

test('changing the password signs out the other browsers', async () => {
  const { link } = await invite(service, 'paula@example.com', 'viewer');
  const other = await openConsole(shared.browser);
  await join(other.page, link, 'Paula');
  const { context, page, problems } = await openConsole(shared.browser);
  await signInAs(page, 'paula@example.com');
  await page.getByRole('link', { name: 'Paula' }).click();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password').fill('another four easy words');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByText('The password is changed.').waitFor();
  await other.page.reload();
  await expect.poll(() => heading(other.page)).toBe('Sign in');
  await other.context.close();
  expect(problems).toEqual([]);
  await context.close();
});

/** Decodes the QR code in the page, like a camera. */
async function scan(drawn: Locator): Promise<string> {
  const size = Number((await drawn.getAttribute('viewBox'))?.split(' ')[2]);
  const path = (await drawn.locator('path').getAttribute('d')) ?? '';
  const data = new Uint8ClampedArray(size * size * 16 * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let dy = 0; dy < 4; dy++)
      for (let dx = 0; dx < 4; dx++) {
        const at = (Number(y) * 4 + dy) * size * 4 + Number(x) * 4 + dx;
        data.fill(0, at * 4, at * 4 + 3);
      }
  return decodeQR({ width: size * 4, height: size * 4, data });
}

test('a second factor is set up with an app, requested at sign-in, and removed with a recovery code', async () => {
  const { link } = await invite(service, 'tove@example.com', 'viewer');
  const { context, page } = await openConsole(shared.browser);
  await join(page, link, 'Tove');
  await page.getByRole('link', { name: 'Tove' }).click();
  const section = page.getByRole('region', { name: 'Second factor' });
  await section.getByLabel('Your password').fill(PASSWORD);
  await section.getByRole('button', { name: 'Set it up' }).click();
  const typed = (await section.locator('code').first().textContent()) ?? '';
  const scanned = await scan(section.getByRole('img', { name: /^QR code/ }));
  expect(new URL(scanned).searchParams.get('secret')).toBe(typed);
  const secret = decodeSecret(typed);
  const code = (step = 0) => codeAt(secret, Math.floor(Date.now() / 30_000) + step);
  await section.getByLabel('Code of the app').fill(code());
  await section.getByRole('button', { name: 'Turn it on' }).click();
  const codes =
    (await section
      .getByText(/^\w{4}-\w{4}-\w{4}-\w{4}/)
      .first()
      .textContent()) ?? '';
  await section.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await signInAs(page, 'tove@example.com');
  await page.getByLabel('Code of your app').fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('The code is wrong');
  await page.getByLabel('Code of your app').fill(code(1));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.poll(() => heading(page)).toBe('Home');
  await page.getByRole('link', { name: 'Tove' }).click();
  await section.getByLabel(/recovery code/).fill(codes.slice(0, 19));
  await section.getByRole('button', { name: 'Remove it' }).click();
  await section.getByRole('button', { name: 'Set it up' }).waitFor();
  await context.close();
});

test('limits and their use over time are shown', async () => {
  const { page, problems } = opened;
  await openPage(page, service, 'settings?limit=access_api');
  await page.getByText(/requests? in all, at most/).waitFor();
  await page.getByRole('table', { name: 'Limits' }).getByText('Events: published').waitFor();
  expect(problems).toEqual([]);
});
