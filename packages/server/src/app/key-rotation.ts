import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { RepeatedTask } from '../kit/repeated-task.ts';
import {
  createKeyRing,
  type KeyRing,
  type MasterKeys,
  rereadMasterKeys,
  reseal,
  type SealedPlace,
} from '../kit/secrets/index.ts';
import { keySourcesOf } from './key-sources.ts';
import { sealedPlaces } from './sealed-places.ts';
import type { Settings } from './settings.ts';
import type { StopSequence } from './stop-sequence.ts';

/** How soon a node starts sealing with a key that `trivium rotate-key` has written to its file. */
export const KEY_FILE_CHECK_MS = 2_000;

interface KeyOptions {
  settings: Settings;
  masterKeys: MasterKeys;
  stops: StopSequence;
}

/** This node's keys. Those in files are watched while it runs. */
export function openKeyRing({ settings, masterKeys, stops }: KeyOptions): KeyRing {
  if (settings.ENCRYPTION_KEY !== undefined) return createKeyRing(masterKeys);
  const reread = () => rereadMasterKeys(keySourcesOf(settings));
  const ring = createKeyRing(masterKeys, reread);
  const timer = setInterval(() => {
    const keys = reread();
    if (keys !== undefined) ring.use(keys);
  }, KEY_FILE_CHECK_MS).unref();
  stops.add('encryption key', () => clearInterval(timer));
  return ring;
}

interface ResealOptions {
  pool: Pool;
  ring: KeyRing;
  log: Logger;
  stops: StopSequence;
}

const RECHECK_MS = 60_000;

/** While there are earlier keys: reseals what they sealed, until a pass over all places finds nothing. */
export function startResealing({ pool, ring, log, stops }: ResealOptions): void {
  let isStopped = false;
  let done: string | undefined;
  const run = async () => {
    const { keyId, keyIds } = ring;
    if (keyIds.length < 2 || done === keyId) return;
    const changed = await resealAll(pool, ring, { isStopped: () => isStopped });
    if (changed > 0) log.info({ keyId, changed }, 'secrets were encrypted again with the new key');
    else if (!isStopped) done = keyId;
  };
  const onError = (err: unknown) => log.warn({ err }, 'secrets could not be encrypted with the new key');
  const task = new RepeatedTask({ everyMs: RECHECK_MS, run, onError });
  task.start();
  task.wake();
  stops.add('sealing anew', () => {
    isStopped = true;
    return task.stop();
  });
}

interface ResealAllOptions {
  isStopped?: () => boolean;
  /** Called for each place once it is done. */
  onPlace?: (place: SealedPlace, changed: number) => void;
}

/** One pass over all places. Returns how many secrets were resealed. */
export async function resealAll(
  pool: Pool,
  ring: KeyRing,
  { isStopped = () => false, onPlace }: ResealAllOptions = {},
): Promise<number> {
  let sum = 0;
  for (const place of sealedPlaces) {
    if (isStopped()) break;
    const changed = await reseal(pool, ring, place, isStopped);
    sum += changed;
    onPlace?.(place, changed);
  }
  return sum;
}
