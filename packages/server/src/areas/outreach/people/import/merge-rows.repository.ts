import type pg from 'pg';
import { only } from '../../../../kit/db/index.ts';
import type { AnalyseRequest } from './analyse-rows.repository.ts';
import { literal, RowExpressions } from './row-expressions.ts';
import { stagingTables } from './staging.ts';

/** Rows of the file after `low`, up to and including `high`. */
export interface Piece {
  low: number;
  high: number;
}

/** Rows merged per transaction: the most a crash can cost. */
const PIECE_ROWS = 50_000;
/** From this size on, a piece is written in address order. */
const SORTED_ROWS = 10_000;
/** How often a concurrent insert of one of the piece's leads is tolerated. */
const MAX_COLLISIONS = 5;
const UNIQUE_VIOLATION = '23505';

export interface MergeRequest extends AnalyseRequest {
  createdAt: Date;
}

/** The parts of a staged file that are not merged yet, in file order. */
export async function findPieces(client: pg.Client, { orgId, importId }: MergeRequest): Promise<Piece[]> {
  const { rows } = await client.query<Piece>(
    `select lower(r) - 1 as low, upper(r) - 1 as high from lead_imports,
       unnest(int8multirange(int8range(0, (select coalesce(max(n), 0) from ${stagingTables(importId).keys}), '(]'))
         - merged_ranges) r
     where org_id = $1 and id = $2 order by 1`,
    [orgId, importId],
  );
  return rows.flatMap(({ low, high }) =>
    Array.from({ length: Math.ceil((high - low) / PIECE_ROWS) }, (_, i) => ({
      low: low + i * PIECE_ROWS,
      high: Math.min(low + (i + 1) * PIECE_ROWS, high),
    })),
  );
}

/**
 * Merges a piece and commits it with its counts and the record that it is merged. Does nothing when another
 * run has already done so.
 */
export async function mergePiece(client: pg.Client, request: MergeRequest, piece: Piece): Promise<void> {
  for (let collisions = 0; ; collisions++) {
    await client.query('begin');
    try {
      const isOurs = await mergeRange(client, request, piece);
      await client.query(isOurs ? 'commit' : 'rollback');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      if ((error as { code?: string }).code !== UNIQUE_VIOLATION || collisions === MAX_COLLISIONS)
        throw error;
      await noteNewcomers(client, request, piece);
    }
  }
}

/** Adds leads of the piece created since known leads were looked up. */
async function noteNewcomers(client: pg.Client, request: MergeRequest, { low, high }: Piece): Promise<void> {
  if (!request.options.deduplicate) return;
  const t = stagingTables(request.importId);
  await client.query(
    `insert into ${t.known} select distinct on (k.n) k.n, l.id from ${t.keys} k
       join leads l on l.org_id = $1 and l.email = k.email
     where k.n > $2 and k.n <= $3 and k.problem is null order by k.n, l.email_copy on conflict do nothing`,
    [request.orgId, low, high],
  );
}

/** False when another run has merged the piece, or the import has ended. */
async function mergeRange(client: pg.Client, request: MergeRequest, { low, high }: Piece): Promise<boolean> {
  const { importId, orgId, options } = request;
  const t = stagingTables(importId);
  const range = (alias: string) => `${alias}.n > ${low} and ${alias}.n <= ${high}`;
  const usable = `${range('k')} and k.problem is null
    and not exists (select from ${t.repeats} r where r.n = k.n and ${range('r')})
    and not exists (select from ${t.barred} b where b.n = k.n and ${range('b')})`;
  const updates = updatesKnown(request);
  const { rows } = await client.query<{ known: number; barred: number }>(
    `select (select count(*) from ${t.known} o join ${t.keys} k using (n) where ${updates} and ${usable}) as known,
       (select count(*) from ${t.barred} b where ${range('b')}
          and not exists (select from ${t.repeats} r where r.n = b.n)) as barred`,
  );
  const { known, barred } = only(rows);
  if (updates) await updateKnown(client, request, usable, range('s'));
  if (options.deduplicate) {
    if (options.campaignId !== null) await joinKnown(client, request, usable);
    if (tagsOf(request).length > 0) await tagKnown(client, request, usable);
  }
  const order: LeadOrder = options.deduplicate && high - low >= SORTED_ROWS ? 'address' : 'file';
  const inserted = await insertNew(client, request, usable, { range, number: numberOf(order, low) });
  const { rowCount } = await client.query(
    `update lead_imports set merged_ranges = merged_ranges + int8multirange(int8range($3, $4, '(]')),
       inserted_count = inserted_count + $5, updated_count = updated_count + $6,
       merged_suppressed = merged_suppressed + $7
     where org_id = $1 and id = $2 and status = 'processing' and not merged_ranges && int8range($3, $4, '(]')`,
    [orgId, importId, low, high, inserted, known, barred],
  );
  return rowCount === 1;
}

function updatesKnown({ options }: MergeRequest): boolean {
  return options.deduplicate && options.dedupMode !== 'skip';
}

/** Whether pieces can be merged in parallel: no two of them touch the same lead. */
export function isDivisible(request: MergeRequest): boolean {
  return request.options.deduplicate && !updatesKnown(request);
}

