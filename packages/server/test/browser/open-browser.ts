import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { required } from '../../src/kit/required.ts';

export type { CDPSession, Page } from 'playwright-core';

/** A real headless Chromium from npm, so that the machine needs none. */
export async function openBrowser(): Promise<Browser> {
  // npm only has it for x64.
  if (process.arch !== 'x64') return chromium.launch({ executablePath: '/usr/bin/chromium', args });
  const folder = await unpackedBrowser();
  const env = { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023/lib') } as Record<string, string>;
  return chromium.launch({ executablePath: join(folder, 'chromium'), args, env });
}

const args = ['--no-sandbox', '--disable-gpu', '--disable-software-rasterizer'];

/**
 * The folder with the browser, which is unpacked once for each version. Several workers may need it at the same time.
 */
async function unpackedBrowser(): Promise<string> {
  const cache = join(import.meta.dirname, '../../../../node_modules/.cache/chromium');
  const folder = join(cache, browserVersion());
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const unpacking = await mkdtemp(join(cache, 'unpacking-'));
  const script = join(import.meta.dirname, 'unpack-browser.mjs');
  await promisify(execFile)(process.execPath, [script], { env: { ...process.env, TMPDIR: unpacking } });
  await rename(unpacking, folder).catch(async (error: unknown) => {
    await rm(unpacking, { recursive: true });
    if (!existsSync(folder)) throw error;
  });
  return folder;
}

function browserVersion(): string {
  const file = required(
    findPackageJSON('@sparticuz/chromium', import.meta.url),
    'the package of the browser',
  );
  return JSON.parse(readFileSync(file, 'utf8')).version;
}
