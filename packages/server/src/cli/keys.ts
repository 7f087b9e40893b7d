import { parseTimestamp } from '../kit/http/timestamp.ts';
import { CommandError } from './client/command-error.ts';
import { numberOf } from './client/connect.ts';
import { isForProgram, note, print } from './client/print.ts';
import { type Column, printList } from './client/table.ts';
import type { KeyRecord, StoreOptions } from './key-store.ts';
import { openKeyStore } from './open-key-store.ts';

interface CreateOptions extends StoreOptions {
  name: string;
  scopes: string;
  environment: string;
  allowedAddresses?: string;
  expiresAt?: string;
}

/** Makes a key and prints it; it is shown only once. */
export async function createKey(env: NodeJS.ProcessEnv, options: CreateOptions): Promise<void> {
  const { allowedAddresses, expiresAt } = options;
  const expiresMs = expiresAt === undefined ? undefined : parseTimestamp(expiresAt);
  if (expiresAt !== undefined && expiresMs === undefined) {
    throw new CommandError('--expires-at must be an ISO 8601 timestamp, such as 2027-01-31T00:00:00Z.');
  }
  await using store = await openKeyStore(env, { ...options, isMaking: true });
  const made = await store.create({
    name: options.name,
    scopes: listOf(options.scopes),
    environment: options.environment,
    ...(allowedAddresses !== undefined && { allowed_addresses: listOf(allowedAddresses) }),
    ...(expiresMs !== undefined && { expires_at: new Date(expiresMs).toISOString() }),
  });
  await show(options, made, `Made ${made.id} in ${store.place}. The key is shown this once.`);
}

const listOf = (text: string) => text.split(',').map((part) => part.trim());

/** Prints the keys of an organization, newest first. */
export async function listKeys(env: NodeJS.ProcessEnv, options: StoreOptions): Promise<void> {
  await using store = await openKeyStore(env, options);
  await printList(store.list(), columns, { ...options, empty: 'There are no keys.' });
}

/** Gives a key a new secret and prints it. */
export async function rotateKey(
  env: NodeJS.ProcessEnv,
  id: string,
  options: StoreOptions & { overlapSeconds?: string; force?: boolean },
): Promise<void> {
  await using store = await openKeyStore(env, options);
  const { overlapSeconds } = options;
  const overlap = overlapSeconds === undefined ? undefined : numberOf(overlapSeconds, '--overlap-seconds');
  const made = await store.rotate(id, overlap, options.force ?? false);
  await show(options, made, `${id} has a new secret; the old one works until ${made.previous_expires_at}.`);
}

/** Revokes a key at once, on every node. */
export async function revokeKey(
  env: NodeJS.ProcessEnv,
  id: string,
  options: StoreOptions & { force?: boolean },
): Promise<void> {
  await using store = await openKeyStore(env, options);
  await store.revoke(id, options.force ?? false);
  await print(options, { id, revoked: true }, `Revoked ${id}.`);
}

/** Only the key is written to standard output, so that a script can read it. */
async function show(options: StoreOptions, made: KeyRecord & { key: string }, text: string): Promise<void> {
  await print(options, made, made.key);
  if (!isForProgram(options)) note(text);
}

const columns: Column<KeyRecord>[] = [
  { header: 'ID', value: ({ id }) => id },
  { header: 'NAME', value: ({ name }) => name, shrinks: true },
  { header: 'ENVIRONMENT', value: ({ environment }) => environment },
  { header: 'SCOPES', value: ({ scopes }) => scopes.join(','), shrinks: true },
  { header: 'LAST USED', value: ({ last_used_at }) => last_used_at ?? 'never', isTime: true },
  { header: 'EXPIRES', value: ({ expires_at }) => expires_at ?? 'never', isTime: true },
];
