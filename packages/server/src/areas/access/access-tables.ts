import type { Kysely, Transaction } from 'kysely';

interface OrganizationsTable {
  id: string;
  name: string;
  is_default: boolean;
  created_at: Date;
}

interface ApiKeysTable {
  id: string;
  org_id: string;
  name: string;
  scopes: string[];
  environment: string;
  allowed_addresses: string[] | null;
  origin: KeyOrigin;
  subscription_id: string | null;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

interface ApiKeySecretsTable {
  key_id: string;
  version: number;
  key_hash: Buffer;
  key_hint: string;
  created_at: Date;
  expires_at: Date | null;
}

interface KeySessionsTable {
  token_hash: Buffer;
  org_id: string;
  key_id: string;
  created_at: Date;
  expires_at: Date;
}

interface ApiRequestsTable {
  org_id: string;
  id: string;
  actor: string;
  environment: string;
  method: string;
  route: string;
  path: string | null;
  status: number;
  code: string | null;
  field: string | null;
  duration_ms: number;
  requests: number;
  address: string | null;
}

interface UsersTable {
  id: string;
  org_id: string;
  role: string;
}

export interface AccessTables {
  organizations: OrganizationsTable;
  api_keys: ApiKeysTable;
  api_key_secrets: ApiKeySecretsTable;
  key_sessions: KeySessionsTable;
  api_requests: ApiRequestsTable;
  /** Columns that composed statements read. */
  users: UsersTable;
}

export type KeyOrigin = 'api' | 'cli' | 'first_start' | 'bootstrap' | 'portal' | 'person';

/** The database, or a transaction in it. */
export type AccessDatabase = Kysely<AccessTables>;
export type AccessTransaction = Transaction<AccessTables>;
