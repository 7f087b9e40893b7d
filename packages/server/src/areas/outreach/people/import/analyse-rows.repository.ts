import type pg from 'pg';
import { only } from '../../../../kit/db/index.ts';
import { internationalAddresses } from './international-address.repository.ts';
import { freeMailDomains, linkedinKeyOf, nameKeyOf, phoneKeyOf, RowExpressions } from './row-expressions.ts';
import {
  type DedupKey,
  type Detected,
  type ImportCounts,
  type ImportOptions,
  stagingTables,
} from './staging.ts';

export interface AnalyseRequest {
  orgId: string;
  importId: string;
  options: ImportOptions;
  detected: Detected;
  /** Suppressions expired by then do not count. */
  now: Date;
}

/** Analyses each staged row: its keys, its problems, and which earlier row it duplicates. */
export async function analyseRows(client: pg.Client, request: AnalyseRequest): Promise<void> {
  const { importId, options, detected } = request;
  const t = stagingTables(importId);
  const row = new RowExpressions(detected);
  const others = otherKeys(options);
  const text = `create unlogged table ${t.keys} with (autovacuum_enabled = off) as
    select s.n, s.email, ${row.problem()} as problem${keyColumns(row, others)}
    from ${row.source(t.rows)} ${others.includes('domain_name') ? row.host() : ''}`;
  await client.query(withFreeMail(text));
  await client.query(`create index on ${t.keys} using brin (n) with (pages_per_range = 16)`);
  await client.query(`create index on ${t.rows} using brin (n) with (pages_per_range = 16)`);
  await client.query(`analyze ${t.keys}`);
  await client.query(`analyze ${t.rows} (n)`);
  await findInternational(client, request);
  await findRepeats(client, request);
}

/** Rechecks rows rejected for non-ASCII letters that have a valid international address. */
async function findInternational(client: pg.Client, request: AnalyseRequest): Promise<void> {
  const t = stagingTables(request.importId);
  const row = new RowExpressions(request.detected);
  const others = otherKeys(request.options);
  const names = ['email', 'problem', ...others];
  const source = `(select r.*, v.email, true as plain from unnest($1::bigint[], $2::text[]) v(n, email) join ${t.rows} r using (n)) s`;
  const text = `update ${t.keys} k set ${names.map((name) => `${name} = f.${name}`).join(', ')}
    from (select s.n, s.email, ${row.problem()} as problem${keyColumns(row, others)}
      from ${source} ${others.includes('domain_name') ? row.host() : ''}) f where f.n = k.n`;
  for await (const found of internationalAddresses(client, t.keys)) {
    if (found.length === 0) continue;
    await client.query(withFreeMail(text), [found.map(({ n }) => n), found.map(({ email }) => email)]);
  }
}

function keyColumns(row: RowExpressions, others: readonly Exclude<DedupKey, 'email'>[]): string {
  const keyOf: Record<Exclude<DedupKey, 'email'>, string> = {
    domain_name: row.nameKey('s.email'),
    linkedin_url: row.linkedinKey(),
    phone: row.phoneKey(),
  };
  return others.map((key) => `, ${keyOf[key]} as ${key}`).join('');
}

function withFreeMail(text: string): string {
  return text.replaceAll('$free', `'{${freeMailDomains.join(',')}}'::text[]`);
}

function otherKeys({ deduplicate, dedupKeys }: ImportOptions): Exclude<DedupKey, 'email'>[] {
  return deduplicate ? dedupKeys.filter((key) => key !== 'email') : [];
}

async function findRepeats(client: pg.Client, { importId, options }: AnalyseRequest): Promise<void> {
  const t = stagingTables(importId);
  await client.query(`create unlogged table ${t.repeats} (n bigint primary key, first_n bigint not null)`);
  if (!options.deduplicate) return;
  const keys = [...new Set<DedupKey>(['email', ...options.dedupKeys])];
  const repeatsOf = (key: string) => `
    select k.n, f.first_n from ${t.keys} k join (
      select ${key}, min(n) as first_n from ${t.keys} where problem is null and ${key} is not null
      group by ${key} having count(*) > 1
    ) f using (${key}) where k.problem is null and k.n > f.first_n`;
  await client.query(`insert into ${t.repeats}
    select n, min(first_n) from (${keys.map(repeatsOf).join(' union all ')}) r group by n order by n`);
  await client.query(`analyze ${t.repeats}`);
  // A row may duplicate one that itself duplicates another by a different key: all resolve to the first.
  for (let changed = keys.length > 1 ? 1 : 0; changed > 0; ) {
    const { rowCount } = await client.query(
      `update ${t.repeats} r set first_n = f.first_n from ${t.repeats} f where f.n = r.first_n`,
    );
    changed = rowCount ?? 0;
  }
}

