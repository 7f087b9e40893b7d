import type { Browser, BrowserContext, Page } from 'playwright-core';
import { beforeEach } from 'vitest';
import type { TestService } from '../../src/app/testing/test-service.ts';
import { required } from '../../src/kit/required.ts';

/** A browser of a person of their own, with nothing left of others. */
export interface OpenConsole {
  context: BrowserContext;
  page: Page;
  /** What the page complained of, its content policy included. */
  problems: string[];
}

/** With nothing left of others, and signed in as nobody. */
export async function openConsole(browser: Browser): Promise<OpenConsole> {
  return openTab(await openProfile(browser));
}

/**
 * The console for the tests of a file, signed in as the service's key. It signs in once, and each test gets the page of
 * the one before, emptied: a new page takes a process of its own, which loads and compiles the console's code again. Who
 * is signed in there stays so: a test that signs in or out opens a console of its own.
 */
export function useConsole(
  shared: { readonly browser: Browser },
  service: () => TestService,
): Readonly<OpenConsole> {
  let profile: BrowserContext | undefined;
  let opened: OpenConsole | undefined;
  beforeEach(async ({ task }) => {
    profile ??= await signedInProfile(shared.browser, service());
    const before = opened;
    // Of a page that cannot be emptied no other test is to hear.
    opened = undefined;
    opened = before?.page.isClosed() === false ? await empty(before) : await openTab(profile);
    const { context, page } = opened;
    return async () => {
      const isWhole = task.result?.state !== 'fail';
      const others = context.pages().filter((one) => one !== page || !isWhole);
      await Promise.all(others.map((one) => one.close()));
    };
  });
  const now = () => required(opened, 'the page of the test');
  return {
    get context() {
      return now().context;
    },
    get page() {
      return now().page;
    },
    get problems() {
      return now().problems;
    },
  };
}

/** Events of a page that tests listen to. */
const watched = ['console', 'pageerror', 'request', 'requestfinished', 'response'];

/** The page without what stands in it, what was changed of it, and who watched it. */
async function empty({ context, page }: OpenConsole): Promise<OpenConsole> {
  for (const event of watched) page.removeAllListeners(event);
  await page.unrouteAll();
  await page.setViewportSize(viewport);
  // Half a form asks whether it may be left.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto('about:blank');
  page.removeAllListeners('dialog');
  const problems: string[] = [];
  watch(page, problems);
  return { context, page, problems };
}

async function signedInProfile(browser: Browser, service: TestService): Promise<BrowserContext> {
  const { context, page } = await openConsole(browser);
  await openHome(page, service);
  await page.close();
  return context;
}

const viewport = { width: 1280, height: 900 };

/**
 * Whoever wants no motion sees the same pages, as a test of accessibility holds, and each of its frames costs a core
 * what the rest of the page does.
 */
function openProfile(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ viewport, reducedMotion: 'reduce' });
}

async function openTab(context: BrowserContext): Promise<OpenConsole> {
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

/** Signs in by the form, and waits for Home. */
export async function openHome(page: Page, service: TestService, key = service.key): Promise<void> {
  await signIn(page, service, key);
  await home(page).waitFor();
}

/** Shows Home to who is signed in. */
export async function showHome(page: Page, service: TestService): Promise<void> {
  await openPage(page, service, '');
  await home(page).waitFor();
}

const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'Home' });

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
