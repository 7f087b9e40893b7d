import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sleep } from '../../harness/monotonic-clock.ts';
import { writeLeadsFile } from '../../outreach-import/write-file.ts';
import type { Filling } from './filling.ts';

const POLL_MS = 100;

interface ImportJob {
  import_job_id: string;
  status: string;
}

const tags = [
  'fair 2024',
  'fair 2025',
  'open source',
  'newsletter',
  'partner',
  'board',
  'warm',
  'cold',
  'press',
  'alumni',
];

// Each lead has two tags of ten, some of them rare.
const TAGS = `
  insert into lead_tags (org_id, tag, lead_id, added_at)
  select distinct on (tag, id) org_id, ($2::text[])[1 + floor(cardinality($2::text[]) * power(random(), 2))::int] as tag, id, now()
  from leads, generate_series(1, 2) where org_id = $1`;

// Every third one is enriched.
const PROFILES = `
  with chosen as (
    select org_id, id, domain, row_number() over (order by id) as place from leads where org_id = $1
  ), run as (
    insert into lead_enrichments (org_id, id, lead_id, status, result, cost_micros, trace_id, enriched_at)
    select org_id, uuidv7(), id, 'completed', jsonb_build_object('company', jsonb_build_object('domain', domain)), 4200,
      gen_random_uuid(), now() - place * interval '4 minutes'
    from chosen where place % 3 = 0 returning org_id, id, lead_id, enriched_at
  )
  insert into lead_profiles (org_id, lead_id, enrichment_id, company, person, intent, provenance, enriched_at)
  select org_id, lead_id, id,
    jsonb_build_object('industry', (array['software', 'logistics', 'retail'])[1 + (random() * 2)::int], 'employees', (random() * 5000)::int),
    '{"seniority":"head"}', '{"hiring":true}', '{}', enriched_at
  from run`;

const SUPPRESSIONS = `
  insert into suppressions (id, org_id, kind, value, value_hash, reason, source, created_at, expires_at)
  select uuidv7(), $1, 'email', v, suppression_hash($1, v), 'unsubscribed', 'unsubscribe', now() - n * interval '1 hour',
    case when n % 50 = 0 then now() - n * interval '1 hour' + interval '1 year' end
  from generate_series($2::int, $3::int - 1) n, lateral (select 'gone.' || n || '@firm-' || n % 997 || '.example' as v) named`;

/** Leads as an import brings them, with their scores; tags, profiles, and people who are not written to. */
export async function fillLeads(filling: Filling): Promise<void> {
  const { query, orgId, sizes } = filling;
  const folder = await mkdtemp(join(tmpdir(), 'trivium-volume-'));
  try {
    const path = join(folder, 'leads.csv');
    // One row in ten repeats another one.
    await writeLeadsFile(path, Math.ceil(sizes.leads * 1.1));
    await importFile(filling, path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await query(TAGS, [orgId, tags]);
  await query(PROFILES, [orgId]);
  await query(SUPPRESSIONS, [orgId, 0, Math.ceil(sizes.leads / 15)]);
  for (const table of ['leads', 'lead_scores', 'lead_tags', 'lead_profiles', 'suppressions']) {
    await query(`analyze ${table}`);
  }
}

/** Imports a file, and waits for its leads and their scores. */
export async function importFile({ query, orgId, call }: Filling, path: string): Promise<void> {
  const body = Readable.toWeb(createReadStream(path, { highWaterMark: 1_048_576 }));
  let job = await call<ImportJob>('POST', '/v1/outreach/leads/import?auto_score=true', body, 'text/csv');
  while (!/^(completed|failed)/.test(job.status)) {
    await sleep(POLL_MS);
    job = await call<ImportJob>('GET', `/v1/outreach/imports/${job.import_job_id}`);
  }
  if (job.status === 'failed') throw new Error(JSON.stringify(job));
  for (;;) {
    const unscored = await query(
      `select from (select org_id, id from leads where org_id = $1 order by id desc limit 1) l
       where not exists (select from lead_scores s where s.org_id = l.org_id and s.lead_id = l.id)`,
      [orgId],
    );
    if (unscored.length === 0) return;
    await sleep(POLL_MS);
  }
}
