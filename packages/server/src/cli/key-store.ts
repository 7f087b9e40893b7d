import { CommandError } from './client/command-error.ts';
import { type ClientOptions, connect } from './client/connect.ts';
import { chooseProfile } from './client/profiles.ts';

export interface StoreOptions extends ClientOptions {
  organization: string;
  /** In the database of the settings, whatever service is named. */
  database?: boolean;
  /** Whether a key is to be made, and so what it needs where there is nothing yet. */
  isMaking?: boolean;
}

export interface KeyRecord {
  id: string;
  name: string;
  scopes: string[];
  environment: string;
  last_used_at: string | null;
  expires_at: string | null;
  previous_expires_at: string | null;
}

type IssuedRecord = KeyRecord & { key: string };

interface NewKey {
  name: string;
  scopes: string[];
  environment: string;
  allowed_addresses?: string[];
  expires_at?: string;
}

/** Where keys are kept, as the commands see it. */
export interface KeyStore extends AsyncDisposable {
  /** For people. */
  place: string;
  create(key: NewKey): Promise<IssuedRecord>;
  list(): AsyncIterable<KeyRecord>;
  /** `force`: also what leaves no key that manages keys. The operator at the database may without. */
  rotate(id: string, overlapSeconds: number | undefined, force: boolean): Promise<IssuedRecord>;
  revoke(id: string, force: boolean): Promise<void>;
}

/** The running service, where one is named or somebody is signed in; else the database of the settings. */
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

/** The client asks again when an answer is lost, and a repeat is not told the secret. */
function issued(record: KeyRecord & { key?: string }): IssuedRecord {
  const { key } = record;
  if (key !== undefined) return { ...record, key };
  throw new CommandError(
    `${record.id} has a new secret, but the answer that showed it was lost on the way. Rotate the key: trivium keys rotate ${record.id}`,
  );
}
