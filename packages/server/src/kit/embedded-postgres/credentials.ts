import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.ts';

/** Passwords of the server's superuser (`postgres`) and of the service's role (`trivium`). */
export interface Credentials {
  superuserPassword: string;
  password: string;
}

const fileName = 'credentials.json';

/** New random passwords in a file for this user only, beside the data folder. */
export async function makeCredentials(home: string): Promise<Credentials> {
  const credentials = { superuserPassword: makePassword(), password: makePassword() };
  const file = join(home, fileName);
  await writeFile(`${file}.new`, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return credentials;
}

/** The stored passwords; undefined when the file is gone or unreadable as JSON. */
export async function readCredentials(home: string): Promise<Credentials | undefined> {
  try {
    const { superuserPassword, password } = JSON.parse(await readFile(join(home, fileName), 'utf8'));
    if (typeof superuserPassword === 'string' && typeof password === 'string') {
      return { superuserPassword, password };
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

function makePassword(): string {
  return randomBytes(24).toString('base64url');
}
