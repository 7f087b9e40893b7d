import { setTimeout as sleep } from 'node:timers/promises';
import { KEY_FILE_CHECK_MS, resealAll } from '../app/key-rotation.ts';
import { keySourcesOf } from '../app/key-sources.ts';
import { openExistingDatabase } from '../app/open-database.ts';
import { prepareSchema } from '../app/prepare-schema.ts';
import { loadSettings, type Settings } from '../app/settings.ts';
import { createPool } from '../kit/db/index.ts';
import {
  checkMasterKey,
  createKeyRing,
  type KeyRing,
  loadMasterKeys,
  replaceKeyFile,
} from '../kit/secrets/index.ts';
import { print } from './client/print.ts';

/**
 * Writes a new key into the key file, if the key comes from there, and seals every stored secret with the current key.
 * The service may be running: it watches the file.
 */
export async function rotateEncryptionKey(
  env: NodeJS.ProcessEnv,
  { json }: { json?: boolean },
): Promise<void> {
  const settings = loadSettings(env);
  const database = await openExistingDatabase(settings);
  const pool = createPool(database.connection, {
    max: 2,
    applicationName: 'trivium command',
    onError: () => {},
  });
  try {
    await prepareSchema(database);
    const ring = createKeyRing(await loadMasterKeys(keySourcesOf(settings)));
    await checkMasterKey(pool, ring);
    const isInFile = settings.ENCRYPTION_KEY === undefined;
    if (isInFile) await changeKeyFile(settings, pool, ring);
    const sealed = await resealUntilDone(pool, ring, json);
    const others = ring.keyIds.filter((id) => id !== ring.keyId);
    await print(
      { ...(json && { json }) },
      { key: ring.keyId, earlier: others, sealed },
      describe(ring.keyId, others, sealed, isInFile),
    );
  } finally {
    await pool.end();
    await database.close();
  }
}

async function changeKeyFile(settings: Settings, pool: Parameters<typeof checkMasterKey>[0], ring: KeyRing) {
  const sources = keySourcesOf(settings);
  await replaceKeyFile(sources.dataDir);
  ring.use(await loadMasterKeys(sources));
  await checkMasterKey(pool, ring);
}

/**
 * A running service may seal with the previous key for another moment. The last check comes after that and must find
 * nothing.
 */
async function resealUntilDone(
  pool: Parameters<typeof resealAll>[0],
  ring: KeyRing,
  json: boolean | undefined,
): Promise<number> {
  const tell = (text: string) => void (json || process.stderr.write(`${text}\n`));
  const onPlace = ({ table }: { table: string }, changed: number) => {
    if (changed > 0) tell(`${table}: ${changed} encrypted again`);
  };
  let sum = await resealAll(pool, ring, { onPlace });
  for (;;) {
    await sleep(2 * KEY_FILE_CHECK_MS);
    const more = await resealAll(pool, ring, { onPlace });
    if (more === 0) return sum;
    sum += more;
  }
}

function describe(keyId: string, others: string[], sealed: number, isInFile: boolean): string {
  const place = isInFile ? 'the file encryption.previous.keys' : 'ENCRYPTION_KEY_PREVIOUS';
  const lines = [`${sealed} secrets were encrypted again. All are encrypted with the key ${keyId} now.`];
  if (others.length > 0) {
    lines.push(
      `The database no longer needs ${others.join(' or ')}, in ${place}. Store it separately: backups that were made`,
      'before, including encrypted backups of contracts, can only be restored with it.',
    );
  } else if (!isInFile) {
    lines.push(
      'To change the key: set ENCRYPTION_KEY to a new one and ENCRYPTION_KEY_PREVIOUS to the current one, and start again.',
    );
  }
  if (isInFile) lines.push('Copy the new encryption.key to where you keep its copy.');
  return lines.join('\n');
}
