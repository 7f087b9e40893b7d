import { Kysely, PostgresDialect } from 'kysely';
import { openDatabase, openExistingDatabase } from '../app/open-database.ts';
import { prepareSchema } from '../app/prepare-schema.ts';
import { loadSettings } from '../app/settings.ts';
import {
  createKey,
  findOrCreateOrganization,
  findOrganizationNamed,
  listKeys,
  revokeKey,
  rotateKey,
  toKeyRecord,
} from '../areas/access/index.ts';
import { type AnyDatabase, createLog } from '../engine/spine/index.ts';
import { systemClock } from '../kit/clock.ts';
import { createPool } from '../kit/db/index.ts';
import { AppError } from '../kit/errors/index.ts';
import { formatId, parseId } from '../kit/ids.ts';
import { CommandError } from './client/command-error.ts';
import type { KeyStore, StoreOptions } from './key-store.ts';

const PAGE = 100;

/**
 * The keys of an organization in the configured database, whether or not the service runs. The database and the
 * organization are only created for a new key: otherwise a wrong setting would look like an installation without keys.
 */
export async function openKeyDatabase(
  env: NodeJS.ProcessEnv,
  { organization: name, isMaking = false }: StoreOptions,
): Promise<KeyStore> {
  const settings = loadSettings(env);
  const database = await (isMaking ? openDatabase(settings) : openExistingDatabase(settings));
  const pool = createPool(database.connection, {
    max: 2,
    applicationName: 'trivium command',
    onError: () => {},
  });
  const close = async () => {
    await pool.end();
    await database.close();
  };
  try {
    await prepareSchema(database);
    const db: AnyDatabase = new Kysely({ dialect: new PostgresDialect({ pool }) });
    const service = { db, clock: systemClock };
    const organization = isMaking
      ? await findOrCreateOrganization({ ...service, onOrganizationCreated: createLog }, name)
      : await findOrganizationNamed(db, name);
    if (organization === undefined) {
      throw new CommandError(
        `There is no organization \`${name}\` here. \`keys create\` makes one with its first key.`,
      );
    }
    const { id: orgId } = organization;
    const manager = undefined;
    return {
      place: `${name} (${formatId('org', orgId)}), ${database.description}`,
      create: async ({ expires_at, allowed_addresses: allowedAddresses, ...key }) => {
        const expiresAt = expires_at === undefined ? undefined : new Date(expires_at);
        const made = await createKey(service, {
          orgId,
          ...key,
          allowedAddresses,
          expiresAt,
          origin: 'cli',
          manager,
        });
        return { ...toKeyRecord(made.key), key: made.token };
      },
      async *list() {
        for (let offset = 0, total = 1; offset < total; offset += PAGE) {
          const page = await listKeys(service, { orgId, limit: PAGE, offset });
          total = page.total;
          yield* page.keys.map(toKeyRecord);
        }
      },
      rotate: async (id, overlapSeconds) => {
        const made = await rotateKey(service, { orgId, keyId: keyIdOf(id), overlapSeconds, manager });
        return { ...toKeyRecord(made.key), key: made.token };
      },
      revoke: (id) => revokeKey(service, { orgId, keyId: keyIdOf(id), manager }),
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function keyIdOf(id: string): string {
  const keyId = parseId('key', id);
  if (keyId !== undefined) return keyId;
  throw new AppError('invalid_request', { message: `${id} is not the id of a key. See \`keys list\`.` });
}