/** Computes what depends on the current leads and suppressions, replacing earlier results. */
export async function findKnown(client: pg.Client, request: AnalyseRequest): Promise<void> {
  await findBarred(client, request);
  const { importId, options, orgId } = request;
  const t = stagingTables(importId);
  await client.query(`drop table if exists ${t.known}`);
  await client.query(`create unlogged table ${t.known} (n bigint primary key, lead_id uuid not null)`);
  const keyOfLead = {
    domain_name: nameKeyOf('l.domain', 'l.first_name', 'l.last_name'),
    linkedin_url: linkedinKeyOf('l.linkedin_url'),
    phone: phoneKeyOf('l.phone'),
  };
  const { rows: some } = await client.query('select from leads where org_id = $1 limit 1', [orgId]);
  if (some.length === 0 || !options.deduplicate) return;
  const matches = otherKeys(options).map(
    (
      key,
    ) => `select k.n, 2147483647 as rank, l.id from ${t.keys} k join leads l on ${keyOfLead[key]} = k.${key}
      where l.org_id = $1 and k.problem is null`,
  );
  // The address is the strongest key; if several leads share it, the first one is meant.
  const byAddress = `select k.n, l.email_copy as rank, l.id from ${t.keys} k join leads l on l.email = k.email
    where l.org_id = $1 and k.problem is null`;
  await client.query(
    `insert into ${t.known} select distinct on (n) n, id from (${[byAddress, ...matches].join(' union all ')}) m
     order by n, rank, id`,
    [orgId],
  );
  await client.query(`analyze ${t.known}`);
}

async function findBarred(
  client: pg.Client,
  { orgId, importId, options, now }: AnalyseRequest,
): Promise<void> {
  const t = stagingTables(importId);
  await client.query(`drop table if exists ${t.barred}`);
  await client.query(`create unlogged table ${t.barred} (n bigint primary key)`);
  const inForce = `s.org_id = $1 and (s.campaign_id is null or s.campaign_id = $2) and (s.expires_at is null or s.expires_at > $3)`;
  const values = [orgId, options.campaignId, now];
  const { rows } = await client.query<{ kind: string; hashed: boolean }>(
    `select kind, value is null as hashed from suppressions s where ${inForce} group by 1, 2`,
    values,
  );
  const has = (kind: string, hashed: boolean) =>
    rows.some((row) => row.kind === kind && row.hashed === hashed);
  const ways: string[] = [];
  if (has('email', false)) {
    ways.push(`select k.n from ${t.keys} k join suppressions s on s.value = k.email
      where s.kind = 'email' and k.problem is null and ${inForce}`);
  }
  if (has('email', true)) {
    ways.push(`select k.n from ${t.keys} k join suppressions s on s.value_hash = suppression_hash($1::uuid, k.email)
      where s.kind = 'email' and s.value is null and k.problem is null and ${inForce}`);
  }
  if (has('domain', false) || has('domain', true)) {
    ways.push(`select k.n from ${t.keys} k join (
        select distinct d.host from (select distinct split_part(email, '@', 2) as host from ${t.keys} where problem is null) d
        cross join lateral regexp_split_to_table(d.host, '[.]') with ordinality as l(label, i)
        join suppressions s on s.kind = 'domain'
          and s.value_hash = suppression_hash($1::uuid, array_to_string((string_to_array(d.host, '.'))[l.i:], '.'))
        where ${inForce}
      ) d on d.host = split_part(k.email, '@', 2) where k.problem is null`);
  }
  if (ways.length === 0) return;
  await client.query(
    `insert into ${t.barred} select distinct n from (${ways.join(' union all ')}) b`,
    values,
  );
  await client.query(`analyze ${t.barred}`);
}

/**
 * Counts the staged rows. Each valid row is exactly one of: repeat, suppressed, known, new; checked in this
 * order.
 */
export async function countRows(
  client: pg.Client,
  { importId, options }: Pick<AnalyseRequest, 'importId' | 'options'>,
): Promise<ImportCounts> {
  const t = stagingTables(importId);
  const { rows } = await client.query<Record<string, number>>(`
    select count(*) filter (where problem is distinct from 'blank_row') as all_rows,
      count(*) filter (where problem is null) as valid,
      (select count(*) from ${t.repeats}) as repeats,
      (select count(*) from ${t.barred} b where not exists (select from ${t.repeats} r where r.n = b.n)) as barred
    from ${t.keys}`);
  const { all_rows = 0, valid = 0, repeats = 0, barred = 0 } = only(rows);
  const known = options.deduplicate ? await countKnown(client, importId) : 0;
  return {
    rowCount: all_rows,
    validRowCount: valid,
    invalidRowCount: all_rows - valid,
    duplicateInFileCount: repeats,
    duplicateExistingCount: known,
    suppressedCount: barred,
  };
}

async function countKnown(client: pg.Client, importId: string): Promise<number> {
  const t = stagingTables(importId);
  const { rows } = await client.query<{ known: number }>(
    `select count(*) as known from ${t.known} o
     where not exists (select from ${t.repeats} r where r.n = o.n)
       and not exists (select from ${t.barred} b where b.n = o.n)`,
  );
  return only(rows).known;
}
