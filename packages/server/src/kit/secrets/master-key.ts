import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../make-folder.ts';
import { required } from '../required.ts';
import { SecretBoxError } from './secret-box.ts';

const KEY_BYTES = 32;
export const keyFileName = 'encryption.key';

/**
 * The key that seals secrets: the setting's (base64 of 32 bytes), else the file `encryption.key` in
 * the data directory, made at the first start and readable by its owner only.
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

/** Written whole under another name first: a crash leaves no half a key, and of two makers one wins. */
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
