import pg from 'pg';
import { readTableClasses } from '../../packages/server/src/app/distribution/table-classes.ts';
import {
  type FoundChange,
  findChangesInCode,
} from '../../packages/server/src/app/distribution/testing/changes-in-code.ts';
import { findChangesInFunctions } from '../../packages/server/src/app/distribution/testing/changes-in-functions.ts';
import { type ClusterWork, expectThat } from './checks.ts';

/** Checks for distributed tables. */
export const changeChecks: Record<string, (work: ClusterWork) => Promise<string>> = {
  async 'every statement that changes tables on several machines is accepted'({ cluster }) {
    const { tried, refused } = await tryChanges(cluster.url('postgres'));
    expectThat(tried > 0 && refused.length === 0, refused.join('\n'));
    return `${tried} statements`;
  },
};

const NOT_SUPPORTED = '0A000';
const ID = '01999999-0000-7000-8000-000000000001';
const VALUES: Record<string, string> = {
  uuid: ID,
  json: '[]',
  jsonb: '[]',
  boolean: 'true',
  bytea: '\\x00',
  'timestamp with time zone': '2026-01-01T00:00:00Z',
};

/**
 * Runs every statement that changes tables on several machines, as found by the test in `npm test`, and rolls it back.
 * It may violate a constraint of a table: Citus has planned it by then, and only that matters.
 *
 * @returns the number of statements, and those that Citus refuses, with its messages
 */
async function tryChanges(connectionString: string): Promise<{ tried: number; refused: string[] }> {
  const tables = readTableClasses()
    .filter(({ tableClass, spreads }) => spreads || tableClass === 'reference')
    .map(({ name }) => name);
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const changes = [...(await findChangesInCode(tables)), ...(await findChangesInFunctions(client, tables))];
    const refused: string[] = [];
    for (const change of changes) {
      const why = await tryChange(client, change);
      if (why !== undefined) refused.push(`${change.place}: ${why}`);
    }
    return { tried: changes.length, refused };
  } finally {
    await client.end();
  }
}

async function tryChange(client: pg.Client, { text, types }: FoundChange): Promise<string | undefined> {
  const list = types.length === 0 ? '' : ` (${types.join(', ')})`;
  await client.query('begin');
  try {
    await client.query(`prepare tried${list} as ${text}`);
    const { rows } = await client.query<{ types: string[] }>(
      `select parameter_types::text[] as types from pg_prepared_statements where name = 'tried'`,
    );
    const values = (rows[0]?.types ?? []).map((type) => client.escapeLiteral(exampleOf(type)));
    await client.query(`execute tried${values.length === 0 ? '' : `(${values.join(', ')})`}`);
    return undefined;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return code === NOT_SUPPORTED ? message : undefined;
  } finally {
    await client.query('rollback');
    await client.query('deallocate all');
  }
}

function exampleOf(type: string): string {
  return type.endsWith('[]') ? `{${exampleOf(type.slice(0, -2))}}` : (VALUES[type] ?? '1');
}
