import { Kysely, PostgresDialect } from 'kysely';
import { pino } from 'pino';
import { createNodeRegistry, type NodeRegistry } from '../../../../../engine/cluster/index.ts';
import {
  createDeliveryFixture,
  type NodeOptions,
  type TestNode,
} from '../../../../../engine/delivery/testing/delivery-fixture.ts';
import {
  createJobs,
  type JobHandler,
  JobRunner,
  type Jobs,
  migrateJobs,
} from '../../../../../engine/jobs/index.ts';
import {
  type AnyDatabase,
  createLog,
  createUnitOfWork,
  type UnitOfWork,
} from '../../../../../engine/spine/index.ts';
import { createPool } from '../../../../../kit/db/index.ts';
import { type AnyRoute, buildHttpServer } from '../../../../../kit/http/index.ts';
import { keepsNoAnswers, noLimits } from '../../../../../kit/http/testing/open-ports.ts';
import { newUuid } from '../../../../../kit/ids.ts';
import { required } from '../../../../../kit/required.ts';
import { contractsRows } from './contracts-rows.ts';

const silent = pino({ level: 'silent' });

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of it is in the test
  body: any;
}

/** The dependencies of the part under test. */
export interface OperationsParts {
  node: TestNode;
  db: AnyDatabase;
  unitOfWork: UnitOfWork;
  jobs: Jobs;
  registry: NodeRegistry;
}

export interface BuiltPart {
  routes?: AnyRoute[];
  jobs?: JobHandler[];
}

/**
 * A part of the contracts platform behind the real HTTP server, with the real log, delivery and job queue, on
 * its own database. A token is `<org uuid>/<environment>`.
 */
export async function startOperations(
  build: (parts: OperationsParts) => BuiltPart,
  options: NodeOptions & { concurrency?: number } = {},
) {
  const fixture = await createDeliveryFixture();
  const node = await fixture.startNode(options);
  const db: AnyDatabase = new Kysely({ dialect: new PostgresDialect({ pool: node.pool }) });
  const unitOfWork = createUnitOfWork(db, node.appender);
  const workerPool = createPool(fixture.database.connection, {
    max: 6,
    applicationName: 'test jobs',
    onError: () => {},
  });
  await migrateJobs(workerPool);
  const registry = createNodeRegistry({
    connection: fixture.database.connection,
    nodeId: node.nodeId,
    info: {},
    onError: () => {},
  });
  await registry.start();
  const built = build({ node, db, unitOfWork, jobs: createJobs(), registry });
  const runner = new JobRunner({
    pool: workerPool,
    registry,
    log: silent,
    handlers: built.jobs ?? [],
    concurrency: options.concurrency ?? 4,
    isAlone: false,
  });
  const app = buildHttpServer({
    routes: built.routes ?? [],
    authenticator: {
      authenticate(token) {
        const [orgId, environment = 'production'] = token.split('/');
        const scopes = new Set(['contracts:read', 'contracts:write']);
        return { orgId: required(orgId, 'orgId'), keyId: newUuid(), environment, scopes };
      },
    },
    rateLimiter: noLimits,
    idempotency: keepsNoAnswers,
    log: silent,
    observer: { requestDone: () => {} },
    checkResponses: true,
  });
  return {
    fixture,
    node,
    db,
    pool: node.pool,
    rows: contractsRows(node.pool),
    runner,
    registry,
    /** Adds an organization with its own log. */
    async addOrganization(): Promise<string> {
      const orgId = newUuid();
      await db.transaction().execute((tx) => createLog(tx, orgId));
      return orgId;
    },
    async call(
      token: string,
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      body?: unknown,
    ): Promise<Answer> {
      const response = await app.inject({
        method,
        url: `/v1/contracts${path}`,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      });
      return {
        status: response.statusCode,
        body: response.body === '' ? undefined : JSON.parse(response.body),
      };
    },
    /** Events of an organization with this type, oldest first. */
    async events(orgId: string, type: string) {
      const { rows } = await node.pool.query<{ data: string }>(
        'select data from events where org_id = $1 and type = $2 order by position',
        [orgId, type],
      );
      return rows.map(({ data }) => JSON.parse(data));
    },
    async close() {
      await runner.stop();
      await app.close();
      await registry.stop();
      await workerPool.end();
      await fixture.close();
    },
  };
}

export type Operations = Awaited<ReturnType<typeof startOperations>>;
