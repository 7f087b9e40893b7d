import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Trivium } from '../../../sdk/src/index.ts';
import { zipOf } from '../../src/app/testing/sample-file.ts';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { openBrowser } from '../browser/open-browser.ts';
import { openConsole, openHome, openPage, watchTexts } from './open-console.ts';

let service: TestService;
let browser: Browser;

beforeAll(async () => {
  service = await startTestService({});
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

test('a review that is under way gives no all-clear', async () => {
  const trivium = new Trivium({ url: service.address, key: service.key });
  const archive = await zipOf({
    'src/app.js': "const { exec } = require('node:child_process');\nexec(process.argv[2]);\n",
  });
  const { id } = await trivium.upload('uploadApplication', archive, 'application/zip', {
    query: { name: 'small' },
  });
  const status = async () => (await trivium.api.getApplication({ params: { id } })).status;
  await expect.poll(status, { timeout: 60_000 }).toBe('analyzed');
  const { page, problems } = await openConsole(browser);
  await openHome(page, service);
  await openPage(page, service, `review/${id}`);
  await page.getByRole('heading', { level: 1, name: 'small' }).waitFor();
  const seen = await watchTexts(page);
  await page.getByRole('button', { name: 'Review with all 23 agents' }).click();
  await expect.poll(() => page.textContent('main'), { timeout: 60_000 }).toContain('23 of 23 agents done');
  await expect.poll(() => page.textContent('main')).toContain('child_process.exec');
  const early = (await seen()).filter(
    (text) => /agents done/.test(text) && !text.includes('23 of 23 agents'),
  );
  expect(early.length).toBeGreaterThan(0);
  expect(early.filter((text) => /Nothing was found|\b0 critical, 0 high/.test(text))).toEqual([]);
  expect(problems).toEqual([]);
}, 120_000);
