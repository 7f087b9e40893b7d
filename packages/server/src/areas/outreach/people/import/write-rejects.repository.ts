import type pg from 'pg';
import type { AnalyseRequest } from './analyse-rows.repository.ts';
import { RowExpressions } from './row-expressions.ts';
import { stagingTables } from './staging.ts';

/** Writes each row that becomes no lead, with the reason and its line in the file. Again, it writes nothing new. */
export async function writeRejects(client: pg.Client, request: AnalyseRequest): Promise<void> {
  const { importId, orgId, detected } = request;
  const t = stagingTables(importId);
  const row = new RowExpressions(detected);
  const { rows: some } = await client.query(
    `select from ${t.keys} where problem is not null and problem <> 'blank_row'
     union all select from ${t.repeats} union all select from ${t.barred} limit 1`,
  );
  if (some.length === 0) return;
  // A table of its own, of which the planner knows how few they are: it would hash the whole file instead.
  await client.query('drop table if exists pg_temp.rejected');
  await client.query(`create temp table rejected as
    select n, problem as code, null::bigint as first_n from ${t.keys} where problem is not null and problem <> 'blank_row'
    union all select n, 'duplicate_in_file', first_n from ${t.repeats}
    union all select n, 'suppressed', null from ${t.barred} b
      where not exists (select from ${t.repeats} r where r.n = b.n)`);
  await client.query('analyze rejected');
  const line = await numberLines(client, request);
  // A reader of our own has noted each row's line; else it follows from the number of the row.
  const first = detected.reader === 'tolerant' ? `left join ${t.rows} f on f.n = x.first_n` : '';
  await client.query(
    `insert into lead_import_rejects (org_id, import_id, row_number, line, column_name, code, detail, raw)
     select $1, $2, s.n, ${line('s.line', 's.n')}, ${row.problemColumn('x.code')}, x.code,
       case when x.first_n is not null then 'repeats line ' || ${line('f.line', 'x.first_n')} end, ${row.raw()}
     from rejected x join ${t.rows} s on s.n = x.n ${first}
     on conflict do nothing`,
    [orgId, importId],
  );
}

/** An SQL expression for the line in the file on which a row begins, from the line noted with it or its number. */
async function numberLines(
  client: pg.Client,
  { importId, detected }: AnalyseRequest,
): Promise<(noted: string, n: string) => string> {
  const t = stagingTables(importId);
  if (detected.reader === 'tolerant') return (noted) => noted;
  const plain = (n: string) => `${n} + ${detected.headLines}`;
  if (detected.traits?.broken.length === 0) return (_noted, n) => plain(n);
  const row = new RowExpressions(detected);
  // Rows with line breaks inside of cells push down all that follow.
  await client.query('drop table if exists pg_temp.line_breaks');
  await client.query(`create temp table line_breaks as
    select n, (sum(breaks) over (order by n))::bigint as before from (
      select s.n, ${row.lineBreaks()} as breaks from ${t.rows} s where ${row.hasLineBreak()}
    ) b`);
  await client.query('create unique index on line_breaks (n)');
  return (_noted, n) =>
    `${plain(n)} + coalesce((select before from line_breaks l where l.n < ${n} order by l.n desc limit 1), 0)`;
}
