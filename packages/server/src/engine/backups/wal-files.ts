import { createReadStream, createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { BackupError } from './backup-error.ts';
import type { BackupPlace } from './backup-place.ts';
import { readPacked, storePacked } from './packed-files.ts';

const folder = 'wal/';
/** The size initdb uses for the embedded database. */
export const SEGMENT_BYTES = 16_777_216;

export function walPath(name: string): string {
  return `${folder}${name}.zst`;
}

/** Stores the segments from the first to the last name, all complete by now, and returns how many. */
export async function storeSegments(
  place: BackupPlace,
  dataPath: string,
  first: string,
  last: string,
): Promise<number> {
  if (first > last) return 0;
  const names = (await readdir(join(dataPath, 'pg_wal')))
    .filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)
    .filter((name) => name.startsWith(last.slice(0, 8)))
    .sort();
  if (names[0] !== first) {
    throw new BackupError(
      `The database keeps its log from ${names[0] ?? 'nowhere'} on, and ${first} is needed. Run the backup again.`,
    );
  }
  for (const name of names) await storeWalFile(place, dataPath, name);
  return names.length;
}

/** Stores a segment or a timeline history. Stored files never change, so existing ones are skipped. */
export async function storeWalFile(place: BackupPlace, dataPath: string, name: string): Promise<void> {
  const file = join(dataPath, 'pg_wal', name);
  const path = walPath(name);
  for await (const _known of place.list(path)) {
    let known: Buffer | undefined;
    await readPacked(place, { path }, async (content) => {
      known = await buffer(content);
    });
    if (known?.equals(await buffer(createReadStream(file)))) return;
    throw new BackupError(
      `${path} in ${place.name} is of another database than this one, though both are of the same origin: one of them was restored. Name a new place for this one.`,
    );
  }
  await storePacked(place, path, createReadStream(file));
}

/** Writes a stored log file to `target`; false when there is none with that name. */
export async function fetchWalFile(place: BackupPlace, name: string, target: string): Promise<boolean> {
  const path = walPath(name);
  for await (const known of place.list(path)) {
    if (known !== path) continue;
    await readPacked(place, { path }, (content) =>
      pipeline(content, createWriteStream(target, { mode: 0o600 })),
    );
    return true;
  }
  return false;
}

/** The name of the next segment. */
export function nextSegment(name: string): string {
  const timeline = name.slice(0, 8);
  const number = BigInt(`0x${name.slice(8, 16)}`) * 256n + BigInt(`0x${name.slice(16)}`) + 1n;
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');
  return `${timeline}${hex(number / 256n)}${hex(number % 256n)}`;
}
