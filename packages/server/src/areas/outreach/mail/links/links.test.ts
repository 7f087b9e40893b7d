import { afterAll, beforeAll, expect, test } from 'vitest';
import { type QueryRows, queryPool } from '../../../../kit/db/index.ts';
import { type OpenDatabase, openDatabase } from '../../../../kit/db/testing/open-database.ts';
import { createSecretBox } from '../../../../kit/secrets/index.ts';
import { loadLinkSecret } from './link-secret.repository.ts';
import { Links } from './links.ts';

let database: OpenDatabase;
let query: QueryRows;
beforeAll(async () => {
  database = await openDatabase();
  query = queryPool(database.pool);
});
afterAll(() => database?.close());

const box = createSecretBox(Buffer.alloc(32, 1));

test('nodes that need the secret at the same time get the same one, and it is stored sealed', async () => {
  const secrets = await Promise.all(Array.from({ length: 8 }, () => loadLinkSecret(database.pool, box)));
  for (const secret of secrets) expect(secret).toEqual(secrets[0]);
  const rows = await query<{ sealed: string }>('select sealed from outreach_secrets');
  expect(rows).toHaveLength(1);
  expect(rows[0]?.sealed).not.toContain(secrets[0]?.toString('base64'));
});

test('a click only leads to the target in its mail: another target, message or service is refused', async () => {
  const secret = await loadLinkSecret(database.pool, box);
  const links = new Links({ secret, publicUrl: () => 'https://trivium.example' });
  const target = 'https://firm.example/?a=1&b=2';
  const link = new URL(links.click('token', target));
  const signature = link.pathname.split('/').at(-1) ?? '';
  expect(link.searchParams.get('u')).toBe(target);
  expect(links.isClick('token', signature, target)).toBe(true);
  expect(links.isClick('token', signature, 'https://elsewhere.example/')).toBe(false);
  expect(links.isClick('other', signature, target)).toBe(false);
  const foreign = new Links({ secret: Buffer.alloc(32), publicUrl: () => 'https://trivium.example' });
  expect(foreign.isClick('token', signature, target)).toBe(false);
});
