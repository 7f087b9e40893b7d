import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InstallError, say } from './run-npm.mjs';

/**
 * Makes node_modules match package-lock.json, and the pinned Node runnable. `scope`: `runtime`, or `all` with packages
 * for tests and checks. If there is nothing to do, this only compares two files; the installer is loaded on demand.
 */
export async function ensureInstalled(root, pinnedNode, scope) {
  const lock = readLock(root);
  const enough = new Set([describe('all', lock), describe(scope, lock)]);
  const isCurrent = () => enough.has(readText(stampFile(root))) && existsSync(pinnedNode);
  if (isCurrent()) return;
  const [{ holdInstallLock }, { installPackages }] = await Promise.all([
    import('./install-lock.mjs'),
    import('./install-packages.mjs'),
  ]);
  const unlock = await holdInstallLock(root, () =>
    say('Another process is already installing; waiting for it.'),
  );
  try {
    if (isCurrent()) return;
    await installPackages(root, pinnedNode, { scope, isFirst: !existsSync(stampFile(root)) });
    writeFileSync(stampFile(root), describe(scope, lock));
  } finally {
    unlock();
  }
}

/** Records the last installation; npm removes it together with node_modules. */
function stampFile(root) {
  return join(root, 'node_modules/.installed');
}

function readLock(root) {
  const lock = readText(join(root, 'package-lock.json'));
  if (lock !== undefined) return lock;
  throw new InstallError('package-lock.json is missing. Restore it: git checkout package-lock.json');
}

function describe(scope, lock) {
  return `${process.platform}-${process.arch} ${scope}\n${lock}`;
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
