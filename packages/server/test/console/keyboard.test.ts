import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Trivium } from '../../../sdk/src/index.ts';
import { zipOf } from '../../src/app/testing/sample-file.ts';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { useBrowser } from '../browser/use-browser.ts';
import { focusedName, tabTo } from '../browser/walk-by-keys.ts';
import { openReceiver } from '../webhook-receiver.ts';
import { openPage, showHome, useConsole } from './open-console.ts';

let service: TestService;
let trivium: Trivium;

const shared = useBrowser();
beforeAll(async () => {
  service = await startTestService({ WEBHOOK_RETRY_DELAYS: '0' });
  trivium = new Trivium({ url: service.address, key: service.key });
});
afterAll(async () => {
  await service?.stop();
});
const opened = useConsole(shared, () => service);

const SLOW = { timeout: 60_000 };
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();

async function pressAt(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

/** Opens a page by the palette. */
async function go(page: Page, words: string, found: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search' }).waitFor();
  await page.keyboard.type(words);
  await page.getByRole('menuitem', { name: found }).first().waitFor();
  await page.keyboard.press('Enter');
}

test('a failing receiver is found, mended and sent its dead letters without a mouse', async () => {
  const { page, problems } = opened;
  const receiver = await openReceiver('shh');
  const { subscription_id: subId } = await trivium.webhooks.subscribe({
    name: 'Warehouse',
    url: 'http://127.0.0.1:9/hook',
    secret: 'shh',
    events: ['order.packed'],
  });
  await trivium.events.publish({ type: 'order.packed', source: 'shop', data: { n: 1 } });
  const find = () => trivium.api.listDeadLetters({ query: { subscription_id: subId } });
  await trivium.waitFor(find, ({ total }) => total === 1);
  await showHome(page, service);
  await page.getByText(/Warehouse: Failing since/).waitFor(SLOW);
  expect(await focusedName(page)).toBe('Home');
  await pressAt(page, /^Warehouse$/);
  await expect.poll(() => heading(page)).toBe('Warehouse');
  await page.getByRole('link', { name: 'Edit' }).waitFor();
  await pressAt(page, /^Edit$/);
  await expect.poll(() => heading(page)).toBe('Edit Warehouse');
  await page.getByRole('textbox', { name: 'Receiver' }).waitFor();
  await tabTo(page, /^Receiver/);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(receiver.url);
  await page.keyboard.press('Enter');
  await expect.poll(() => heading(page)).toBe('Warehouse');
  await page.getByRole('button', { name: 'Send it again' }).waitFor();
  await pressAt(page, /^Send it again$/);
  await page.getByRole('alertdialog').filter({ hasText: 'again?' }).waitFor();
  await pressAt(page, /^Send again$/);
  await expect.poll(() => receiver.verified.length, SLOW).toBe(1);
  await expect.poll(() => page.locator('.page-name .status').textContent(), SLOW).toBe('Healthy');
  expect(problems).toEqual([]);
  await receiver.close();
}, 120_000);

test('a secret is rotated without a mouse, and the focus is on the button of the menu afterwards', async () => {
  const { page, problems } = opened;
  await trivium.api.createKey({ body: { name: 'Shop', scopes: ['events:read'] } });
  await showHome(page, service);
  await go(page, 'API keys', /^API keys/);
  await expect.poll(() => heading(page)).toBe('API keys');
  await page.getByRole('button', { name: 'Actions for Shop' }).waitFor();
  await tabTo(page, /^Actions for Shop$/);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Rotate the secret …' }).waitFor();
  await page.keyboard.type('Rot');
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog')
    .getByText(/keeps working for/)
    .first()
    .waitFor();
  await pressAt(page, /^Create the secret$/);
  await page.getByText('Copy it now').waitFor();
  await pressAt(page, /^Done$/);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => focusedName(page)).toBe('Actions for Shop');
  await page.getByText('Two secrets').waitFor();
  expect(problems).toEqual([]);
}, 60_000);

test('a finding is opened by j and Enter, suppressed with a reason, and the next one read, without a mouse', async () => {
  const { page, problems } = opened;
  const code =
    'const { exec } = require("node:child_process");\nexec(process.argv[2]);\neval(process.argv[3]);\n';
  const { id } = await trivium.reviews.upload(await zipOf({ 'src/app.js': code }), { name: 'shop' });
  const { review_id: review } = await trivium.reviews.run(id, { categories: ['security'] });
  await showHome(page, service);
  await go(page, review, /^Open review/);
  const table = page.getByRole('table', { name: 'Findings' });
  await table.waitFor(SLOW);
  const first = await table.getByRole('link').first().textContent();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect.poll(() => heading(page)).toBe(first);
  await page.getByRole('button', { name: 'Accept …' }).waitFor();
  await pressAt(page, /^Accept …$/);
  await expect.poll(() => focusedName(page)).toMatch(/^Reason/);
  await page.keyboard.type('Only we call it.');
  await pressAt(page, /^Accept$/);
  await page.getByRole('button', { name: 'Reopen' }).waitFor();
  await page.keyboard.press('j');
  await expect.poll(() => heading(page)).not.toBe(first);
  expect(problems).toEqual([]);
}, 120_000);

test('where the button that was pressed is gone by what it did, the focus is on the title, and not nowhere', async () => {
  const { page, problems } = opened;
  const code = 'const { execSync } = require("node:child_process");\nexecSync("ls " + process.argv[2]);\n';
  const { id } = await trivium.reviews.upload(await zipOf({ 'src/app.js': code }), { name: 'kiosk' });
  const { review_id: review } = await trivium.reviews.run(id, { categories: ['security'] });
  const { findings } = await trivium.api.getReviewResults({ params: { id: review } });
  await openPage(page, service, `reviews/${review}/findings/${findings[0]?.id}`);
  await page.getByRole('button', { name: 'Accept …' }).click();
  await page.getByLabel('Reason').fill('Only we call it.');
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await page.getByRole('button', { name: 'Reopen' }).waitFor();
  await expect.poll(() => focusedName(page)).toBe(findings[0]?.title);
  await pressAt(page, /^Reopen$/);
  await page.getByRole('button', { name: 'Accept …' }).waitFor();
  expect(problems).toEqual([]);
}, 120_000);
