import type { Browser } from 'playwright-core';
import { test } from 'vitest';
import { required } from '../../src/kit/required.ts';
import { openBrowser } from './open-browser.ts';

const withBrowser = test.extend(
  'browser',
  { scope: 'worker' },
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the needs of a fixture from its pattern
  async ({}, { onCleanup }) => {
    const browser = await openBrowser();
    onCleanup(() => browser.close());
    return browser;
  },
);

/** The browser for the tests of a file. All files of a worker share it, and must close everything that they open. */
export function useBrowser(): { readonly browser: Browser } {
  let opened: Browser | undefined;
  withBrowser.beforeAll(({ browser }) => {
    opened = browser;
  });
  withBrowser.afterAll(async ({ browser }) => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  });
  return {
    get browser() {
      return required(opened, 'the browser');
    },
  };
}
