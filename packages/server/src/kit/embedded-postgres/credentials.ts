import { createHmac, randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.ts';

/** Passwords of the superuser, of the role that owns the tables, and of the service's role. */
export interface Credentials {
  superuserPassword: string;
  password: string;
  /** Derived from `password`, so that files written before this role existed still work. */
  servicePassword: string;
}

export const credentialsFileName = 'credentials.json';

/** Generates passwords and stores them beside the data folder in a file that only this user can read. */
export async function makeCredentials(home: string): Promise<Credentials> {
  const stored = { superuserPassword: makePassword(), password: makePassword() };
  const file = join(home, credentialsFileName);
  await writeFile(`${file}.new`, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return withServicePassword(stored);
}

/** The stored passwords; undefined when the file is missing or not valid JSON. */
export async function readCredentials(home: string): Promise<Credentials | undefined> {
  try {
    // It may hold any JSON, even `null`.
    const { superuserPassword, password } = {
      ...JSON.parse(await readFile(join(home, credentialsFileName), 'utf8')),
    };
    if (typeof superuserPassword === 'string' && typeof password === 'string') {
      return withServicePassword({ superuserPassword, password });
    }
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'EACCES') {
      throw new EmbeddedPostgresError(
        `The database in ${home} belongs to another user. Run this as that user, or as root.`,
        error,
      );
    }
    if (!(error instanceof SyntaxError) && code !== 'ENOENT') throw error;
  }
  return undefined;
}

function withServicePassword(stored: Omit<Credentials, 'servicePassword'>): Credentials {
  const servicePassword = createHmac('sha256', stored.password).update('service role').digest('base64url');
  return { ...stored, servicePassword };
}

function makePassword(): string {
  return randomBytes(24).toString('base64url');
}
