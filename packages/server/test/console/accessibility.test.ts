import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Trivium } from '../../../sdk/src/index.ts';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { required } from '../../src/kit/required.ts';
import { findBarriers } from '../browser/find-barriers.ts';
import { openBrowser } from '../browser/open-browser.ts';
import { type Filled, fillService } from './fill-service.ts';
import { type OpenConsole, openConsole, openHome, openPage } from './open-console.ts';
import { pages } from './pages.ts';

let service: TestService;
let browser: Browser;
let filled: Filled;
let opened: OpenConsole;

beforeAll(async () => {
  service = await startTestService({ WEBHOOK_RETRY_DELAYS: '0' });
  browser = await openBrowser();
  filled = await fillService(new Trivium({ url: service.address, key: service.key }));
  opened = await openConsole(browser);
  await openHome(opened.page, service);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const looks = {
  light: { width: 1280, height: 900, colorScheme: 'light' },
  dark: { width: 1280, height: 900, colorScheme: 'dark' },
  phone: { width: 390, height: 844, colorScheme: 'light' },
} as const;

async function settle(page: Page): Promise<void> {
  const waiting = page.getByRole('status', { name: 'Loading' }).or(page.locator('.editor-wait'));
  await expect.poll(() => waiting.count(), { timeout: 15_000 }).toBe(0);
}

describe.each(Object.entries(looks))('in %s', (_name, { width, height, colorScheme }) => {
  beforeAll(async () => {
    await opened.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await opened.page.setViewportSize({ width, height });
  });

  test.each(pages)(
    '#/$path has no barrier, no message of the browser, and nothing leaves the view',
    async ({ path, title }) => {
      const { page, problems } = opened;
      problems.length = 0;
      await openPage(
        page,
        service,
        path.replaceAll(/:(\w+)/g, (_all, name: string) => filled[name as keyof Filled]),
      );
      await expect
        .poll(() => page.getByRole('heading', { level: 1 }).textContent(), { timeout: 15_000 })
        .toMatch(title);
      await settle(page);
      expect(await findBarriers(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      expect(problems).toEqual([]);
    },
  );

  test('the page of a portal link has no barrier, no message of the browser, and nothing leaves the view', async () => {
    const trivium = new Trivium({ url: service.address, key: service.key });
    const link = await trivium.api.createPortalLink({ params: { subId: filled.subscription } });
    const { context, page, problems } = await openConsole(browser);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await page.goto(required(link.url, 'the url'));
    await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor();
    await page.getByRole('button', { name: /^Send again evt_/ }).waitFor();
    await settle(page);
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(problems).toEqual([]);
    await context.close();
  });
});

test('the palette, the menu of actions, a confirmation and the API calls have no barrier', async () => {
  const { page } = opened;
  await page.setViewportSize({ width: 1280, height: 900 });
  await openPage(page, service, `webhooks/${filled.subscription}`);
  await page.keyboard.press('Control+k');
  await page.getByRole('menuitem').first().waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'As API calls' }).click();
  await page.getByRole('tab', { name: 'curl' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
});

test('the sign-in page and a portal without its link have no barrier', async () => {
  const { page, context } = await openConsole(browser);
  await page.goto(service.address);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.goto(`${service.address}/portal`);
  await page.getByRole('heading', { name: 'Webhook portal' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await context.close();
});
