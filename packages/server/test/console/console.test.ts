import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Trivium } from '../../../sdk/src/index.ts';
import { zipOf } from '../../src/app/testing/sample-file.ts';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { openBrowser } from '../browser/open-browser.ts';
import { openReceiver } from '../webhook-receiver.ts';

let service: TestService;
let trivium: Trivium;
let browser: Browser;
let page: Page;
/** What the page complained of, its content policy included. */
let problems: string[];

beforeAll(async () => {
  service = await startTestService({ WEBHOOK_RETRY_DELAYS: '0' });
  trivium = new Trivium({ url: service.address, key: service.key });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

beforeEach(async () => {
  page = await browser.newPage();
  problems = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  return () => page.close();
});

async function signIn(key = service.key): Promise<void> {
  await page.goto(service.address);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const heading = () => page.getByRole('heading', { level: 1 }).textContent();

test('a wrong key is told so, with the page that explains it; a right one shows the organization', async () => {
  await signIn('wrong');
  const alert = page.getByRole('alert');
  await expect.poll(() => alert.textContent()).toContain('not valid');
  expect(await alert.getByRole('link').getAttribute('href')).toBe(
    `${service.address}/docs/errors/unauthorized`,
  );
  problems.length = 0;
  await signIn();
  await expect.poll(heading).toBe('Overview');
  await expect.poll(() => page.textContent('main')).toContain('events_publish');
  expect(problems).toEqual([]);
});

test('every section opens, and nothing of a page is refused by its own content policy', async () => {
  await signIn();
  const nav = page.getByRole('navigation');
  await expect.poll(() => nav.getByRole('link').count()).toBe(10);
  for (const name of ['Events', 'Webhooks', 'Workflows', 'Contracts', 'Outreach', 'Review', 'Keys']) {
    await nav.getByRole('link', { name, exact: true }).click();
    await expect.poll(heading).toMatch(new RegExp(name, 'i'));
    await expect.poll(() => page.getByText('Reading …').count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
  }
  expect(problems).toEqual([]);
});

test('an event shows as it is published, and its page proves that the log holds it', async () => {
  await signIn();
  await page.getByRole('link', { name: 'Events' }).click();
  await expect.poll(() => page.textContent('main')).toContain('Waiting for the next event');
  const data = { note: '<img src=x onerror=alert(1)>' };
  await trivium.events.publish({ type: 'order.made', source: 'shop', data });
  const live = page.locator('.live').getByRole('link', { name: 'order.made' });
  await live.click();
  // Strangers' text is text.
  await expect.poll(() => page.textContent('main')).toContain('onerror=alert(1)');
  await page.getByRole('button', { name: 'Prove that the log holds it' }).click();
  await expect.poll(() => page.getByRole('status').textContent()).toContain('inclusion');
  expect(problems).toEqual([]);
});

/** Keeps everything that the page's main part shows from now on. */
async function watchTexts(): Promise<() => Promise<string[]>> {
  await page.evaluate(`
    seenTexts = new Set();
    const look = () => seenTexts.add(document.querySelector('main').innerText);
    new MutationObserver(look).observe(document.querySelector('main'), {
      childList: true, characterData: true, subtree: true,
    });
  `);
  return () => page.evaluate<string[]>('[...seenTexts]');
}

test('an address that is no valid escape says that there is no such page', async () => {
  await signIn();
  await page.evaluate("location.hash = '#/%'");
  await expect.poll(heading).toBe('There is no such page');
  expect(problems).toEqual([]);
});

test('a double click on Subscribe makes one subscription, and the form keeps no secret', async () => {
  await signIn();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByLabel('Name').fill('Twice');
  await page.getByLabel('Receiver').fill('http://127.0.0.1:9/hook');
  await page.getByLabel('Events').fill('order.twice');
  await page.getByLabel('Secret').fill('shh');
  await page.getByRole('button', { name: 'Subscribe' }).dblclick();
  await expect.poll(() => page.getByRole('status').textContent()).toContain('order.twice');
  await expect.poll(() => page.getByLabel('Secret').inputValue()).toBe('');
  await expect.poll(() => page.getByRole('link', { name: 'Twice' }).count()).toBe(1);
  const { subscriptions } = await trivium.api.listWebhookSubscriptions({});
  expect(subscriptions.filter(({ name }) => name === 'Twice')).toHaveLength(1);
  expect(problems).toEqual([]);
});

test('dead letters that die again after Replay all come back by themselves, and no all-clear was given meanwhile', async () => {
  const body = { name: 'Gone', url: 'http://127.0.0.1:9/hook', secret: 'shh', events: ['order.lost'] };
  const { subscription_id: subId } = await trivium.webhooks.subscribe(body);
  await trivium.events.publish({ type: 'order.lost', source: 'shop', data: { n: 1 } });
  const dead = () => trivium.api.listDeadLetters({ query: { subscription_id: subId } });
  await expect.poll(async () => (await dead()).total).toBe(1);
  const failingSince = async () =>
    (await trivium.api.getWebhookSubscription({ params: { subId } })).failing_since;
  await expect.poll(failingSince, { timeout: 15_000 }).not.toBeNull();
  await signIn();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect.poll(() => page.getByRole('row', { name: /Gone/ }).textContent()).toContain('failing');
  await page.getByRole('link', { name: 'Gone' }).click();
  await expect.poll(() => page.getByRole('button', { name: /^Replay evt_/ }).count()).toBe(1);
  const seen = await watchTexts();
  page.on('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Replay all' }).click();
  await expect.poll(() => page.getByRole('status').textContent()).toContain('1 are being sent again.');
  const deliveries = page.locator('table').last().getByRole('row');
  await expect.poll(() => deliveries.count(), { timeout: 15_000 }).toBe(3);
  await expect.poll(() => page.getByRole('button', { name: /^Replay evt_/ }).count()).toBe(1);
  expect((await seen()).filter((text) => text.includes('There is no dead letter.'))).toEqual([]);
  expect(problems).toEqual([]);
});

test('a review that is under way gives no all-clear', async () => {
  const archive = await zipOf({
    'src/app.js': "const { exec } = require('node:child_process');\nexec(process.argv[2]);\n",
  });
  const { id } = await trivium.upload('uploadApplication', archive, 'application/zip', {
    query: { name: 'small' },
  });
  const status = async () => (await trivium.api.getApplication({ params: { id } })).status;
  await expect.poll(status, { timeout: 60_000 }).toBe('analyzed');
  await signIn();
  await page.goto(`${service.address}/#/review/${id}`);
  await expect.poll(heading).toBe('Application');
  const seen = await watchTexts();
  await page.getByRole('button', { name: 'Review with all 23 agents' }).click();
  await expect.poll(() => page.textContent('main'), { timeout: 60_000 }).toContain('23 of 23 agents done');
  await expect.poll(() => page.textContent('main')).toContain('child_process.exec');
  const early = (await seen()).filter(
    (text) => /^Review/.test(text) && !text.includes('23 of 23 agents done'),
  );
  expect(early.length).toBeGreaterThan(0);
  expect(early.filter((text) => /Nothing was found|\b0 critical, 0 high/.test(text))).toEqual([]);
  expect(problems).toEqual([]);
}, 120_000);

test('a portal link shows one subscription, replays its dead letters, and leaves no key in the address', async () => {
  const receiver = await openReceiver('shh');
  const body = { name: 'Orders', url: `${receiver.url}/missing`, secret: 'shh', events: ['order.paid'] };
  const { subscription_id: subId } = await trivium.webhooks.subscribe({
    ...body,
    url: 'http://127.0.0.1:9/hook',
  });
  await trivium.events.publish({ type: 'order.paid', source: 'shop', data: { n: 1 } });
  const dead = () => trivium.api.listDeadLetters({ query: { subscription_id: subId } });
  await expect.poll(async () => (await dead()).total).toBe(1);
  await trivium.api.updateWebhookSubscription({ params: { subId }, body: { url: receiver.url } });

  const { url, key } = await trivium.api.createPortalLink({ params: { subId } });
  await page.goto(url!);
  await expect.poll(() => page.textContent('main')).toContain('Orders');
  expect(page.url()).toBe(`${service.address}/portal#/`);
  expect(await page.getByRole('link', { name: 'Keys' }).count()).toBe(0);
  await page.getByRole('button', { name: /^Replay evt_/ }).click();
  await expect.poll(() => receiver.verified).toMatchObject([{ payload: { event: 'order.paid' } }]);
  await expect.poll(() => page.textContent('main')).toContain('None now.');
  expect(await page.content()).not.toContain(key);
  expect(problems).toEqual([]);
  await receiver.close();
});

test('files outside the console are not served by it', async () => {
  const paths = [
    'console/package.json',
    'server/src/main.mjs',
    '..%2f..%2fpackage.json',
    'console/src/../../package.json',
  ];
  for (const path of paths) {
    expect([path, (await fetch(`${service.address}/console/${path}`)).status]).toEqual([path, 404]);
  }
});