/** Binds the lists used by the row expressions, after the statement's own values. */
function bindLists(text: string, values: unknown[], row: RowExpressions): [string, unknown[]] {
  const bound = [...values];
  for (const [name, list] of row.lists()) {
    if (!text.includes(name)) continue;
    bound.push(list);
    text = text.replaceAll(name, `$${bound.length}::text[]`);
  }
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

/** Order in which a piece's leads are written. */
type LeadOrder = 'address' | 'file';

/**
 * The number given to each lead of the piece after `low`. In address order both indexes are filled from left
 * to right; in file order each address would hit a random page of the whole index, which costs more than the
 * rest of the insert.
 */
function numberOf(order: LeadOrder, low: number): string {
  return order === 'file' ? 'k.n' : `${low} + row_number() over (order by k.email)`;
}

async function insertNew(
  client: pg.Client,
  request: MergeRequest,
  usable: string,
  { range, number }: { range: (alias: string) => string; number: string },
): Promise<number> {
  const { importId, orgId, options, detected, createdAt } = request;
  const t = stagingTables(importId);
  const row = new RowExpressions(detected);
  // One created meanwhile violates the index; the piece is then merged again.
  const isNew = `not exists (select from ${t.known} o where o.n = k.n and ${range('o')})`;
  const copy = options.deduplicate
    ? '0'
    : `row_number() over (partition by k.email order by k.n) - 1
       + coalesce((select max(l.email_copy) + 1 from leads l where l.org_id = $1 and l.email = k.email), 0)`;
  const [text, values] = bindLists(
    `with new_leads as (
       insert into leads (org_id, id, email, email_copy, ${leadColumns.join(', ')}, custom_fields, import_id, created_at, updated_at)
       select $1, ${leadId(importId, createdAt, number)}, k.email, ${copy}, ${leadExpressions(row).join(', ')}, ${row.customFields()},
         $2, $3, $3
       from ${t.keys} k join ${t.rows} s on s.n = k.n ${row.host()}
       where ${usable} and ${range('s')} ${options.deduplicate ? `and ${isNew}` : ''}
       returning id
     )${joinNew(request)}
     select count(*) as inserted from new_leads`,
    [orgId, importId, createdAt, ...(tagsOf(request).length === 0 ? [] : [tagsOf(request)])],
    row,
  );
  const { rows } = await client.query<{ inserted: number }>(text, values);
  return only(rows).inserted;
}

/** Related rows for each new lead; `$4` are the tags, if any. */
function joinNew({ options }: MergeRequest): string {
  const joined = `, joined as (
       insert into campaign_leads (org_id, campaign_id, lead_id, added_at)
       select $1, ${literal(options.campaignId ?? '')}::uuid, id, $3 from new_leads on conflict do nothing
     )`;
  const tagged = `, tagged as (
       insert into lead_tags (org_id, tag, lead_id, added_at)
       select $1, tag, id, $3 from new_leads cross join unnest($4::text[]) tag on conflict do nothing
     )`;
  return `${options.campaignId === null ? '' : joined}${tagsOf({ options }).length === 0 ? '' : tagged}`;
}

function tagsOf({ options }: Pick<MergeRequest, 'options'>): string[] {
  return options.tags ?? [];
}

/**
 * The id for a row's lead: a version 7 UUID built from the import's time, a number unique in the file, and
 * random bits of the import's id.
 */
function leadId(importId: string, createdAt: Date, number: string): string {
  const random = importId.replaceAll('-', '').slice(-7);
  const time = createdAt.getTime().toString(16).padStart(12, '0');
  // 12 digits: the variant's 8, plus the number with leading zeros.
  return `('${time}7${random.slice(0, 3)}' || to_hex(${number} + ${0x8000_0000_0000}) || '${random.slice(3)}')::uuid`;
}

/** `update`: the row's values win; `merge`: they only fill empty fields. */
async function updateKnown(
  client: pg.Client,
  request: MergeRequest,
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
       select k.n, o.lead_id as id,
         ${leadExpressions(row)
           .map((expression, i) => `${expression} as ${leadColumns[i]}`)
           .join(', ')},
         ${row.customFields()} as custom_fields
       from ${t.keys} k join ${t.rows} s on s.n = k.n join ${t.known} o on o.n = k.n ${row.host()}
       where ${usable} and ${rowRange}
     ),
     matched as (select distinct on (id) * from given order by id, n)
     update leads l set ${all.map(([column, expression]) => `${column} = ${expression}`).join(', ')}, updated_at = $2
     from matched g where l.org_id = $1 and l.id = g.id
       and (${all.map(([column, expression]) => `l.${column} is distinct from ${expression}`).join(' or ')})`,
    [orgId, now],
    row,
  );
  await client.query(text, values);
}

/** Adds leads that were already known to the campaign too. */
async function joinKnown(client: pg.Client, request: MergeRequest, usable: string): Promise<void> {
  const { importId, orgId, options, createdAt } = request;
  const t = stagingTables(importId);
  await client.query(
    `insert into campaign_leads (org_id, campaign_id, lead_id, added_at)
     select $1::uuid, $2::uuid, l.id, $3::timestamptz from leads l
     where l.org_id = $1 and l.id in (select o.lead_id from ${t.keys} k join ${t.known} o on o.n = k.n where ${usable})
     order by l.id for key share of l
     on conflict do nothing`,
    [orgId, options.campaignId, createdAt],
  );
}

/** Tags leads that were already known too. */
async function tagKnown(client: pg.Client, request: MergeRequest, usable: string): Promise<void> {
  const { importId, orgId, createdAt } = request;
  const t = stagingTables(importId);
  await client.query(
    `insert into lead_tags (org_id, tag, lead_id, added_at)
     select $1::uuid, tag, l.id, $3::timestamptz from leads l cross join unnest($2::text[]) tag
     where l.org_id = $1 and l.id in (select o.lead_id from ${t.keys} k join ${t.known} o on o.n = k.n where ${usable})
     order by l.id for key share of l on conflict do nothing`,
    [orgId, tagsOf(request), createdAt],
  );
}
