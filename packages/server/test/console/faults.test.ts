import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { findAnvil } from '../../src/areas/contracts/chains/chain/embedded/find-anvil.ts';
import { required } from '../../src/kit/required.ts';
import { useBrowser } from '../browser/use-browser.ts';
import { openConsole, openHome, openPage, signIn, useConsole } from './open-console.ts';

let folder: string;
let chain: ChildProcess;
let service: TestService;

const shared = useBrowser();
beforeAll(async () => {
  const started = await startChain();
  chain = started.chain;
  folder = await mkdtemp(join(tmpdir(), 'signer-'));
  await writeFile(join(folder, 'key'), `0x${randomBytes(32).toString('hex')}`, { mode: 0o600 });
  service = await startTestService({
    NETWORK_OURS_SIGNER: `file:${join(folder, 'key')}`,
    NETWORK_OURS_RPC_URL: started.url,
    NETWORK_OURS_CHAIN_ID: '31338',
  });
});
afterAll(async () => {
  await service?.stop();
  chain?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});
const opened = useConsole(shared, () => service);

/** A separate chain, like a real network: it does not give coins to our account. */
async function startChain(): Promise<{ chain: ChildProcess; url: string }> {
  const binary = required(findAnvil(), 'the program of the chain');
  const child = spawn(binary, ['--port', '0', '--chain-id', '31338'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // It keeps writing, and would stop if nobody read its output.
  const lines = createInterface({ input: required(child.stdout, 'its output') });
  const url = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const [, address] = /^Listening on (\S+)$/.exec(line) ?? [];
      if (address !== undefined) resolve(`http://${address}`);
    });
    child.once('exit', () => reject(new Error('The chain did not start.')));
  });
  return { chain: child, url };
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();

test('an empty wallet on a real network is shown on Home, with a link to its address', async () => {
  const { page, problems } = opened;
  const wallet = await service.call('GET', '/v1/contracts/wallet?network=ours');
  expect(wallet.status).toBe(200);
  await openPage(page, service, '');
  await page.getByText('A wallet is running out of funds').waitFor();
  await page.getByRole('link', { name: 'Ours', exact: true }).click();
  const card = page.getByRole('list', { name: 'Wallets' }).getByRole('listitem').filter({ hasText: 'Ours' });
  await expect.poll(() => card.textContent()).toContain('nothing can be sent. Send ETH to its address.');
  expect(await card.textContent()).toContain(wallet.body.address);
  expect(problems).toEqual([]);
}, 60_000);

test('a slow read shows that it is still loading, and finishes', async () => {
  const { page } = opened;
  const answers: (() => void)[] = [];
  await page.route('**/v1/workflows?*', async (route) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    await route.continue();
  });
  await openPage(page, service, 'workflows');
  await page.getByText('This takes longer than usual.').waitFor();
  for (const answer of answers) answer();
  await page.getByText('There is no workflow yet').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}, 60_000);

test('a page above its rate limit says that its data is old, and continues by itself', async () => {
  const { page } = opened;
  await openPage(page, service, 'workflows');
  await page.getByText('There is no workflow yet').waitFor();
  const error = { code: 'rate_limited', message: 'Too many requests.' };
  await page.route('**/v1/**', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '30' }, json: { error } }),
  );
  await page.reload({ waitUntil: 'commit' }).catch(() => {});
  await page.getByText('Rate limit reached. This continues by itself.').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('There is no workflow yet').waitFor();
}, 60_000);

test('after a key is revoked, its user reads why, and continues on the same page', async () => {
  const { context, page } = await openConsole(shared.browser);
  const key = await service.addKey('default');
  await openHome(page, service, key);
  await openPage(page, service, 'workflows');
  await expect.poll(() => heading(page)).toBe('Workflows');
  const session = await page.evaluate<{ key_id: string }>(
    `fetch('/v1/session', { headers: { 'x-trivium-session': '1' } }).then((answer) => answer.json())`,
  );
  expect((await service.call('DELETE', `/v1/keys/${session.key_id}`)).status).toBeLessThan(300);
  await page.getByText('its key was revoked or replaced').waitFor();
  await page.getByLabel('API key').fill(service.key);
  await page.getByRole('button', { name: 'Sign in with the key' }).click();
  await expect.poll(() => heading(page)).toBe('Workflows');
  await context.close();
}, 60_000);

test('a tab whose browser signs in as somebody else does nothing more with the new identity', async () => {
  const { context, page } = await openConsole(shared.browser);
  await openHome(page, service);
  const other = await context.newPage();
  await openPage(other, service, 'workflows');
  await expect.poll(() => heading(other)).toBe('Workflows');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page, service, await service.addKey('another firm'));
  const dialog = other.getByRole('alertdialog', { name: 'Somebody else is signed in now' });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Continue as the other one' }).click();
  await expect.poll(() => other.textContent('.who')).toContain('another firm');
  await expect.poll(() => heading(other)).toBe('Workflows');
  await context.close();
}, 60_000);
