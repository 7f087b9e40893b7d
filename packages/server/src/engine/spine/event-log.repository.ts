import { sql } from 'kysely';
import type { AnyTransaction } from './unit-of-work.ts';

/** Gives a new organization its empty log, in the transaction that makes the organization. */
export async function createLog(tx: AnyTransaction, orgId: string): Promise<void> {
  await sql`insert into event_logs (org_id) values (${orgId})`.execute(tx);
}
