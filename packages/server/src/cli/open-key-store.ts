import { CommandError } from './client/command-error.ts';
import { connect } from './client/connect.ts';
import { chooseProfile } from './client/profiles.ts';
import type { IssuedRecord, KeyRecord, KeyStore, StoreOptions } from './key-store.ts';

/** Uses the running service if one is named or somebody is signed in, otherwise the configured database. */
export async function openKeyStore(env: NodeJS.ProcessEnv, options: StoreOptions): Promise<KeyStore> {
  if (!options.database && isServiceNamed(env, options)) return overApi(env, options);
  return (await import('./key-database.ts')).openKeyDatabase(env, options);
}

function isServiceNamed(env: NodeJS.ProcessEnv, { url, profile }: StoreOptions): boolean {
  return Boolean(url || env.TRIVIUM_URL) || chooseProfile(profile, env) !== undefined;
}

function overApi(env: NodeJS.ProcessEnv, options: StoreOptions): KeyStore {
  const trivium = connect(options, env);
  return {
    place: trivium.url,
    create: async (key) =>
      issued(await trivium.api.createKey({ body: { ...key, scopes: key.scopes as never } })),
    list: () => trivium.pages.listKeys(),
    rotate: async (id, overlapSeconds, force) => {
      const body = { force, ...(overlapSeconds !== undefined && { overlap_seconds: overlapSeconds }) };
      return issued(await trivium.api.rotateKey({ params: { id }, body }));
    },
    revoke: async (id, force) => void (await trivium.api.revokeKey({ params: { id }, query: { force } })),
    [Symbol.asyncDispose]: async () => {},
  };
}

/** The client retries when an answer is lost, and a repeated request does not get the secret. */
function issued(record: KeyRecord & { key?: string }): IssuedRecord {
  const { key } = record;
  if (key !== undefined) return { ...record, key };
  throw new CommandError(
    `${record.id} has a new secret, but the answer with it was lost. Rotate the key: trivium keys rotate ${record.id}`,
  );
}
