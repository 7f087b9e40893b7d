import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { createNodeRegistry } from '../../../../../engine/cluster/index.ts';
import { type AnyDatabase, createUnitOfWork, LogAppender } from '../../../../../engine/spine/index.ts';
import { systemClock } from '../../../../../kit/clock.ts';
import { createPool, type DatabaseConnection } from '../../../../../kit/db/index.ts';
import { createTestDatabase } from '../../../../../kit/embedded-postgres/test-database.ts';
import { newUuid } from '../../../../../kit/ids.ts';
import { required } from '../../../../../kit/required.ts';
import { createSecretBox } from '../../../../../kit/secrets/index.ts';
import { endLeftAnvils } from '../../../chains/chain/embedded/anvil-process.ts';
import type { NetworkSettings } from '../../../chains/networks/network-settings.ts';
import { type CreateContractRequest, createContract } from '../../../code/contracts/create-contract.ts';
import { type OpenCore, openCore } from '../../../open-core.ts';
import type { Owner } from '../../../terms/contract-tables.ts';
import { type DeployRequest, deployContract } from '../../deployments/deploy-contract.ts';
import type { AcceptedExecution, ExecuteRequest } from '../execution-ports.ts';
import { findTransaction } from '../pipeline/transaction.repository.ts';
import {
  type TransactionRecord,
  type TransactionRow,
  toRecord,
  transactions,
} from '../pipeline/transaction-record.ts';

export interface NodeOptions {
  connection: DatabaseConnection;
  dataDir: string;
  masterKey: Buffer;
  networks?: NetworkSettings[];
  blockTimeSeconds?: number;
  anvilPath?: string;
}

export interface ContractsNode extends OpenCore {
  db: AnyDatabase;
  errors: unknown[];
  close(): Promise<void>;
}

