import { CommandError, numberOf } from './client/connect.ts';
import { print } from './client/print.ts';
import { type KeyRecord, openKeyStore, type StoreOptions } from './key-store.ts';

interface CreateOptions extends StoreOptions {
  name: string;
  scopes: string;
  environment: string;
  expiresAt?: string;
}

/** Makes a key and prints it, the only time it can be seen. */
export async function createKey(env: NodeJS.ProcessEnv, options: CreateOptions): Promise<void> {
  await using store = await openKeyStore(env, { ...options, isMaking: true });
  const { expiresAt } = options;
  if (expiresAt !== undefined && Number.isNaN(Date.parse(expiresAt))) {
    throw new CommandError('--expires-at must be an ISO 8601 timestamp, such as 2027-01-31T00:00:00Z.');
  }
  const made = await store.create({
    name: options.name,
    scopes: options.scopes.split(',').map((scope) => scope.trim()),
    environment: options.environment,
    ...(expiresAt !== undefined && { expires_at: new Date(expiresAt).toISOString() }),
  });
  show(options, made, `Made ${made.id} in ${store.place}. The key is shown this once.`);
}

/** Prints the keys of an organization, newest first. */
export async function listKeys(env: NodeJS.ProcessEnv, options: StoreOptions): Promise<void> {
  await using store = await openKeyStore(env, options);
  for await (const key of store.list()) print(options.json, key, describe(key));
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
  show(options, made, `${id} has a new secret; the old one works until ${made.previous_expires_at}.`);
}

/** Ends a key at once, on every node. */
export async function revokeKey(
  env: NodeJS.ProcessEnv,
  id: string,
  options: StoreOptions & { force?: boolean },
): Promise<void> {
  await using store = await openKeyStore(env, options);
  await store.revoke(id, options.force ?? false);
  print(options.json, { id, revoked: true }, `Revoked ${id}.`);
}

/** The key alone stands on standard output, so that a script can take it. */
function show({ json }: StoreOptions, made: KeyRecord & { key: string }, note: string): void {
  print(json, made, made.key);
  if (!json) process.stderr.write(`${note}\n`);
}

function describe({ id, name, environment, scopes, last_used_at, expires_at }: KeyRecord): string {
  const used = last_used_at === null ? 'never used' : `used ${last_used_at}`;
  const end = expires_at === null ? '' : `  expires ${expires_at}`;
  return `${id}  ${name}  ${environment}  ${scopes.join(',')}  ${used}${end}`;
}
