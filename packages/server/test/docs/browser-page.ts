import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { basename, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Trivium } from '../../../sdk/src/index.ts';
import { listen } from '../../src/kit/net/listen.fixture.ts';
import { required } from '../../src/kit/required.ts';
import { openBrowser } from '../browser/open-browser.ts';
import { root } from './code-blocks.ts';

export interface SdkPage {
  page: Page;
  browser: Browser;
}

/** Globals of the page. */
export interface SdkWindow {
  sdk: typeof import('../../../sdk/src/index.ts');
  openClient(address: string, key: string): Trivium;
}

interface Content {
  contentType: string;
  body: string;
}

/** The page and the modules of the SDK, served below `/sdk/` of an origin. */
function contentOf(path: string): Content {
  const name = basename(path);
  if (name === 'page') {
    const script = `import * as sdk from '/sdk/index.ts';
globalThis.sdk = sdk;
globalThis.openClient = (url, key) => new sdk.Trivium({ url, key, maxRetries: 0 });`;
    return {
      contentType: 'text/html',
      body: `<!doctype html><script type="module">${script}</script>`,
    };
  }
  const source = readFileSync(join(root, 'packages/sdk/src', name), 'utf8');
  return { contentType: 'text/javascript', body: stripTypeScriptTypes(source) };
}

/** Serves the page at its own origin on this machine. */
export async function servePage(): Promise<{ origin: string; close(): void }> {
  const server = createServer((request, response) => {
    // Browsers also request an icon.
    if (!required(request.url, 'the url').startsWith('/sdk/')) return response.writeHead(404).end();
    const { contentType, body } = contentOf(required(request.url, 'the url'));
    response.writeHead(200, { 'content-type': contentType }).end(body);
  });
  const { origin } = await listen(server);
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin, close };
}

/** A page of an origin in a real browser, with the SDK loaded. */
export async function openSdkPage(origin: string, isServed = false): Promise<SdkPage> {
  const browser = await openBrowser();
  const page = await browser.newPage();
  if (!isServed) {
    const path = (url: string) => new URL(url).pathname;
    await page.route(`${origin}/sdk/**`, (route) => route.fulfill(contentOf(path(route.request().url()))));
  }
  await page.goto(`${origin}/sdk/page`);
  await page.waitForFunction('globalThis.openClient');
  return { page, browser };
}

/** Limits the upload rate of the browser. */
export async function limitUpload({ page }: SdkPage, bytesPerSecond: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}
