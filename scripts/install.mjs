import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InstallError, say } from './run-npm.mjs';

/**
 * Makes node_modules agree with package-lock.json and the pinned Node runnable. When nothing is to do this
 * costs one comparison of two files; what installs is loaded only when needed.
 */
export async function ensureInstalled(root, pinnedNode) {
  const wanted = describeWanted(root);
  const isCurrent = () => readText(stampFile(root)) === wanted && existsSync(pinnedNode);
  if (isCurrent()) return;
  const [{ holdInstallLock }, { installPackages }] = await Promise.all([
    import('./install-lock.mjs'),
    import('./install-packages.mjs'),
  ]);
  const unlock = await holdInstallLock(root, () => say('Another start is installing; waiting for it.'));
  try {
    if (isCurrent()) return;
    await installPackages(root, pinnedNode, !existsSync(stampFile(root)));
    writeFileSync(stampFile(root), wanted);
  } finally {
    unlock();
  }
}

/** Holds what was installed last; npm removes it together with node_modules. */
function stampFile(root) {
  return join(root, 'node_modules/.installed');
}

function describeWanted(root) {
  const lock = readText(join(root, 'package-lock.json'));
  if (lock === undefined) {
    throw new InstallError('package-lock.json is missing. Restore it: git checkout package-lock.json');
  }
  return `${process.platform}-${process.arch}\n${lock}`;
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
