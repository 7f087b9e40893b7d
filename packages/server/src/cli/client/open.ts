import { spawn } from 'node:child_process';
import { CommandError } from './command-error.ts';
import { type ClientOptions, chooseService } from './connect.ts';
import { consolePages } from './console-pages.ts';
import { isForProgram, note, print } from './print.ts';

/** Opens a page in the browser; prints its address if there is no browser. */
export async function openPage(
  what: string | undefined,
  options: ClientOptions & { print?: boolean },
  env = process.env,
): Promise<void> {
  const { url } = chooseService(options, env);
  const address = url + pathOf(what);
  const isOpened = !options.print && !isForProgram(options) && (await tryOpen(address, env));
  if (isOpened) note(`Opened ${address}`);
  else await print(options, { url: address }, address);
}

function pathOf(what: string | undefined): string {
  if (what === undefined) return '/';
  if (what === 'docs') return '/docs';
  const [, prefix] = /^([a-z]+)_[0-9a-f]{32}$/.exec(what) ?? [];
  if (prefix === undefined) return `/#/${pageOf(what)}`;
  const page = Object.hasOwn(consolePages, prefix) ? consolePages[prefix] : undefined;
  if (page !== undefined) return `/#/${page}/${what}`;
  throw new CommandError(
    `There is no page for ${what}. Ids with a page begin with ${Object.keys(consolePages).join(', ')}.`,
  );
}

/** The first part of the address, for pages without an id. */
const otherPages = ['account', 'audit', 'settings'];

function pageOf(what: string): string {
  const page = what.replace(/^[#/]+/, '');
  const [first = ''] = page.split(/[/?]/);
  const known = new Set([...Object.values(consolePages).map((one) => one.split('/')[0]), ...otherPages]);
  if (first === '' || known.has(first)) return page;
  throw new CommandError(
    `${what} is neither an id nor a page of the console. Pages begin with ${[...known].sort().join(', ')}.`,
  );
}

/** Opens the program in `BROWSER`, as other tools do, or the desktop's default browser. */
async function tryOpen(address: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const { BROWSER } = env;
  if (BROWSER) return isStarted(spawn(BROWSER, [address], { detached: true, stdio: 'ignore' }));
  if (!hasDesktop(env)) return false;
  const { default: open } = await import('open');
  return open(address).then(isStarted, () => false);
}

function hasDesktop({ DISPLAY, WAYLAND_DISPLAY, WSL_DISTRO_NAME }: NodeJS.ProcessEnv): boolean {
  return process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY || WSL_DISTRO_NAME);
}

function isStarted(browser: ReturnType<typeof spawn>): Promise<boolean> {
  return new Promise((resolve) => {
    browser.once('error', () => resolve(false));
    // `open` returns the process once it runs.
    if (browser.pid !== undefined) {
      browser.unref();
      resolve(true);
    }
  });
}
