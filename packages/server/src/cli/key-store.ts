import { type ClientOptions, connect } from './client/connect.ts';

export interface StoreOptions extends ClientOptions {
  organization: string;
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
  expires_at?: string;
}

/** Where keys are kept, as the commands see it. */
export interface KeyStore extends AsyncDisposable {
  /** For people. */
  place: string;
  create(key: NewKey): Promise<IssuedRecord>;
  list(): AsyncIterable<KeyRecord>;
  rotate(id: string, overlapSeconds: number | undefined): Promise<IssuedRecord>;
  revoke(id: string): Promise<void>;
}

/** The running service, where one is named; else the database of the settings. */
export async function openKeyStore(env: NodeJS.ProcessEnv, options: StoreOptions): Promise<KeyStore> {
  if (options.url || env.TRIVIUM_URL) return overApi(env, options);
  return (await import('./key-database.ts')).openKeyDatabase(env, options);
}

function overApi(env: NodeJS.ProcessEnv, options: StoreOptions): KeyStore {
  const trivium = connect(options, env);
  return {
    place: trivium.url,
    create: (key) => trivium.api.createKey({ body: { ...key, scopes: key.scopes as never } }),
    list: () => trivium.pages.listKeys(),
    rotate: (id, overlapSeconds) =>
      trivium.api.rotateKey({
        params: { id },
        ...(overlapSeconds !== undefined && { body: { overlap_seconds: overlapSeconds } }),
      }),
    revoke: async (id) => void (await trivium.api.revokeKey({ params: { id } })),
    [Symbol.asyncDispose]: async () => {},
  };
}
