import type { Browser, BrowserContext, Page } from 'playwright-core';
import { beforeEach } from 'vitest';
import type { TestService } from '../../src/app/testing/test-service.ts';
import { required } from '../../src/kit/required.ts';

/** A browser profile of a separate person, without data of others. */
export interface OpenConsole {
  context: BrowserContext;
  page: Page;
  /** Errors of the page, including violations of its content security policy. */
  problems: string[];
}

/** With a new profile, and not signed in. */
export async function openConsole(browser: Browser): Promise<OpenConsole> {
  return openTab(await openProfile(browser));
}

/**
 * The console for the tests of a file, signed in with the service's key. It signs in once, and each test gets the page
 * of the previous one, emptied: a new page needs a new process, which loads and compiles the console's code again. The
 * session also stays, so a test that signs in or out must open its own console.
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
    // If a page cannot be emptied, no other test may get it.
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

/** Resets the page: its content, changed settings and listeners. */
async function empty({ context, page }: OpenConsole): Promise<OpenConsole> {
  for (const event of watched) page.removeAllListeners(event);
  await page.unrouteAll();
  await page.setViewportSize(viewport);
  // A page with unsaved input asks for confirmation before it is left.
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
 * With reduced motion the pages have the same content, as a test of accessibility checks, and each frame of an
 * animation costs as much CPU time as the rest of the page.
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

/** Signs in with the form, and waits for Home. */
export async function openHome(page: Page, service: TestService, key = service.key): Promise<void> {
  await signIn(page, service, key);
  await home(page).waitFor();
}

/** Shows Home in a signed-in session. */
export async function showHome(page: Page, service: TestService): Promise<void> {
  await openPage(page, service, '');
  await home(page).waitFor();
}

const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'Home' });

export async function openPage(page: Page, service: TestService, path: string): Promise<void> {
  await page.goto(`${service.address}/#/${path}`);
}

/** Records all texts that the page's main part shows from now on. */
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
