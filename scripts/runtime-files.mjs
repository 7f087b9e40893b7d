import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { remove } from './spare-files.mjs';

/** Node runs no TypeScript below node_modules, so only compilers use these. */
const forCompilers = /\.(?:[cm]?ts|tsx|flow|tsbuildinfo)$/;
const forReaders =
  /^(?:readme|changelog|changes|history|contributing|security|upgrading)[^/]*\.(?:md|markdown|txt)$/i;
/** Alternative builds, for module loaders that the service does not use. */
const otherBuilds = ['viem/_cjs', 'viem/_types', 'ox/_cjs', 'ox/_types'];

/**
 * Removes files from node_modules that only tests and checks need, not a running service; returns how many bytes they
 * had.
 */
export function removeDevelopmentFiles(modules) {
  let freed = 0;
  for (const name of otherBuilds) {
    const path = join(modules, name);
    if (existsSync(path)) freed += remove(path);
  }
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile() && (forCompilers.test(entry.name) || forReaders.test(entry.name)))
        freed += remove(path);
    }
  };
  walk(modules);
  return freed;
}

/**
 * Removes packages that npm installs as optional peers although no runtime package depends on them, because they are
 * also development packages. `lock`: the content of package-lock.json. Returns how many bytes they had.
 */
export function removeOptionalPeers(root, { packages }) {
  const needed = new Set(
    Object.values(packages).flatMap(({ dev, dependencies, optionalDependencies }) =>
      dev ? [] : Object.keys({ ...dependencies, ...optionalDependencies }),
    ),
  );
  let freed = 0;
  for (const [path, { devOptional }] of Object.entries(packages)) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (!devOptional || needed.has(name) || !existsSync(join(root, path))) continue;
    freed += remove(join(root, path));
  }
  return freed;
}