/** The contracts platform as in one process of the service, without HTTP. */
export async function startContractsNode(options: NodeOptions): Promise<ContractsNode> {
  const errors: unknown[] = [];
  const onError = (error: unknown) => {
    errors.push(error);
  };
  const pool = createPool(options.connection, { max: 8, applicationName: 'test', onError: () => {} });
  const db: AnyDatabase = new Kysely({ dialect: new PostgresDialect({ pool }) });
  const appender = new LogAppender({ pool, clock: systemClock, participants: [] });
  const registry = createNodeRegistry({
    connection: options.connection,
    nodeId: randomUUID(),
    info: {},
    onError: () => {},
  });
  const service = openCore({
    db,
    clock: systemClock,
    unitOfWork: createUnitOfWork(db, appender),
    secretBox: createSecretBox(options.masterKey),
    registry,
    dataDir: options.dataDir,
    chainFiles: 'own',
    networks: options.networks ?? [],
    simulateNetworks: true,
    devnetBlockTimeSeconds: options.blockTimeSeconds ?? 0.1,
    anvilPath: options.anvilPath,
    prices: { fixed: [], feed: undefined },
    hasKey: async () => true,
    onError,
  });
  await registry.start();
  service.start();
  let closing: Promise<void> | undefined;
  const close = async () => {
    await service.stop();
    await registry.stop();
    await appender.drain();
    await pool.end();
  };
  return {
    ...service,
    db,
    errors,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

export interface ContractsFixture {
  node: ContractsNode;
  owner: Owner;
  options: NodeOptions;
  register(request?: Partial<CreateContractRequest>): Promise<string>;
  deploy(contractId: string, request?: Partial<DeployRequest>): Promise<TransactionRecord>;
  execute(contractId: string, request: Partial<ExecuteRequest>): Promise<AcceptedExecution>;
  /** Waits until a deployment or execution is settled. */
  settled(id: string): Promise<TransactionRecord>;
  find(id: string): Promise<TransactionRecord>;
  call(contractId: string, name: string, args?: unknown[], network?: string): Promise<unknown>;
  /** Facts of the events in the organization's log, in order. */
  facts(): Promise<{ fact: string; data: Record<string, unknown> }[]>;
  /** Stops the node normally and starts another on the same database and folder. */
  restart(between?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const SETTLE_TIMEOUT_MS = 60_000;

export async function startContracts(given: Partial<NodeOptions> = {}): Promise<ContractsFixture> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'trivium-contracts-'));
  const options: NodeOptions = {
    connection: database.connection,
    dataDir,
    masterKey: randomBytes(32),
    ...given,
  };
  const owner = { orgId: newUuid(), environment: 'production' };
  const fixture = { node: await startContractsNode(options), owner, options } as ContractsFixture;
  await fixture.node.db.insertInto('event_logs').values({ org_id: owner.orgId }).execute();
  return Object.assign(fixture, actions(fixture), {
    async restart(between?: () => Promise<void>) {
      await fixture.node.close();
      await between?.();
      fixture.node = await startContractsNode(options);
    },
    async close() {
      await fixture.node.close();
      await endLeftChains(dataDir);
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  });
}

/** Ends chains of nodes that a test killed and did not restart. */
async function endLeftChains(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'chains');
  const names = await readdir(folder).catch(() => []);
  await endLeftAnvils(names.map((name) => join(folder, name)));
}

interface Waiter {
  resolve(record: TransactionRecord): void;
  reject(error: unknown): void;
  endsAt: number;
}

/** Waits for the settlement of many transactions, with one query for all of them. */
class SettledWatch {
  readonly #fixture: ContractsFixture;
  readonly #waiting = new Map<string, Waiter>();
  #isLooking = false;

  constructor(fixture: ContractsFixture) {
    this.#fixture = fixture;
  }

  settled(id: string): Promise<TransactionRecord> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, endsAt: performance.now() + SETTLE_TIMEOUT_MS });
      if (!this.#isLooking) void this.#look();
    });
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    while (this.#waiting.size > 0) {
      try {
        const { node, owner } = this.#fixture;
        const { rows } = await sql<TransactionRow>`select ${sql.raw(transactions.columns)} from transactions
          where org_id = ${owner.orgId} and environment = ${owner.environment} and settled_at is not null
            and id = any(${[...this.#waiting.keys()]}::uuid[])`.execute(node.db);
        for (const row of rows) this.#end(row.id, ({ resolve }) => resolve(toRecord(row)));
        for (const [id, { endsAt }] of this.#waiting) {
          if (performance.now() > endsAt)
            this.#end(id, ({ reject }) => reject(new Error(`${id} is not settled`)));
        }
      } catch (error) {
        for (const id of [...this.#waiting.keys()]) this.#end(id, ({ reject }) => reject(error));
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    this.#isLooking = false;
  }

  #end(id: string, tell: (waiter: Waiter) => void): void {
    const waiter = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (waiter !== undefined) tell(waiter);
  }
}

function actions(
  fixture: ContractsFixture,
): Omit<ContractsFixture, 'node' | 'owner' | 'options' | 'restart' | 'close'> {
  const { owner } = fixture;
  const watch = new SettledWatch(fixture);
  const find = async (id: string) =>
    required(await findTransaction(fixture.node.db, owner, id), 'the transaction');
  return {
    find,
    async register(request = {}) {
      const contract = await createContract(fixture.node.core, {
        ...owner,
        id: newUuid(),
        name: 'Test',
        ...request,
      });
      return contract.id;
    },
    deploy: (contractId, request = {}) =>
      deployContract(fixture.node.core, { ...owner, id: newUuid(), keyId: null, contractId, ...request }),
    execute: (contractId, request) =>
      fixture.node.executeContract({ ...owner, keyId: null, contractId, function: '', ...request }),
    settled: (id) => watch.settled(id),
    async call(contractId, name, args = [], network) {
      const { callContract } = await import('../call-contract.ts');
      const request = { ...owner, contractId, function: name, args, network };
      const { outputs } = await callContract(fixture.node.core, request);
      return outputs.length === 1
        ? required(outputs[0], 'outputs[0]').value
        : outputs.map(({ value }) => value);
    },
    async facts() {
      const rows = await fixture.node.db
        .selectFrom('events')
        .select(['fact', 'data'])
        .where('org_id', '=', owner.orgId)
        .orderBy('position')
        .execute();
      return rows.map((row) => ({
        fact: row.fact as string,
        data: typeof row.data === 'string' ? JSON.parse(row.data) : row.data,
      }));
    },
  };
}
