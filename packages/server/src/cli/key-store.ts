import type { ClientOptions } from './client/connect.ts';

export interface StoreOptions extends ClientOptions {
  organization: string;
  /** Use the configured database, even if a service is named. */
  database?: boolean;
  /** Whether a key will be made, so that missing things must be created first. */
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

export type IssuedRecord = KeyRecord & { key: string };

interface NewKey {
  name: string;
  scopes: string[];
  environment: string;
  allowed_addresses?: string[];
  expires_at?: string;
}

/** The place where keys are stored, for the commands. */
export interface KeyStore extends AsyncDisposable {
  /** Description for people. */
  place: string;
  create(key: NewKey): Promise<IssuedRecord>;
  list(): AsyncIterable<KeyRecord>;
  /**
   * `force`: also if no key would be left that may manage keys. Directly on the database, the operator may do this
   * without it.
   */
  rotate(id: string, overlapSeconds: number | undefined, force: boolean): Promise<IssuedRecord>;
  revoke(id: string, force: boolean): Promise<void>;
}
