import { readFile, stat } from 'node:fs/promises';
import { type Account, runProgram } from '../processes/index.ts';

/** System user created for PostgreSQL when root starts the service on a machine without one. */
const ownAccountName = 'trivium';

/**
 * PostgreSQL refuses to run as root. When root starts the service, this picks the account to run it as: the
 * owner of existing data, else `postgres`, else a system user created for it, else `nobody`. Undefined for an
 * ordinary user, who runs it directly.
 */
export async function findPostgresAccount(existingData: string | undefined): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = existingData === undefined ? undefined : await readOwner(existingData);
  if (owner !== undefined) return owner;
  for (const name of ['postgres', ownAccountName]) {
    const account = await findAccount(name);
    if (account !== undefined) return account;
  }
  await createOwnAccount();
  return (await findAccount(ownAccountName)) ?? (await findAccount('nobody')) ?? nobody;
}

/** The conventional ids, for machines whose user list lacks even `nobody`. */
const nobody: Account = { uid: 65_534, gid: 65_534, name: 'nobody' };

/** The owner of a path; undefined if it is root or the path does not exist. */
async function readOwner(path: string): Promise<Account | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || found.uid === 0) return undefined;
  return { uid: found.uid, gid: found.gid, name: (await readUserName(found.uid)) ?? String(found.uid) };
}

async function findAccount(name: string): Promise<Account | undefined> {
  const [uid, gid] = await Promise.all([runProgram('id', ['-u', name]), runProgram('id', ['-g', name])]);
  const account = { uid: Number(uid.stdout.trim()), gid: Number(gid.stdout.trim()), name };
  return uid.code === 0 && gid.code === 0 && account.uid > 0 ? account : undefined;
}

/** The login name of a uid, if the local user list has it. */
export async function readUserName(uid: number): Promise<string | undefined> {
  const list = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const line = list.split('\n').find((entry) => entry.split(':')[2] === String(uid));
  return line?.split(':')[0];
}

/** `useradd` on most systems, `adduser` with other options on BusyBox; if both fail, `nobody` remains. */
async function createOwnAccount(): Promise<void> {
  const common = ['--system', '--no-create-home', '--home-dir', '/nonexistent', '--user-group'];
  const made = await runProgram('useradd', [...common, '--shell', '/usr/sbin/nologin', ownAccountName]);
  if (made.code !== 0) {
    await runProgram('adduser', [
      '-S',
      '-D',
      '-H',
      '-h',
      '/nonexistent',
      '-s',
      '/sbin/nologin',
      ownAccountName,
    ]);
  }
}
