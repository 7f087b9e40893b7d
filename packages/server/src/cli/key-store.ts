import type { ClientOptions } from './client/connect.ts';

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

export type IssuedRecord = KeyRecord & { key: string };

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
