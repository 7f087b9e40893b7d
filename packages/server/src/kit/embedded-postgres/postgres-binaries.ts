import { randomBytes } from 'node:crypto';
import { access, chmod, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { errorText } from '../error-text.ts';
import { type Account, runProgram } from '../processes/index.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** The full version, such as `18.4`. */
  version: string;
  /** The part of the version that decides data file compatibility, such as `18`. */
  major: string;
}

interface BinaryPackage {
  /** The folder that contains bin/, lib/ and share/. */
  native: string;
  /** Package name and version as a folder name, such as `linux-x64-18.4.0-beta.17`. */
  label: string;
}

/**
 * The PostgreSQL binaries where `account` can run them: those of the npm package in place, else a copy below
 * the first of `copyRoots` that works (for a clone below root's home, or a noexec mount).
 */
export async function prepareBinaries(
  account: Account | undefined,
  copyRoots: readonly string[],
): Promise<PostgresBinaries> {
  const source = await findPackage();
  await repairPackage(source).catch(() => {});
  const failures: string[] = [];
  for (const root of [undefined, ...copyRoots]) {
    const native = root === undefined ? source.native : join(root, `postgres-${source.label}`);
    try {
      if (root !== undefined) await copyBinaries(source.native, native);
      return await probeBinaries(native, account);
    } catch (error) {
      failures.push(errorText(error));
    }
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL's programs cannot run as ${account?.name ?? 'this user'}: ${failures.join('; ')}. ` +
      'Put the checkout where that user may enter and execute, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

async function findPackage(): Promise<BinaryPackage> {
  const require = createRequire(import.meta.url);
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The platform packages are dependencies of embedded-postgres, so they are resolved from there.
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
    const folder = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    return { native: join(folder, 'native'), label: `${platform}-${process.arch}-${version}` };
  } catch (error) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for this machine: the npm package ${name} is not installed. ` +
        'Run `npm ci` (without --omit=optional), or set DATABASE_URL to a PostgreSQL of your own.',
      error,
    );
  }
}

/**
 * npm packs no symbolic links, and some unpackers drop the executable bit; with install scripts disabled,
 * both need repair.
 */
async function repairPackage({ native }: BinaryPackage): Promise<void> {
  for (const program of ['initdb', 'postgres']) {
    const file = join(native, 'bin', program);
    await access(file, 1).catch(() => chmod(file, 0o755));
  }
  await linkLibraries(native);
}

/** Creates the missing library links that pg-symlinks.json lists. */
async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(dirname(native), target);
    await symlink(relative(dirname(target), source), link).catch(() => {});
  }
}

/** Copies under a temporary name and renames, so that a copy under its final name is always complete. */
async function copyBinaries(source: string, target: string): Promise<void> {
  const exists = await access(join(target, 'bin', 'postgres')).then(
    () => true,
    () => false,
  );
  if (exists) return;
  await mkdir(dirname(target), { recursive: true, mode: 0o711 });
  const draft = `${target}.${randomBytes(4).toString('hex')}`;
  try {
    const unneeded = /\.a$|\/pkgconfig$/;
    await cp(source, draft, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !unneeded.test(path),
    });
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    const raced = await access(join(target, 'bin', 'postgres')).then(
      () => true,
      () => false,
    );
    if (!raced) throw error;
  }
}

/** Runs both programs as the account: the only check that covers modes, mounts and libraries alike. */
async function probeBinaries(native: string, account: Account | undefined): Promise<PostgresBinaries> {
  const initdb = join(native, 'bin', 'initdb');
  const postgres = join(native, 'bin', 'postgres');
  const result = await runProgram(postgres, ['--version'], { account });
  const version = /\b(\d+)(\.\d+)*/.exec(result.stdout);
  if (result.code !== 0 || version === null) {
    throw new Error(
      `${postgres}: ${result.startError?.message ?? (result.stderr.trim() || `exit ${result.code}`)}`,
    );
  }
  return { initdb, postgres, version: version[0], major: version[1] ?? version[0] };
}
