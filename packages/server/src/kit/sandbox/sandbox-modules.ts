import { execFile } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const ours = `${pathToFileURL(root)}packages/`;
const KEEP_STRIPPED = fileURLToPath(new URL('./keep-stripped.ts', import.meta.url));
/** More than exist: a process that reports more is making them up. */
const MAX_MODULES = 1_000;

/** The service's modules and packages, and the cache of stripped ones. */
export function readablePaths(): string[] {
  // Installed from npm, the service is next to the packages it depends on.
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

/** The cache of type-stripped modules. Undefined when nothing is cached. */
export function strippedFolder(): string | undefined {
  const cache = getCompileCacheDir();
  return cache === undefined ? undefined : join(cache, 'stripped');
}

const asked = new Set<string>();

/**
 * Has a separate process strip and cache modules for the next sandbox process: stripping them here would
 * block this thread and take 15 MB. If that fails, each sandbox process keeps stripping its own.
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
