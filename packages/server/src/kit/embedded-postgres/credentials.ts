import { createHmac, randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.ts';

/** Passwords of the server's superuser, of the role that owns the tables, and of the one that the service works as. */
export interface Credentials {
  superuserPassword: string;
  password: string;
  /** Follows from `password`, so that it needs no place in a file that was written before there was one. */
  servicePassword: string;
}

export const credentialsFileName = 'credentials.json';

/** New random passwords in a file for this user only, beside the data folder. */
export async function makeCredentials(home: string): Promise<Credentials> {
  const stored = { superuserPassword: makePassword(), password: makePassword() };
  const file = join(home, credentialsFileName);
  await writeFile(`${file}.new`, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return withServicePassword(stored);
}

/** The stored passwords; undefined when the file is gone or unreadable as JSON. */
export async function readCredentials(home: string): Promise<Credentials | undefined> {
  try {
    // Whatever JSON it may hold, `null` too.
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
