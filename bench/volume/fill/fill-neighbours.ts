import type { Filling } from './filling.ts';

/** Rows of each table that a neighbour has at most. */
const ROWS = 20;

/** Those whose rows belong to an organization alone, and so may be copied with another one's id. */
const tables = [
  ...['leads', 'lead_scores', 'lead_tags', 'lead_engagement', 'campaign_leads', 'inbound_messages'],
  ...['outreach_events', 'suppressions', 'cost_entries', 'traces', 'trace_spans', 'api_requests'],
  ...['contracts', 'contract_versions', 'transactions', 'ingestion_jobs', 'delivery_figures'],
];

const ORGANIZATIONS = `
  insert into organizations (id, name, created_at)
  select md5('neighbour' || n)::uuid, 'neighbour ' || n, now() from generate_series(1, $1::int) n on conflict do nothing`;

const COLUMNS = `
  select attname::text as name from pg_attribute
  where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`;

/** Many organizations with a little of what this one has, so that it is one tenant among others to the planner. */
export async function fillNeighbours({ query, orgId }: Filling, count: number): Promise<void> {
  await query(ORGANIZATIONS, [count]);
  for (const table of tables) {
    const columns = (await query<{ name: string }>(COLUMNS, [table])).map(({ name }) => name);
    const copied = columns.map((name) => (name === 'org_id' ? `md5('neighbour' || n)::uuid` : `t.${name}`));
    await query(
      `insert into ${table} (${columns.join(', ')}) select ${copied.join(', ')}
       from generate_series(1, $2::int) n cross join (select * from ${table} where org_id = $1 limit ${ROWS}) t
       on conflict do nothing`,
      [orgId, count],
    );
    await query(`analyze ${table}`);
  }
}
