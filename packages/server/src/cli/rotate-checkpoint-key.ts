import { keySourcesOf } from '../app/key-sources.ts';
import { openExistingDatabase } from '../app/open-database.ts';
import { prepareSchema } from '../app/prepare-schema.ts';
import { loadSettings } from '../app/settings.ts';
import { rotateCheckpointKey } from '../engine/spine/index.ts';
import { systemClock } from '../kit/clock.ts';
import { createPool } from '../kit/db/index.ts';
import { checkMasterKey, createKeyRing, loadMasterKeys } from '../kit/secrets/index.ts';

/** From now on, all nodes sign every checkpoint with a new key, whether or not the service runs. */
export async function rotateKey(env: NodeJS.ProcessEnv, options: { json?: boolean }): Promise<void> {
  const settings = loadSettings(env);
  const database = await openExistingDatabase(settings);
  const pool = createPool(database.connection, {
    max: 1,
    applicationName: 'trivium command',
    onError: () => {},
  });
  try {
    await prepareSchema(database);
    const secretBox = createKeyRing(await loadMasterKeys(keySourcesOf(settings)));
    // A key sealed with another encryption key would stop the service from signing.
    await checkMasterKey(pool, secretBox);
    const id = await rotateCheckpointKey({ pool, secretBox, clock: systemClock });
    process.stdout.write(
      options.json
        ? `${JSON.stringify({ id, rotated: true })}\n`
        : 'Checkpoints are signed by a new key from now on, and the one before can no longer sign. Auditors need both:\n' +
            'GET /v1/events/checkpoint returns all keys of a log as public_keys, the newest first.\n',
    );
  } finally {
    await pool.end();
    await database.close();
  }
}
