import type pg from 'pg';
import type { AnalyseRequest } from './analyse-rows.ts';
import { freeMailDomains, literal, RowExpressions } from './row-expressions.ts';
import { stagingTables } from './staging.ts';

/** Rows that one transaction merges: seconds of work that a crash can cost. */
const MERGE_ROWS = 25_000;

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
  const line = await numberLines(client, request);
  await client.query(
    `insert into lead_import_rejects (org_id, import_id, row_number, line, column_name, code, detail, raw)
     select $1, $2, s.n, ${line('s')}, ${row.problemColumn('x.code')}, x.code,
       case when x.first_n is not null then 'repeats line ' || ${line('f')} end, ${row.raw()}
     from (
       select n, problem as code, null::bigint as first_n from ${t.keys} where problem is not null and problem <> 'blank_row'
       union all select n, 'duplicate_in_file', first_n from ${t.repeats}
       union all select n, 'suppressed', null from ${t.barred} b
         where not exists (select from ${t.repeats} r where r.n = b.n)
     ) x
     join ${t.rows} s on s.n = x.n left join ${t.rows} f on f.n = x.first_n
     on conflict do nothing`,
    [orgId, importId],
  );
}

/** An SQL expression for the line in the file on which a row begins. */
async function numberLines(
  client: pg.Client,
  { importId, detected }: AnalyseRequest,
): Promise<(alias: string) => string> {
  const t = stagingTables(importId);
  if (detected.reader === 'tolerant') return (alias) => `${alias}.line`;
  const plain = (alias: string) => `${alias}.n + ${detected.headLines}`;
  if (!detected.hasLineBreaks) return plain;
  const row = new RowExpressions(detected);
  // Rows with line breaks inside of cells push down all that follow.
  await client.query('drop table if exists pg_temp.line_breaks');
  await client.query(`create temp table line_breaks as
    select n, sum(breaks) over (order by n) as before from (
      select s.n, ${row.lineBreaks()} as breaks from ${t.rows} s where ${row.hasLineBreak()}
    ) b`);
  await client.query('create unique index on line_breaks (n)');
  return (alias) =>
    `${plain(alias)} + coalesce((select before from line_breaks l where l.n < ${alias}.n order by l.n desc limit 1), 0)`;
}

