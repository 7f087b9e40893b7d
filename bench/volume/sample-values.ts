import type { Filling } from './fill/filling.ts';

/** What stands for a parameter in a path, by the path in front of it: where most hangs on it. */
const places: readonly { path: string; prefix?: string; sql: string }[] = [
  {
    path: '/v1/events/',
    prefix: 'evt',
    sql: `select id from events where org_id = $1 and type like 'shop.%' order by position desc limit 1`,
  },
  {
    path: '/v1/webhooks/subscriptions/',
    prefix: 'whs',
    sql: `select subscription_id as id from dead_letters where org_id = $1 group by 1 order by count(*) desc limit 1`,
  },
  {
    path: '/v1/webhooks/deliveries/',
    prefix: 'dlv',
    sql: 'select delivery_id as id from dead_letters where org_id = $1 order by failed_at desc limit 1',
  },
  {
    path: '/v1/contracts/contracts/',
    prefix: 'ctr',
    sql: `select contract_id as id from transactions where org_id = $1 group by 1 order by count(*) desc limit 1`,
  },
  {
    path: '/v1/contracts/deployments/',
    prefix: 'dep',
    sql: `select id from transactions where org_id = $1 and kind = 'deployment' limit 1`,
  },
  {
    path: '/v1/contracts/executions/',
    prefix: 'exe',
    sql: `select id from transactions where org_id = $1 and kind = 'execution' limit 1`,
  },
  {
    path: '/v1/contracts/ingestion/jobs/',
    prefix: 'ing',
    sql: 'select id from ingestion_jobs where org_id = $1 limit 1',
  },
  {
    path: '/v1/outreach/imports/',
    prefix: 'imp',
    sql: 'select id from lead_imports where org_id = $1 limit 1',
  },
  {
    path: '/v1/outreach/leads/',
    prefix: 'led',
    sql: 'select lead_id as id from communications where org_id = $1 and replied_at is not null limit 1',
  },
  {
    path: '/v1/outreach/suppressions/',
    prefix: 'spr',
    sql: 'select id from suppressions where org_id = $1 limit 1',
  },
  {
    path: '/v1/outreach/agents/',
    prefix: 'agt',
    sql: 'select id from outreach_agents where org_id = $1 order by total_executions desc limit 1',
  },
  {
    path: '/v1/outreach/traces/',
    sql: `select replace(id::text, '-', '') as id from traces where org_id = $1 limit 1`,
  },
  {
    path: '/v1/outreach/campaigns/',
    prefix: 'cmp',
    sql: `select id from outreach_campaigns where org_id = $1 and status = 'active' order by created_at desc limit 1`,
  },
  {
    path: '/v1/outreach/communications/',
    prefix: 'com',
    sql: 'select id from communications where org_id = $1 limit 1',
  },
  {
    path: '/v1/outreach/mailboxes/',
    prefix: 'mbx',
    sql: 'select id from outreach_mailboxes where org_id = $1 limit 1',
  },
  {
    path: '/v1/outreach/inbound/',
    prefix: 'inb',
    sql: 'select id from inbound_messages where org_id = $1 limit 1',
  },
  {
    path: '/v1/outreach/meetings/',
    prefix: 'mtg',
    sql: 'select id from outreach_meetings where org_id = $1 limit 1',
  },
  {
    path: '/v1/review/applications/',
    prefix: 'app',
    sql: 'select application_id as id from review_components where org_id = $1 limit 1',
  },
  {
    path: '/v1/review/reviews/',
    prefix: 'rev',
    sql: 'select review_id as id from review_findings where org_id = $1 group by 1 order by count(*) desc limit 1',
  },
  {
    path: '/v1/review/components/',
    prefix: 'cpt',
    sql: 'select id from review_components where org_id = $1 limit 1',
  },
  {
    path: '/v1/review/findings/',
    sql: 'select fingerprint as id from review_findings where org_id = $1 limit 1',
  },
  {
    path: '/v1/workflows/',
    prefix: 'wfl',
    sql: 'select workflow_id as id from workflow_runs where org_id = $1 group by 1 order by count(*) desc limit 1',
  },
  {
    path: '/v1/keys/',
    prefix: 'key',
    sql: `select id from api_keys where org_id = $1 and revoked_at is null and origin <> 'person' limit 1`,
  },
  {
    path: '/v1/requests/',
    prefix: 'req',
    sql: 'select id from api_requests where org_id = $1 order by id desc limit 1',
  },
];

/** An id for each place of a path that one is known for. */
export async function readIds({
  query,
  orgId,
}: Pick<Filling, 'query' | 'orgId'>): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { path, prefix, sql } of places) {
    const [row] = await query<{ id: string }>(sql, [orgId]);
    if (row !== undefined)
      ids.set(path, prefix === undefined ? row.id : `${prefix}_${row.id.replaceAll('-', '')}`);
  }
  ids.set('/v1/webhooks/signing-keys/', ids.get('/v1/webhooks/subscriptions/') ?? '');
  return ids;
}
