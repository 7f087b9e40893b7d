import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import { only, type QueryRows } from '../query-rows.ts';

/** The parts of a node of a plan that are counted, as `explain (analyze, format json)` names them. */
interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

export interface Recorded {
  // biome-ignore lint/suspicious/noExplicitAny: each test says by its own type which tables it means
  db: Kysely<any>;
  query: QueryRows;
}

/**
 * How many rows of tables and indexes the statements of `work` look at, whether they return them or not. It follows from
 * the plans, and so does not depend on the machine.
 */
export async function rowsRead(pool: Pool, work: (recorded: Recorded) => Promise<unknown>): Promise<number> {
  const statements: { text: string; values: unknown[] }[] = [];
  const db = new Kysely({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push({ text: query.sql, values: [...query.parameters] }),
  });
  const query: QueryRows = async <Row>(text: string, values: unknown[] = []) => {
    statements.push({ text, values });
    return (await pool.query(text, values)).rows as Row[];
  };
  await work({ db, query });
  let rows = 0;
  for (const { text, values } of statements.filter((one) => /^\s*(select|with)\b/i.test(one.text))) {
    const explained = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, timing off, format json) ${text}`,
      values,
    );
    rows += rowsOf(only(explained.rows)['QUERY PLAN'][0].Plan);
  }
  return rows;
}

const ofTables = /^(Seq|Index|Index Only|Bitmap Heap) Scan$/;

function rowsOf(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, one) => sum + rowsOf(one), 0);
  if (!ofTables.test(node['Node Type'])) return below;
  const passedOver = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return below + (node['Actual Rows'] + passedOver) * node['Actual Loops'];
}
