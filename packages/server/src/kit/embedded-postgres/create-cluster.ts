import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '../exists.ts';
import { runProgram } from '../processes/index.ts';
import { type Credentials, credentialsFileName, makeCredentials, readCredentials } from './credentials.ts';
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.ts';
import type { ClusterPlace } from './place-cluster.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

/** Owns the database and its tables, and migrates them. */
export const ownerRole = 'trivium';
/** The service's role; owns nothing. */
export const serviceRole = 'trivium_service';
export const serviceDatabase = 'trivium';
export const superuserRole = 'postgres';

/**
 * Creates the data folder if there is none (initdb) and returns the cluster's passwords. `durable: false`
 * skips the final sync, for throwaway clusters.
 */
export async function ensureCluster(
  place: ClusterPlace,
  binaries: PostgresBinaries,
  durable: boolean,
): Promise<Credentials> {
  const dataPath = join(place.home, 'data');
  const found = await readFile(join(dataPath, 'PG_VERSION'), 'utf8').catch((error) => {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (found === undefined) return initialize(place, binaries, dataPath, durable);
  if (found.trim() !== binaries.major) {
    throw new EmbeddedPostgresError(
      `The data in ${dataPath} were made by PostgreSQL ${found.trim()}, and this release brings ${binaries.version}. ` +
        `Go back to the previous release, and run \`trivium backup --rows --to <place>\` with it; then, with this one, \`trivium restore --from <place>\` into a new DATA_DIR with nothing but the encryption key. docs/backup.md has the steps.`,
    );
  }
  return (await readCredentials(place.home)) ?? resetPasswords(place, binaries, dataPath);
}

/**
 * Runs initdb in a draft folder and renames it when complete, so that an interrupted first start leaves
 * nothing half-made.
 */
async function initialize(
  place: ClusterPlace,
  binaries: PostgresBinaries,
  dataPath: string,
  durable: boolean,
): Promise<Credentials> {
  const { home, account } = place;
  if (await exists(dataPath)) {
    throw new EmbeddedPostgresError(
      `${dataPath} exists but holds no PostgreSQL data (PG_VERSION is missing). Restore it, or move it away to begin with an empty database.`,
    );
  }
  const draft = join(home, 'data.new');
  const passwordFile = join(home, 'initial-password');
  const isBegun = (await exists(draft)) || (await exists(passwordFile));
  if (!isBegun && (await exists(join(home, credentialsFileName)))) {
    throw new EmbeddedPostgresError(
      `The database in ${home} has lost its data: ${credentialsFileName} exists, but the folder data does not. Restore it, or delete ${credentialsFileName} to begin with an empty database.`,
    );
  }
  await rm(draft, { recursive: true, force: true });
  // From here until the folder has its final name, one of these two files shows that no database existed yet.
  await writeFile(passwordFile, '', { mode: 0o600 });
  const credentials = await makeCredentials(home);
  await writeFile(passwordFile, `${credentials.superuserPassword}\n`, { mode: 0o600 });
  if (account !== undefined) await chown(passwordFile, account.uid, account.gid);
  const args = [
    `--pgdata=${draft}`,
    `--username=${superuserRole}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    // The same sort order on every machine, whatever locales are installed.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    ...(durable ? [] : ['--no-sync']),
  ];
  const result = await runProgram(binaries.initdb, args, { account, cwd: home });
  if (result.code !== 0) {
    for (const path of [join(home, credentialsFileName), passwordFile, draft]) {
      await rm(path, { recursive: true, force: true });
    }
    throw new EmbeddedPostgresError(explainInitdb(result.startError?.message ?? result.stderr, home));
  }
  await rm(passwordFile, { force: true });
  await rename(draft, dataPath);
  return credentials;
}

function explainInitdb(output: string, home: string): string {
  const reason = /(?:error|fatal|panic): *(.*)/i.exec(output)?.[1] ?? output.trim().split('\n').at(-1) ?? '';
  const cure = /could not look up effective user ID/.test(output)
    ? 'Give this uid an entry in /etc/passwd, or set DATABASE_URL.'
    : /No space left|Disk quota|free disk space|wrote only/i.test(output)
      ? 'Free some space (about 100 MB are needed), or set DATA_DIR to another disk.'
      : 'Set DATA_DIR to another directory, or set DATABASE_URL to a PostgreSQL of your own.';
  return `The database cannot be created in ${home}: ${reason}. ${cure}`;
}

/**
 * The password file is lost but the data is not: sets new passwords in single-user mode, which asks for none.
 */
async function resetPasswords(
  place: ClusterPlace,
  binaries: PostgresBinaries,
  dataPath: string,
): Promise<Credentials> {
  const credentials = await makeCredentials(place.home);
  const statements = [
    `ALTER ROLE ${superuserRole} PASSWORD '${credentials.superuserPassword}';`,
    setPassword(ownerRole, credentials.password),
    setPassword(serviceRole, credentials.servicePassword),
  ];
  const args = ['--single', '-D', dataPath, '-c', 'logging_collector=off', 'postgres'];
  const result = await runProgram(binaries.postgres, args, {
    account: place.account,
    cwd: place.home,
    stdin: `${statements.join('\n')}\n`,
  });
  if (result.code === 0 && !/ERROR|FATAL/.test(result.stderr)) return credentials;
  await rm(join(place.home, credentialsFileName), { force: true });
  throw new EmbeddedPostgresError(
    `The passwords of the database in ${place.home} are lost (credentials.json) and could not be reset: ${result.stderr.trim().split('\n').at(-1)}. ` +
      'End any PostgreSQL that still runs there and start again.',
  );
}

/** For single-user mode, which takes one statement per line. */
function setPassword(role: string, password: string): string {
  return `DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN ALTER ROLE ${role} PASSWORD '${password}'; END IF; END $$;`;
}
