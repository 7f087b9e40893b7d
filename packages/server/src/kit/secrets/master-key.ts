import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../make-folder.ts';
import { required } from '../required.ts';
import { keyIdOf, type MasterKeys, SecretBoxError } from './secret-box.ts';

const KEY_BYTES = 32;
export const keyFileName = 'encryption.key';
/** One per line, newest first: what was sealed or backed up under them can still be opened. */
export const previousKeysFileName = 'encryption.previous.keys';

/** Where a node's keys come from. */
export interface KeySources {
  /** ENCRYPTION_KEY; if unset, a file in the data directory. */
  fromSetting?: string | undefined;
  /** ENCRYPTION_KEY_PREVIOUS: comma-separated keys that open but do not seal. */
  previous?: string | undefined;
  dataDir: string;
}

/** A node's keys; creates the sealing key if there is none. */
export async function loadMasterKeys(sources: KeySources): Promise<MasterKeys> {
  const current = await loadMasterKey(sources);
  return { current, others: readFormerKeys(sources) };
}

/** The same without creating a key: undefined when there is none. */
export async function findMasterKeys(sources: KeySources): Promise<MasterKeys | undefined> {
  const current = await findMasterKey(sources);
  return current && { current, others: readFormerKeys(sources) };
}

/** The current keys from the files of the data directory; undefined while they cannot be read. */
export function rereadMasterKeys(sources: KeySources): MasterKeys | undefined {
  try {
    const path = join(sources.dataDir, keyFileName);
    return { current: decode(readFileSync(path, 'utf8').trim(), path), others: readFormerKeys(sources) };
  } catch {
    return undefined;
  }
}

/**
 * Replaces the key in the file with a new one, after saving the old one beside it. A crash in between leaves
 * the old one in use. Returns the ids of both.
 */
export async function replaceKeyFile(dataDir: string): Promise<{ before: string; now: string }> {
  const path = join(dataDir, keyFileName);
  const old = decode((await readText(path)) ?? '', path);
  const kept = join(dataDir, previousKeysFileName);
  const others = readFormerKeys({ dataDir }).filter((key) => !key.equals(old));
  await writeWhole(kept, [old, ...others].map((key) => `${key.toString('base64')}\n`).join(''));
  const made = randomBytes(KEY_BYTES);
  await writeWhole(path, `${made.toString('base64')}\n`);
  return { before: keyIdOf(old), now: keyIdOf(made) };
}

async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, path);
}

function readFormerKeys({ previous, dataDir }: KeySources): Buffer[] {
  const path = join(dataDir, previousKeysFileName);
  const listed = (text: string, separator: string, where: string) =>
    text
      .split(separator)
      .map((one) => one.trim())
      .filter((one) => one !== '')
      .map((one) => decode(one, where));
  return [
    ...listed(previous ?? '', ',', 'ENCRYPTION_KEY_PREVIOUS'),
    ...listed(readIfThere(path), '\n', path),
  ];
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw new SecretBoxError(`${path} cannot be read (${(error as Error).message}). Let this user read it.`, {
      cause: error,
    });
  }
}

/**
 * The key that seals secrets: from the setting (base64 of 32 bytes), else from the file `encryption.key` in
 * the data directory, which is created on first start and readable only by its owner.
 */
export async function loadMasterKey(options: {
  fromSetting?: string | undefined;
  dataDir: string;
}): Promise<Buffer> {
  if (options.fromSetting !== undefined) return decode(options.fromSetting, 'ENCRYPTION_KEY');
  const path = join(options.dataDir, keyFileName);
  const stored = await readText(path);
  return decode(stored ?? (await createKeyFile(options.dataDir, path)), path);
}

/** The same without creating one: undefined when there is none. */
export async function findMasterKey(options: {
  fromSetting?: string | undefined;
  dataDir: string;
}): Promise<Buffer | undefined> {
  if (options.fromSetting !== undefined) return decode(options.fromSetting, 'ENCRYPTION_KEY');
  const path = join(options.dataDir, keyFileName);
  const stored = await readText(path);
  return stored === undefined ? undefined : decode(stored, path);
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new SecretBoxError(
      `${path} cannot be read (${(error as Error).message}). It holds the key of all stored secrets: restore it, or let this user read it.`,
      { cause: error },
    );
  }
}

/** Written under a temporary name first: a crash never leaves half a key, and of two creators one wins. */
async function createKeyFile(dataDir: string, path: string): Promise<string> {
  await makeFolder(dataDir);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  return required(await readText(path), 'the key that was just written');
}

function decode(text: string, where: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length === KEY_BYTES) return key;
  throw new SecretBoxError(`${where} must hold ${KEY_BYTES} bytes in base64; it holds ${key.length}.`);
}
