import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { Trivium } from '../../../sdk/src/index.ts';
import { root } from './code-blocks.ts';

export interface SdkPage {
  page: Page;
  browser: Browser;
}

/** What stands in the page. */
export interface SdkWindow {
  sdk: typeof import('../../../sdk/src/index.ts');
  /** A client of the service that the page came from. */
  openClient(key: string): Trivium;
}

const html = `<!doctype html><script type="module">
import * as sdk from '/sdk/index.ts';
globalThis.sdk = sdk;
globalThis.openClient = (key) => new sdk.Trivium({ url: location.origin, key });
</script>`;

/** A page of the service's own origin in a real browser, with the SDK in it. */
export async function openSdkPage(address: string): Promise<SdkPage> {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const page = await browser.newPage();
  await page.route(`${address}/sdk/**`, (route) => {
    const name = basename(new URL(route.request().url()).pathname);
    if (name === 'page') return route.fulfill({ contentType: 'text/html', body: html });
    const source = readFileSync(join(root, 'packages/sdk/src', name), 'utf8');
    return route.fulfill({ contentType: 'text/javascript', body: stripTypeScriptTypes(source) });
  });
  await page.goto(`${address}/sdk/page`);
  return { page, browser };
}

/** Lets the browser send at most so many bytes a second. */
export async function limitUpload({ page }: SdkPage, bytesPerSecond: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}
