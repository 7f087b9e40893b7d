import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { type Clock, systemClock } from '../../kit/clock.ts';
import { createPool, Notifications } from '../../kit/db/index.ts';
import { withClient } from '../../kit/embedded-postgres/prepare-database.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/embedded-postgres/test-database.ts';
import { createSecretBox, type SecretBox } from '../../kit/secrets/index.ts';
import type { AppendParticipant } from './append-statement.repository.ts';
import { createLogServices, LogAppender, type LogServices, type NewEvent } from './index.ts';

export interface TestNode {
  pool: Pool;
  appender: LogAppender;
  services: LogServices;
  close(): Promise<void>;
}

export interface TestSpine extends TestNode {
  database: TestDatabase;
  secretBox: SecretBox;
  /** Creates an organization with an empty log; returns its UUID. */
  addOrganization(): Promise<string>;
  /** Another process on the same database. */
  addNode(options?: TestNodeOptions): Promise<TestNode>;
}

export interface TestNodeOptions {
  participants?: AppendParticipant[];
  clock?: Clock;
  chunkEvents?: number;
  /** For background integration; by default it never runs, so that tests decide. */
  intervalMs?: number;
  pollIntervalMs?: number;
  hasPeers?: () => boolean;
}

const NEVER_MS = 2 ** 31 - 1;
const secretBox = createSecretBox(randomBytes(32));

/** A spine on its own database. */
export async function startSpine(options: TestNodeOptions = {}): Promise<TestSpine> {
  const database = await createTestDatabase();
  const node = await startNode(database, options);
  const nodes = [node];
  return {
    ...node,
    database,
    secretBox,
    addOrganization: async () => {
      const orgId = randomUUID();
      await node.pool.query('insert into event_logs (org_id) values ($1)', [orgId]);
      return orgId;
    },
    addNode: async (more = {}) => {
      const other = await startNode(database, { ...options, ...more });
      nodes.push(other);
      return other;
    },
    close: async () => {
      for (const one of nodes) await one.close();
      await database.drop();
    },
  };
}

async function startNode(database: TestDatabase, options: TestNodeOptions): Promise<TestNode> {
  const pool = createPool(database.connection, { max: 6, applicationName: 'test', onError: () => {} });
  const notifications = new Notifications(database.connection, { onError: () => {} });
  const clock = options.clock ?? systemClock;
  const services = createLogServices({
    intervalMs: NEVER_MS,
    ...options,
    pool,
    clock,
    log: pino({ level: 'silent' }),
    secretBox,
    notifications,
    nodeId: randomUUID(),
  });
  const { onCommitted } = services;
  const appender = new LogAppender({ pool, clock, participants: options.participants ?? [], onCommitted });
  await notifications.start();
  services.start();
  let isOpen = true;
  return {
    pool,
    appender,
    services,
    close: async () => {
      if (!isOpen) return;
      isOpen = false;
      await appender.drain();
      await services.stop();
      await notifications.close();
      await pool.end();
    },
  };
}

export function testEvent(orgId: string, fields: Partial<NewEvent> = {}): NewEvent {
  return { orgId, type: 'test.happened', source: 'test', data: { n: 1 }, ...fields };
}

/**
 * From now on, nodes of this database append as if its logs were on two machines, split by the first byte of
 * the organization.
 */
export function spreadLogs(database: TestDatabase): Promise<void> {
  return tellMachines(database, 'get_byte(uuid_send(o), 0) % 2');
}

/** Undoes that. */
export function keepTogether(database: TestDatabase): Promise<void> {
  return tellMachines(database, 'null::integer');
}

/** How often nodes have looked up log locations since `spreadLogs`. */
export async function countLocationLookups({ owner }: TestDatabase): Promise<number> {
  return withClient(owner, async (client) =>
    Number((await client.query('select last_value from log_looks')).rows[0].last_value),
  );
}

async function tellMachines({ owner }: TestDatabase, machine: string): Promise<void> {
  await withClient(owner, (client) =>
    client.query(`
      create sequence if not exists log_looks;
      grant usage on sequence log_looks to public;
      create or replace function log_machines(org_ids uuid[]) returns table (org_id uuid, machine integer)
      language plpgsql volatile as $$
      begin
        perform nextval('log_looks');
        return query select o, ${machine} from unnest(org_ids) o;
      end $$`),
  );
}
