import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { TestService } from '../../src/app/testing/test-service.ts';

/** A browser of a person of their own, with nothing left of others. */
export interface OpenConsole {
  context: BrowserContext;
  page: Page;
  /** What the page complained of, its content policy included. */
  problems: string[];
}

/**
 * Whoever wants no motion sees the same pages, as a test of accessibility holds, and each of its frames costs a core
 * what the rest of the page does.
 */
export async function openConsole(browser: Browser): Promise<OpenConsole> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const problems: string[] = [];
  watch(page, problems);
  return { context, page, problems };
}

export function watch(page: Page, problems: string[]): void {
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
}

export async function signIn(page: Page, service: TestService, key = service.key): Promise<void> {
  await page.goto(service.address);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in with the key' }).click();
}

/** Signs in and waits for Home. */
export async function openHome(page: Page, service: TestService): Promise<void> {
  await signIn(page, service);
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
}

/** Opens a page of the console by its address. */
export async function openPage(page: Page, service: TestService, path: string): Promise<void> {
  await page.goto(`${service.address}/#/${path}`);
}

/** Keeps everything that the page's main part shows from now on. */
export async function watchTexts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(`
    seenTexts = new Set();
    const look = () => seenTexts.add(document.querySelector('main').innerText);
    new MutationObserver(look).observe(document.querySelector('main'), {
      childList: true, characterData: true, subtree: true,
    });
  `);
  return () => page.evaluate<string[]>('[...seenTexts]');
}
