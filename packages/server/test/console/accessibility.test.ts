import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Trivium } from '../../../sdk/src/index.ts';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { required } from '../../src/kit/required.ts';
import { findBarriers, findColourBarriers } from '../browser/find-barriers.ts';
import { useBrowser } from '../browser/use-browser.ts';
import { type Filled, fillService } from './fill-service.ts';
import { type OpenConsole, openConsole, openHome, openPage } from './open-console.ts';
import { pages } from './pages.ts';

let service: TestService;
let filled: Filled;
let opened: OpenConsole;

const shared = useBrowser();
beforeAll(async () => {
  service = await startTestService({ WEBHOOK_RETRY_DELAYS: '0' });
  filled = await fillService(new Trivium({ url: service.address, key: service.key }));
  opened = await openConsole(shared.browser);
  await openHome(opened.page, service);
}, 240_000);
afterAll(async () => {
  await opened?.context.close();
  await service?.stop();
});

async function settle(page: Page): Promise<void> {
  const waiting = page.getByRole('status', { name: 'Loading' }).or(page.locator('.editor-wait'));
  await expect.poll(() => waiting.count(), { timeout: 15_000 }).toBe(0);
}

async function expectNoBarrier({ page, problems }: OpenConsole, { isDarkToo }: Look): Promise<void> {
  await settle(page);
  expect(await findBarriers(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  if (isDarkToo) {
    await page.emulateMedia({ ...calm, colorScheme: 'dark' });
    expect(await findColourBarriers(page)).toEqual([]);
    await page.emulateMedia({ ...calm, colorScheme: 'light' });
  }
  expect(problems).toEqual([]);
}

interface Look {
  viewport: { width: number; height: number };
  /**
   * Dark mode changes only colours, as a test below checks, so each page is checked in both schemes without a reload.
   */
  isDarkToo: boolean;
}

const calm = { reducedMotion: 'reduce' } as const;
const looks: Record<string, Look> = {
  'light and dark': { viewport: { width: 1280, height: 900 }, isDarkToo: true },
  'the width of a phone': { viewport: { width: 390, height: 844 }, isDarkToo: false },
};

describe.each(Object.entries(looks))('in %s', (_name, look) => {
  beforeAll(async () => {
    await opened.page.emulateMedia({ ...calm, colorScheme: 'light' });
    await opened.page.setViewportSize(look.viewport);
  });

  test.each(pages)(
    '#/$path has no accessibility problem, no browser message, and no content outside of the view',
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
      await expectNoBarrier(opened, look);
    },
  );

  test('the page of a portal link has no accessibility problem, no browser message, and no content outside of the view', async () => {
    const trivium = new Trivium({ url: service.address, key: service.key });
    const link = await trivium.api.createPortalLink({ params: { subId: filled.subscription } });
    const portal = await openConsole(shared.browser);
    await portal.page.emulateMedia({ ...calm, colorScheme: 'light' });
    await portal.page.setViewportSize(look.viewport);
    await portal.page.goto(required(link.url, 'the url'));
    await portal.page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor();
    await portal.page.getByRole('button', { name: /^Send again evt_/ }).waitFor();
    await expectNoBarrier(portal, look);
    await portal.context.close();
  });
});

test('the styles use the colour scheme only for colours', () => {
  const styles = globSync('../../../console/src/styles/*.css', { cwd: import.meta.dirname });
  expect(styles.length).toBeGreaterThan(10);
  for (const file of styles)
    expect(readFileSync(join(import.meta.dirname, file), 'utf8')).not.toContain('prefers-color-scheme');
});

test('all motion consists of animations and transitions, which can be turned off, as in these tests', () => {
  const styles = globSync('../../../console/src/styles/*.css', { cwd: import.meta.dirname });
  const asked = styles
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .flatMap((text) => text.match(/@media \(prefers-reduced-motion[^@]*/g) ?? []);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.match(/[\w-]+: [^;{]+;/g)).toEqual([
    'animation: none !important;',
    'transition: none !important;',
  ]);
});

test('the palette, the menu of actions, a confirmation and the API calls have no accessibility problem', async () => {
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

test('the sign-in page and a portal without its link have no accessibility problem', async () => {
  const { page, context } = await openConsole(shared.browser);
  await page.goto(service.address);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.goto(`${service.address}/portal`);
  await page.getByRole('heading', { name: 'Webhook portal' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await context.close();
});
