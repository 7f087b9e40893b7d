import { Kysely, PostgresDialect } from 'kysely';
import { openDatabase } from '../app/open-database.ts';
import { loadSettings } from '../app/settings.ts';
import {
  createKey as create,
  findOrCreateOrganization,
  listKeys as list,
  revokeKey as revoke,
  toKeyRecord,
} from '../areas/access/index.ts';
import { type AnyDatabase, createLog } from '../engine/spine/index.ts';
import { systemClock } from '../kit/clock.ts';
import { createPool, migrate } from '../kit/db/index.ts';
import { AppError } from '../kit/errors/index.ts';
import { parseTimestamp } from '../kit/http/index.ts';
import { formatId, parseId } from '../kit/ids.ts';

interface CreateOptions {
  name: string;
  scopes: string;
  organization: string;
  environment: string;
  expiresAt?: string;
  json?: boolean;
}

const PAGE = 100;

/** Makes a key and prints it, the only time it can be seen. */
export async function createKey(env: NodeJS.ProcessEnv, options: CreateOptions): Promise<void> {
  await withAccess(env, options.organization, async ({ service, orgId }) => {
    const { key, token } = await create(service, {
      orgId,
      name: options.name,
      scopes: options.scopes.split(',').map((scope) => scope.trim()),
      environment: options.environment,
      expiresAt: parseExpiry(options.expiresAt),
      origin: 'cli',
      manager: undefined,
    });
    if (options.json) {
      process.stdout.write(`${JSON.stringify({ ...toKeyRecord(key), key: token })}\n`);
      return;
    }
    process.stdout.write(`${token}\n`);
    process.stderr.write(
      `Made ${formatId('key', key.id)} in ${options.organization} (${formatId('org', orgId)}). The key is shown this once.\n`,
    );
  });
}

/** Prints the keys of an organization, newest first. */
export async function listKeys(
  env: NodeJS.ProcessEnv,
  options: { organization: string; json?: boolean },
): Promise<void> {
  await withAccess(env, options.organization, async ({ service, orgId }) => {
    for (let offset = 0, total = 1; offset < total; offset += PAGE) {
      const page = await list(service, { orgId, manager: undefined, limit: PAGE, offset });
      total = page.total;
      for (const key of page.keys) {
        if (options.json) {
          process.stdout.write(`${JSON.stringify(toKeyRecord(key))}\n`);
          continue;
        }
        const used = key.lastUsedAt?.toISOString() ?? 'never used';
        process.stdout.write(
          `${formatId('key', key.id)}  ${key.name}  ${key.environment}  ${key.scopes.join(',')}  ${used}\n`,
        );
      }
    }
  });
}

/** Ends a key at once, on every node. */
export async function revokeKey(
  env: NodeJS.ProcessEnv,
  id: string,
  options: { organization: string; json?: boolean },
): Promise<void> {
  const keyId = parseId('key', id);
  if (keyId === undefined)
    throw new AppError('invalid_request', { message: `${id} is not the id of a key. See \`keys list\`.` });
  await withAccess(env, options.organization, async ({ service, orgId }) => {
    await revoke(service, { orgId, keyId, manager: undefined });
    process.stdout.write(options.json ? `${JSON.stringify({ id, revoked: true })}\n` : `Revoked ${id}.\n`);
  });
}

function parseExpiry(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const ms = parseTimestamp(text);
  if (ms === undefined)
    throw new AppError('invalid_request', { message: '--expires-at must be an ISO 8601 timestamp.' });
  return new Date(ms);
}

interface Access {
  service: { db: AnyDatabase; clock: typeof systemClock };
  orgId: string;
}

async function withAccess(
  env: NodeJS.ProcessEnv,
  name: string,
  work: (access: Access) => Promise<void>,
): Promise<void> {
  const database = await openDatabase(loadSettings(env));
  const pool = createPool(database.connection, {
    max: 2,
    applicationName: 'trivium command',
    onError: () => {},
  });
  try {
    const client = await pool.connect();
    await migrate(client).finally(() => client.release());
    const db: AnyDatabase = new Kysely({ dialect: new PostgresDialect({ pool }) });
    const service = { db, clock: systemClock };
    const organization = await findOrCreateOrganization(
      { ...service, onOrganizationCreated: createLog },
      name,
    );
    await work({ service, orgId: organization.id });
  } finally {
    await pool.end();
    await database.close();
  }
}
