import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addPackages } from './add-packages.mjs';
import { ensurePinnedNode } from './pinned-node.mjs';
import { InstallError, runNpm, say } from './run-npm.mjs';
import { removeDevelopmentFiles, removeOptionalPeers } from './runtime-files.mjs';
import { removeSpareFiles } from './spare-files.mjs';

const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Installs the packages in package-lock.json, unless they are installed, and makes the pinned Node runnable. `scope` is
 * `all`, or `runtime`: without packages that only tests and checks need. `isFirst`: nothing was installed before.
 */
export async function installPackages(root, pinnedNode, { scope, isFirst }) {
  if (!matchesLock(root, scope)) await install(root, { scope, isFirst });
  await ensurePinnedNode(root, pinnedNode);
}

/** Whether node_modules has exactly the packages of the lock file, for at least this scope. */
function matchesLock(root, scope) {
  const installed = readJson(join(root, 'node_modules/.package-lock.json'))?.packages;
  const wanted = readJson(join(root, 'package-lock.json'))?.packages;
  if (installed === undefined || wanted === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || !isForThisMachine(entry)) return true;
    if (scope === 'runtime' && entry.dev) return true;
    const present = installed[path];
    if (present === undefined) return entry.optional === true && !isPlatformPackage(entry);
    if (entry.link) return present.link === true;
    return present.version === entry.version && present.integrity === entry.integrity;
  });
}

function isForThisMachine({ os, cpu }) {
  return (
    (os === undefined || os.includes(process.platform)) && (cpu === undefined || cpu.includes(process.arch))
  );
}

/**
 * Whether this machine certainly needs an optional package. Others may be missing: those for another C library, and
 * those that only missing packages depend on.
 */
function isPlatformPackage({ os, libc }) {
  return os !== undefined && libc === undefined;
}

async function install(root, { scope, isFirst }) {
  // A service may be using the runtime packages, so they must not be removed.
  const isMore = scope === 'all' && matchesLock(root, 'runtime');
  if (isMore) say('Installing what tests and checks need (first time only).');
  else if (isFirst) say('Installing dependencies (first start only).');
  else say('Dependencies have changed: installing them.');
  const startedAt = Date.now();
  const dev = scope === 'all' ? '--include=dev' : '--omit=dev';
  const installIn = (folder) =>
    runOrExplain(['ci', '--ignore-scripts', dev, '--include=optional', ...quiet], folder);
  if (isMore) await addPackages(root, installIn);
  else await installIn(root);
  const trusted = trustedPackages(root);
  // Without a name, npm would run the scripts of all packages.
  if (trusted.length > 0)
    await runOrExplain(['rebuild', '--ignore-scripts=false', ...quiet, ...trusted], root);
  const modules = join(root, 'node_modules');
  removeSpareFiles(modules);
  if (scope === 'runtime') {
    removeDevelopmentFiles(modules);
    removeOptionalPeers(root, readJson(join(root, 'package-lock.json')));
  }
  say(`Installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

async function runOrExplain(args, root) {
  const { code, output } = await runNpm(args, root);
  if (code === 0) return;
  throw new InstallError(`${output.trimEnd()}\n\nThe installation failed. ${cureFor(output)}`);
}

/**
 * The packages that may run install scripts: those that package.json allows, if they are installed. No other package
 * may run code at installation, and none needs a compiler.
 */
function trustedPackages(root) {
  const { allowScripts = {} } = readJson(join(root, 'package.json'));
  return Object.keys(allowScripts).filter((name) => existsSync(join(root, 'node_modules', name)));
}

/** Advice based on npm's error message. */
function cureFor(output) {
  const cures = [
    [/ENOSPC/, 'The disk is full: about 1 GB is needed.'],
    [
      /EACCES|EPERM|EROFS/,
      'This user may not write here: change the owner of this directory, or clone it again as this user.',
    ],
    [/EUSAGE|in sync/, 'package.json and package-lock.json disagree: run `npm install` and commit both.'],
    [
      /EINTEGRITY/,
      'A package differs from the lock file: run `npm cache verify` and try again; if it stays, do not trust the source.',
    ],
    [
      /E401|E403|ENEEDAUTH/,
      'The registry rejects this user: check `npm config get registry` and your login.',
    ],
    [
      /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ERR_SOCKET_TIMEOUT|network/i,
      'The npm registry cannot be reached: check the network, or the proxy (`npm config set proxy`), and try again.',
    ],
  ];
  return cures.find(([pattern]) => pattern.test(output))?.[1] ?? 'Fix what npm reports above and try again.';
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
