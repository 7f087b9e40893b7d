import type pg from 'pg';
import type { AnalyseRequest } from './analyse-rows.repository.ts';
import { RowExpressions } from './row-expressions.ts';
import { stagingTables } from './staging.ts';

/** Records each row that becomes no lead, with the reason and its line in the file. Idempotent. */
export async function writeRejects(client: pg.Client, request: AnalyseRequest): Promise<void> {
  const { importId, orgId, detected } = request;
  const t = stagingTables(importId);
  const row = new RowExpressions(detected);
  const { rows: some } = await client.query(
    `select from ${t.keys} where problem is not null and problem <> 'blank_row'
     union all select from ${t.repeats} union all select from ${t.barred} limit 1`,
  );
  if (some.length === 0) return;
  // A separate table, so that the planner knows how few rows there are; otherwise it would hash the whole
  // file.
  await client.query('drop table if exists pg_temp.rejected');
  await client.query(`create temp table rejected as
    select n, problem as code, null::bigint as first_n from ${t.keys} where problem is not null and problem <> 'blank_row'
    union all select n, 'duplicate_in_file', first_n from ${t.repeats}
    union all select n, 'suppressed', null from ${t.barred} b
      where not exists (select from ${t.repeats} r where r.n = b.n)`);
  await client.query('analyze rejected');
  const line = await numberLines(client, request);
  // The tolerant parser recorded each row's line; otherwise it follows from the row number.
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

/** SQL for the file line a row starts on, from its recorded line or its number. */
async function numberLines(
  client: pg.Client,
  { importId, detected }: AnalyseRequest,
): Promise<(noted: string, n: string) => string> {
  const t = stagingTables(importId);
  if (detected.reader === 'tolerant') return (noted) => noted;
  const plain = (n: string) => `${n} + ${detected.headLines}`;
  if (detected.traits?.broken.length === 0) return (_noted, n) => plain(n);
  const row = new RowExpressions(detected);
  // Line breaks inside cells shift all later rows down.
  await client.query('drop table if exists pg_temp.line_breaks');
  await client.query(`create temp table line_breaks as
    select n, (sum(breaks) over (order by n))::bigint as before from (
      select s.n, ${row.lineBreaks()} as breaks from ${t.rows} s where ${row.hasLineBreak()}
    ) b`);
  await client.query('create unique index on line_breaks (n)');
  return (_noted, n) =>
    `${plain(n)} + coalesce((select before from line_breaks l where l.n < ${n} order by l.n desc limit 1), 0)`;
}
