import type { Pool } from 'pg';
import { column, defineTable, insertRows, type NewRowOf, queryPool, type RowOf } from '../../kit/db/index.ts';

/** The keys that sign an organization's mail, one per domain. */
export const signingKeys = defineTable('mail_signing_keys', {
  orgId: column.uuid(),
  domain: column.text(),
  selector: column.text(),
  sealedKey: column.text(),
  /** Base64 of its SPKI. */
  publicKey: column.text(),
  createdAt: column.timestamp(),
});

/** Does nothing when the domain already has a key. */
export async function insertSigningKey(pool: Pool, key: NewRowOf<typeof signingKeys>): Promise<void> {
  await insertRows(queryPool(pool), signingKeys, [key], { skipTaken: true });
}

export async function findSigningKey(
  pool: Pool,
  orgId: string,
  domain: string,
): Promise<RowOf<typeof signingKeys> | undefined> {
  const [key] = await queryPool(pool)<RowOf<typeof signingKeys>>(
    `select ${signingKeys.columns} from mail_signing_keys where org_id = $1 and domain = $2`,
    [orgId, domain],
  );
  return key;
}
