import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import type { AnyDatabase } from '../../../engine/spine/index.ts';
import { createPool, type QueryRows, queryPool } from '../../../kit/db/index.ts';
import { createTestDatabase } from '../../../kit/embedded-postgres/test-database.ts';
import { newUuid } from '../../../kit/ids.ts';
import type { Communication } from '../mail/communications/communication.ts';
import { type NewCommunication, newCommunication } from '../mail/communications/new-communication.ts';

export interface OutreachDatabase {
  pool: Pool;
  db: AnyDatabase;
  query: QueryRows;
  drop(): Promise<void>;
}

/** A database with the tables of outreach, for tests of statements. */
export async function createOutreachDatabase(): Promise<OutreachDatabase> {
  const database = await createTestDatabase();
  const pool = createPool(database.connection, { max: 4, applicationName: 'test', onError: () => {} });
  return {
    pool,
    db: new Kysely({ dialect: new PostgresDialect({ pool }) }),
    query: queryPool(pool),
    async drop() {
      await pool.end();
      await database.drop();
    },
  };
}

/** A message that is due at once, of an organization that has nothing else. */
export function aMessage(more: Partial<NewCommunication> = {}): Communication {
  const id = newUuid();
  const at = new Date();
  return newCommunication({
    orgId: newUuid(),
    id,
    leadId: null,
    channel: 'email',
    toAddress: 'ann@firm.invalid',
    toName: null,
    subject: 'A question',
    body: 'Hello',
    html: null,
    mailboxId: newUuid(),
    scheduledAt: at,
    messageId: `<${id}@service.invalid>`,
    token: id.replaceAll('-', ''),
    traceId: newUuid(),
    createdAt: at,
    verdict: { decision: 'allowed', checks: [] },
    ...more,
  });
}
