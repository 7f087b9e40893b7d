import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a service leaves when it is killed. */
export interface LeftServer {
  home: string;
  /** Names that service, over restarts of the machine too. */
  owner: string;
}

const FILE = 'owner';

export async function writeOwner({ home, owner }: LeftServer): Promise<void> {
  await writeFile(join(home, FILE), owner, { mode: 0o600 });
}

/** Whether no other service has begun to serve from there since. */
export async function isLastOwner({ home, owner }: LeftServer): Promise<boolean> {
  return (await readFile(join(home, FILE), 'utf8').catch(() => undefined)) === owner;
}