/** Merges the rows behind `merged_through` into the leads; false when there are none left. */
export async function mergeNext(
  client: pg.Client,
  request: AnalyseRequest & { createdAt: Date },
): Promise<boolean> {
  const { orgId, importId } = request;
  const t = stagingTables(importId);
  await client.query('begin');
  try {
    const { rows } = await client.query<{ low: number; last: number }>(
      `select merged_through as low, (select coalesce(max(n), 0) from ${t.keys}) as last
       from lead_imports where org_id = $1 and id = $2 and status = 'processing' for update`,
      [orgId, importId],
    );
    const [place] = rows;
    if (place === undefined || place.low >= place.last) {
      await client.query('commit');
      return false;
    }
    const high = Math.min(place.low + MERGE_ROWS, place.last);
    // Whoever else brings leads to the organization waits, so that what is looked up here stays true.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('leads ' || $1, 0))`, [orgId]);
    await mergeRange(client, request, place.low, high);
    await client.query('commit');
    return high < place.last;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function mergeRange(
  client: pg.Client,
  request: AnalyseRequest & { createdAt: Date },
  low: number,
  high: number,
): Promise<void> {
  const { importId, orgId, options } = request;
  const t = stagingTables(importId);
  const range = (alias: string) => `${alias}.n > ${low} and ${alias}.n <= ${high}`;
  const usable = `${range('k')} and k.problem is null
    and not exists (select from ${t.repeats} r where r.n = k.n and ${range('r')})
    and not exists (select from ${t.barred} b where b.n = k.n and ${range('b')})`;
  const { rows } = await client.query<{ usable: number; barred: number }>(
    `select (select count(*) from ${t.keys} k where ${usable}) as usable,
       (select count(*) from ${t.barred} b where ${range('b')}
          and not exists (select from ${t.repeats} r where r.n = b.n)) as barred`,
  );
  const updates = options.deduplicate && options.dedupMode !== 'skip';
  // Known ones first: afterwards the new ones would be known too.
  if (updates) await updateKnown(client, request, usable, range('s'));
  if (options.campaignId !== null && options.deduplicate) await joinKnown(client, request, usable);
  const inserted = await insertNew(client, request, usable, range('s'));
  const known = rows[0]!.usable - inserted;
  await client.query(
    `update lead_imports set merged_through = $3, inserted_count = inserted_count + $4,
       updated_count = updated_count + $5, merged_suppressed = merged_suppressed + $6
     where org_id = $1 and id = $2`,
    [orgId, importId, high, inserted, updates ? known : 0, rows[0]!.barred],
  );
}

/** Binds the lists that the row expressions stand on, behind the statement's own values. */
function bindLists(text: string, values: unknown[], row: RowExpressions): [string, unknown[]] {
  const bound = [...values];
  const bind = (name: string, list: unknown, type: string) => {
    if (!text.includes(name)) return;
    bound.push(list);
    text = text.replaceAll(name, `$${bound.length}::${type}`);
  };
  bind('$free', freeMailDomains, 'text[]');
  bind('$custom', row.customNames(), 'text[]');
  return [text, bound];
}

const leadColumns = [
  'first_name',
  'last_name',
  'title',
  'company',
  'domain',
  'phone',
  'linkedin_url',
  'country',
  'timezone',
] as const;

function leadExpressions(row: RowExpressions): string[] {
  return [
    row.firstName(),
    row.lastName(),
    row.field('title'),
    row.field('company'),
    row.domain('k.email'),
    row.field('phone'),
    row.field('linkedin_url'),
    row.field('country'),
    row.field('timezone'),
  ];
}

async function insertNew(
  client: pg.Client,
  request: AnalyseRequest & { createdAt: Date },
  usable: string,
  rowRange: string,
): Promise<number> {
  const { importId, orgId, options, detected, createdAt } = request;
  const t = stagingTables(importId);
  const row = new RowExpressions(detected);
  const isNew = `not exists (select from leads l where l.org_id = $1 and l.email = k.email)
    ${options.dedupKeys.some((key) => key !== 'email') ? `and not exists (select from ${t.known} o where o.n = k.n)` : ''}`;
  const copy = options.deduplicate
    ? '0'
    : `row_number() over (partition by k.email order by k.n) - 1
       + coalesce((select max(l.email_copy) + 1 from leads l where l.org_id = $1 and l.email = k.email), 0)`;
  const [text, values] = bindLists(
    `with new_leads as (
       insert into leads (org_id, id, email, email_copy, ${leadColumns.join(', ')}, custom_fields, import_id, created_at, updated_at)
       select $1, ${leadId(importId, createdAt)}, k.email, ${copy}, ${leadExpressions(row).join(', ')}, ${row.customFields()},
         $2, $3, $3
       from ${t.keys} k join ${t.rows} s on s.n = k.n ${row.host()}
       where ${usable} and ${rowRange} ${options.deduplicate ? `and ${isNew}` : ''}
       returning id
     )${
       options.campaignId === null
         ? ''
         : `, joined as (
       insert into campaign_leads (org_id, campaign_id, lead_id, added_at)
       select $1, ${literal(options.campaignId)}::uuid, id, $3 from new_leads on conflict do nothing
     )`
     }
     select count(*) as inserted from new_leads`,
    [orgId, importId, createdAt],
    row,
  );
  const { rows } = await client.query<{ inserted: number }>(text, values);
  return rows[0]!.inserted;
}

/**
 * The id of the lead that a row becomes: a version 7 UUID out of the import's moment, the row's number
 * and random bits of the import's own id, so that ids follow the file's order.
 */
function leadId(importId: string, createdAt: Date): string {
  const random = importId.replaceAll('-', '').slice(-7);
  const time = createdAt.getTime().toString(16).padStart(12, '0');
  return `('${time}7${random.slice(0, 3)}8' || lpad(to_hex(k.n), 11, '0') || '${random.slice(3)}')::uuid`;
}

/** `update`: what the row has wins; `merge`: it only fills what is empty. */
async function updateKnown(
  client: pg.Client,
  request: AnalyseRequest & { createdAt: Date },
  usable: string,
  rowRange: string,
): Promise<void> {
  const { importId, orgId, options, detected, now } = request;
  const t = stagingTables(importId);
  const row = new RowExpressions(detected);
  const prefer = (own: string, given: string) =>
    options.dedupMode === 'update' ? `coalesce(${given}, ${own})` : `coalesce(${own}, ${given})`;
  const fields = leadColumns.map((column) => [column, prefer(`l.${column}`, `g.${column}`)] as const);
  const custom =
    options.dedupMode === 'update'
      ? `nullif(coalesce(l.custom_fields, '{}') || coalesce(g.custom_fields, '{}'), '{}')`
      : `nullif(coalesce(g.custom_fields, '{}') || coalesce(l.custom_fields, '{}'), '{}')`;
  const all = [...fields, ['custom_fields', custom] as const];
  const [text, values] = bindLists(
    `with given as (
       select k.n, k.email, o.lead_id as known_id,
         ${leadExpressions(row)
           .map((expression, i) => `${expression} as ${leadColumns[i]}`)
           .join(', ')},
         ${row.customFields()} as custom_fields
       from ${t.keys} k join ${t.rows} s on s.n = k.n ${row.host()} left join ${t.known} o on o.n = k.n
       where ${usable} and ${rowRange}
     ),
     matched as (
       select distinct on (id) * from (
         select l.id, g.* from given g join leads l on l.org_id = $1 and l.email = g.email and l.email_copy = 0
         union all
         select g.known_id, g.* from given g
         where g.known_id is not null and not exists (select from leads l where l.org_id = $1 and l.email = g.email)
       ) m order by id, n
     )
     update leads l set ${all.map(([column, expression]) => `${column} = ${expression}`).join(', ')}, updated_at = $2
     from matched g where l.org_id = $1 and l.id = g.id
       and (${all.map(([column, expression]) => `l.${column} is distinct from ${expression}`).join(' or ')})`,
    [orgId, now],
    row,
  );
  await client.query(text, values);
}

/** Leads that were known before join the campaign too. */
async function joinKnown(
  client: pg.Client,
  request: AnalyseRequest & { createdAt: Date },
  usable: string,
): Promise<void> {
  const { importId, orgId, options, createdAt } = request;
  const t = stagingTables(importId);
  await client.query(
    `insert into campaign_leads (org_id, campaign_id, lead_id, added_at)
     select $1, $2, l.id, $3 from ${t.keys} k join leads l on l.org_id = $1 and l.email = k.email where ${usable}
     union
     select $1, $2, o.lead_id, $3 from ${t.keys} k join ${t.known} o on o.n = k.n where ${usable}
     on conflict do nothing`,
    [orgId, options.campaignId, createdAt],
  );
}
