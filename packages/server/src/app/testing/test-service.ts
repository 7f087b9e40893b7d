import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { createKey, findOrCreateOrganization } from '../../areas/access/index.ts';
import { type AnyDatabase, createLog } from '../../engine/spine/index.ts';
import { systemClock } from '../../kit/clock.ts';
import { createPool } from '../../kit/db/index.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/embedded-postgres/test-database.ts';
import { type Call, callerOf } from '../../kit/http/testing/call-api.ts';
import { loadSettings } from '../settings.ts';
import { type Service, type ServiceOptions, startService } from '../start-service.ts';

export interface TestService {
  address: string;
  /** A key with all scopes of the default organization. */
  key: string;
  /** Sends a request with that key. */
  call: Call;
  /** Makes a key of the named organization, and the organization if it does not exist. */
  addKey(organization: string, scopes?: string[], environment?: string): Promise<string>;
  database: TestDatabase;
  /** Its data directory. */
  dataDir: string;
  stop(): Promise<void>;
}

/** The complete service with its own database and data directory; every JSON answer is checked. */
export async function startTestService(
  settings: NodeJS.ProcessEnv = {},
  options: ServiceOptions = {},
): Promise<TestService> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'trivium-test-'));
  const key = `test-key-${randomUUID()}`;
  let service: Service;
  try {
    const env = {
      DATABASE_URL: database.connectionString,
      PORT: '0',
      DATA_DIR: dataDir,
      BOOTSTRAP_API_KEY: key,
      RATE_LIMIT_SCALE: '1000000',
      LOG_LEVEL: 'silent',
      // Nothing listens at this address, so that no test starts processes by accident.
      KUBERNETES_DEPLOYMENT: 'test/none',
      KUBERNETES_API_URL: 'http://127.0.0.1:9',
      KUBERNETES_TOKEN: 'none',
      CLUSTER_MAX_NODES: '1000',
      REVIEW_WARM_UP: 'off',
      ...settings,
    };
    service = await startService(loadSettings(env), {
      checkResponses: true,
      sharesProcess: true,
      env,
      ...options,
    });
  } catch (error) {
    await database.drop();
    throw error;
  }
  /** Keys are made on one connection: opening one for each key cost PostgreSQL more than making the key. */
  let keys: ReturnType<typeof openKeys> | undefined;
  return {
    address: service.address,
    key,
    call: callerOf(service.address, key),
    database,
    dataDir,
    addKey: (organization, scopes = ['admin'], environment = 'production') => {
      keys ??= openKeys(database);
      return addKey(keys.db, organization, scopes, environment);
    },
    async stop() {
      await keys?.pool.end();
      await service.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function openKeys({ connection }: TestDatabase) {
  const pool = createPool(connection, { max: 1, applicationName: 'test', onError: () => {} });
  const db: AnyDatabase = new Kysely({ dialect: new PostgresDialect({ pool }) });
  return { pool, db };
}

async function addKey(db: AnyDatabase, name: string, scopes: string[], environment: string): Promise<string> {
  const service = { db, clock: systemClock };
  const organization = await findOrCreateOrganization({ ...service, onOrganizationCreated: createLog }, name);
  const { token } = await createKey(service, {
    orgId: organization.id,
    name: 'test',
    scopes,
    environment,
    origin: 'cli',
    manager: undefined,
  });
  return token;
}
