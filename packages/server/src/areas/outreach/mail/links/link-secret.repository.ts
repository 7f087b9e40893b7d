import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { only } from '../../../../kit/db/index.ts';
import { type SecretBox, sealedColumn } from '../../../../kit/secrets/index.ts';

const PLACE = 'outreach_secrets links';

/** Where the link secret is stored. */
export const linkSealedPlace = sealedColumn({
  table: 'outreach_secrets',
  key: [{ name: 'name', type: 'text' }],
  column: 'sealed',
  contextOf: ({ name = '' }) => `outreach_secrets ${name}`,
});

/** The secret that signs links, the same on every node; created by the first to ask. */
export async function loadLinkSecret(pool: Pool, secretBox: SecretBox): Promise<Buffer> {
  const made = secretBox.seal(randomBytes(32).toString('base64'), PLACE);
  await pool.query(
    `insert into outreach_secrets (name, sealed) values ('links', $1) on conflict do nothing`,
    [made],
  );
  const { rows } = await pool.query<{ sealed: string }>(
    `select sealed from outreach_secrets where name = 'links'`,
  );
  return Buffer.from(secretBox.open(only(rows).sealed, PLACE), 'base64');
}
