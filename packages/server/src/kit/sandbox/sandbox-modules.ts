import { execFile } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const ours = `${pathToFileURL(root)}packages/`;
const KEEP_STRIPPED = fileURLToPath(new URL('./keep-stripped.ts', import.meta.url));
/** More than there are: who names more makes them up. */
const MAX_MODULES = 1_000;

/** Modules of the service and of its packages, and what was kept of them. */
export function readablePaths(): string[] {
  // As a package of npm the service stands among those that it depends on.
  const installed = basename(dirname(root)) === 'node_modules';
  const cache = getCompileCacheDir();
  return [
    `${root}packages${sep}*`,
    `${root}node_modules${sep}*`,
    ...(installed ? [`${dirname(root)}${sep}*`] : []),
    `${root}package.json`,
    ...(cache === undefined ? [] : [`${cache}${sep}*`]),
  ];
}

/** Where modules are kept without their types. Undefined where nothing is kept of them. */
export function strippedFolder(): string | undefined {
  const cache = getCompileCacheDir();
  return cache === undefined ? undefined : join(cache, 'stripped');
}

const asked = new Set<string>();

/**
 * Has a process keep modules without their types, for the next process of the sandbox: to strip them here would hold up this
 * thread and take 15 MB. Where that fails, each goes on to strip its own.
 */
export function keepStripped(addresses: readonly string[]): void {
  const folder = strippedFolder();
  const fresh = addresses.filter((address) => address.startsWith(ours) && !asked.has(address));
  if (folder === undefined || fresh.length === 0 || asked.size + fresh.length > MAX_MODULES) return;
  for (const address of fresh) asked.add(address);
  execFile(
    process.execPath,
    ['--no-warnings', KEEP_STRIPPED, folder, ...fresh],
    { env: {} },
    () => {},
  ).unref();
}
