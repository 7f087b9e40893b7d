import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Trivium } from '../../../sdk/src/index.ts';
import { zipOf } from '../../src/app/testing/sample-file.ts';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { findBarriers } from '../browser/find-barriers.ts';
import { useBrowser } from '../browser/use-browser.ts';
import { openPage, useConsole } from './open-console.ts';

let service: TestService;
let trivium: Trivium;
let application: string;

const shared = useBrowser();
beforeAll(async () => {
  service = await startTestService({});
  trivium = new Trivium({ url: service.address, key: service.key });
  application = (
    await trivium.reviews.upload(await zipOf({ 'src/app.js': 'export {};\n' }), { name: 'shop' })
  ).id;
});
afterAll(async () => {
  await service?.stop();
});
const opened = useConsole(shared, () => service);

const COUNT = 30;

/** A review with `count` findings, of one rule unless told otherwise, imported from a report of another tool. */
async function importReview(rule: string, count = COUNT, ruleOf = (_at: number) => rule): Promise<string> {
  const results = Array.from({ length: count }, (_, at) => ({
    ruleId: ruleOf(at),
    level: 'error',
    message: { text: `The value of line ${at} comes from a request.` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: `src/part-${at}.js` },
          region: { startLine: 1 + at, snippet: { text: `query(${rule}${at})` } },
        },
      },
    ],
  }));
  const run = { tool: { driver: { name: 'Another tool', rules: [{ id: rule, name: rule }] } }, results };
  const report = new Blob([JSON.stringify({ version: '2.1.0', runs: [run] })]);
  const params = { id: application };
  const { review_id: id } = await trivium.upload('importSarif', report, 'application/sarif+json', { params });
  return id;
}

async function countOpen(review: string): Promise<number> {
  const query = { status: 'new', limit: 1 } as const;
  return (await trivium.api.getReviewResults({ params: { id: review }, query })).total;
}

const boxes = (page: Page) => page.getByRole('table', { name: 'Findings' }).getByRole('checkbox');
const bar = (page: Page) => page.getByRole('region', { name: 'Selected findings' });

async function giveReason(page: Page): Promise<void> {
  await page.getByLabel('Reason').fill('The value is checked in middleware.js.');
  await page.getByRole('button', { name: 'Mark as false positive' }).click();
}

test('twenty findings are selected in a row, decided at once, and the decision is undone', async () => {
  const { page, problems } = opened;
  const review = await importReview('many');
  await openPage(page, service, `reviews/${review}`);
  await boxes(page).first().click();
  await boxes(page)
    .nth(19)
    .click({ modifiers: ['Shift'] });
  await expect.poll(() => bar(page).getByRole('status').textContent()).toBe('20 selected');
  await bar(page).getByRole('button', { name: 'False positives …' }).click();
  await giveReason(page);
  await expect.poll(() => countOpen(review)).toBe(COUNT - 20);
  await expect.poll(() => bar(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => countOpen(review)).toBe(COUNT);
  expect(problems).toEqual([]);
}, 90_000);

test('a finding can be selected and deselected with only the keyboard', async () => {
  const { page, problems } = opened;
  const review = await importReview('keyed', 4);
  await openPage(page, service, `reviews/${review}`);
  await boxes(page).first().waitFor();
  for (const key of ['j', 'j', 'x']) await page.keyboard.press(key);
  expect(await boxes(page).nth(1).isChecked()).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.locator('[data-index="1"]').getByRole('link').focus();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect.poll(() => bar(page).getByRole('status').textContent()).toBe('2 selected');
  await page.keyboard.press('x');
  await expect.poll(() => bar(page).getByRole('status').textContent()).toBe('1 selected');
  expect(problems).toEqual([]);
}, 60_000);

test('a finding that leaves its filters after a decision still links to the next one', async () => {
  const { page, problems } = opened;
  const review = await importReview('walked', 5);
  await openPage(page, service, `reviews/${review}?status=new`);
  await page.getByRole('table', { name: 'Findings' }).getByRole('link').nth(1).click();
  const place = page.getByText('2 of 5', { exact: true });
  await place.waitFor();
  const next = await page.getByRole('link', { name: 'Next' }).getAttribute('href');
  await page.getByRole('button', { name: 'False positive …' }).click();
  await giveReason(page);
  await page.getByText('4 left', { exact: true }).waitFor();
  await page.keyboard.press('j');
  await expect.poll(() => page.url()).toContain(String(next));
  await place.waitFor({ state: 'detached' });
  expect(await page.getByText('2 of 4', { exact: true }).count()).toBe(1);
  expect(problems).toEqual([]);
}, 60_000);

test('the menu of a row is made when it opens, returns the focus, and applies to that row', async () => {
  const { page, problems } = opened;
  const review = await importReview('menued', 3);
  await openPage(page, service, `reviews/${review}`);
  const button = page.getByRole('table', { name: 'Findings' }).locator('[aria-haspopup=menu]').first();
  await button.focus();
  await page.keyboard.press('ArrowDown');
  const item = page.getByRole('menuitem', { name: 'Accept …' });
  await expect.poll(() => item.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => button.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
  expect(await page.getByRole('menu').count()).toBe(0);
  await button.click();
  await item.click();
  await page.getByRole('dialog', { name: 'Accept this finding' }).waitFor();
  expect(problems).toEqual([]);
}, 60_000);

test('rows are not rendered again while a long list is scrolled', async () => {
  const { page, problems } = opened;
  const review = await importReview('long', 1_000);
  await openPage(page, service, `reviews/${review}`);
  await boxes(page).first().waitFor();
  await page.evaluate(`
    changed = 0;
    kept = document.querySelector('[data-index="8"]');
    new MutationObserver((all) => { changed += all.length; })
      .observe(kept, { childList: true, subtree: true, attributes: true, characterData: true });
  `);
  await page.evaluate('scrollBy(0, 900)');
  await expect.poll(() => page.locator('[data-index="30"]').count()).toBe(1);
  expect(await page.evaluate('kept.isConnected')).toBe(true);
  expect(await page.evaluate('changed')).toBe(0);
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await expect.poll(() => page.locator('[data-index="999"]').count()).toBe(1);
  expect(await page.locator('[data-index]').count()).toBeLessThan(80);
  expect(problems).toEqual([]);
}, 60_000);

test('a filter has its options in the document only while it is used', async () => {
  const { page, problems } = opened;
  const count = 60;
  const review = await importReview('ruled', count, (at) => `rule-${at}`);
  await openPage(page, service, `reviews/${review}`);
  await page.getByText(`${count} findings`, { exact: true }).waitFor();
  const rule = page.getByRole('button', { name: /Rule$/ });
  // The hidden select of each field has one empty option, and that of its value.
  const fields = await page.locator('select').count();
  expect(fields).toBeGreaterThan(3);
  expect(await page.locator('option').count()).toBeLessThanOrEqual(2 * fields);
  await rule.click();
  const options = page.getByRole('option');
  await expect.poll(() => options.count()).toBe(count + 1);
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('End');
  await expect.poll(() => options.last().textContent()).toMatch(/^rule-\d+ \(1\)$/);
  await page.keyboard.press('Enter');
  await page.getByText(`1 finding of ${count}`, { exact: true }).waitFor();
  await expect.poll(() => rule.textContent()).toMatch(/^rule-\d+ \(1\)$/);
  expect(problems).toEqual([]);
}, 90_000);
