import { afterAll, beforeAll, expect, test } from 'vitest';
import { Trivium } from '../../../sdk/src/index.ts';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { findBarriers } from '../browser/find-barriers.ts';
import { useBrowser } from '../browser/use-browser.ts';
import { openConsole, signIn } from './open-console.ts';
import { pages } from './pages.ts';

let service: TestService;

const shared = useBrowser();
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service?.stop();
});

test('each page has its title and its place in the menu, also for a key that may not read it', async () => {
  const trivium = new Trivium({ url: service.address, key: service.key });
  const { key } = await trivium.api.createKey({ body: { name: 'reader', scopes: ['events:read'] } });
  const { page, context } = await openConsole(shared.browser);
  await signIn(page, service, key);
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  const untitled: string[] = [];
  for (const path of new Set(pages.map((one) => one.path.replace(/\?.*/, '')))) {
    if (path === 'no/such/page') continue;
    // The page before has a heading too, which must be gone first.
    await page.evaluate("location.hash = '#/no/such/page'");
    await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor();
    const address = path.replaceAll(/:\w+/g, 'none_0');
    await page.evaluate(`location.hash = ${JSON.stringify(`#/${address}`)}`);
    const title = page.locator('main h1').filter({ hasNotText: 'There is no such page' });
    await title.waitFor({ timeout: 15_000 }).catch(() => untitled.push(path));
  }
  expect(untitled).toEqual([]);
  await context.close();
}, 240_000);

test('a console opened while the service cannot be reached says so in plain words, and opens once it can', async () => {
  const { page, context } = await openConsole(shared.browser);
  await signIn(page, service);
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await page.route('**/v1/**', (route) => route.abort());
  await page.reload();
  const alert = page.getByRole('alert');
  await alert.getByText('The service cannot be reached').waitFor();
  expect(await alert.textContent()).not.toContain('Failed to fetch');
  expect(await findBarriers(page)).toEqual([]);
  await page.unroute('**/v1/**');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await context.close();
}, 120_000);
