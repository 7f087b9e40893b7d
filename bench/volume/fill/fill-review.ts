import { zipOf } from '../../../packages/server/src/app/testing/sample-file.ts';
import { sleep } from '../../harness/monotonic-clock.ts';
import type { Filling } from './filling.ts';
import { inParts, uuidOf } from './filling.ts';

const POLL_MS = 200;
const ENDED = /^(completed|failed|timed_out)/;

/** One application and review that the service made, and many like them. */
export async function fillReview(filling: Filling): Promise<void> {
  const { query, orgId, sizes } = filling;
  const first = await reviewOne(filling);
  await query(APPLICATIONS, [orgId, first.application, sizes.applications, sizes.days]);
  await query(READINESS, [orgId, first.application]);
  await query(REVIEWS, [orgId, first.review, sizes.reviews, sizes.days]);
  await query(AGENTS, [orgId, first.review]);
  await inParts(filling, { total: sizes.findings, atOnce: 50_000 }, FINDINGS, first.review, sizes.reviews);
  await inParts(filling, { total: sizes.components }, COMPONENTS, first.application, sizes.applications);
  await query(EVENTS, [orgId]);
  for (const table of [
    'applications',
    'readiness',
    'reviews',
    'agents',
    'findings',
    'components',
    'events',
  ]) {
    await query(`analyze review_${table}`);
  }
}

async function reviewOne({ call }: Filling): Promise<{ application: string; review: string }> {
  const archive = new Uint8Array(
    await zipOf({
      'package.json': JSON.stringify({
        name: 'orders',
        version: '1.0.0',
        license: 'MIT',
        main: 'src/server.js',
      }),
      'src/server.js': `const db = require('./db');\nrequire('http').createServer((request, response) => {\n  const id = new URL(request.url, 'http://x').searchParams.get('id');\n  db.query("select * from orders where id = " + id, (rows) => response.end(JSON.stringify(rows)));\n}).listen(80);\n`,
      'src/db.js': `exports.query = (text, done) => require('pg').query(text).then(done);\n`,
    }),
  );
  const { id } = await call<{ id: string }>(
    'POST',
    '/v1/review/applications?name=orders',
    archive,
    'application/zip',
  );
  const { review_id } = await call<{ review_id: string }>('POST', `/v1/review/applications/${id}/review`, {
    categories: ['all'],
  });
  for (;;) {
    const { status } = await call<{ status: string }>('GET', `/v1/review/reviews/${review_id}`);
    if (ENDED.test(status)) return { application: uuidOf(id), review: uuidOf(review_id) };
    await sleep(POLL_MS);
  }
}

/** A row with other values in some columns. */
const like = (table: string, row: string, changes: string) =>
  `(jsonb_populate_record(null::${table}, to_jsonb(${row}) || jsonb_build_object(${changes}))).*`;
const NAMED = (kind: string, n: string) => `md5($1::uuid::text || '${kind}' || ${n})::uuid`;

// Five versions of each.
const APPLICATIONS = `
  insert into review_applications
  select ${like(
    'review_applications',
    'a',
    `'id', ${NAMED('application', 'n')}, 'name', 'Application ' || n / 5, 'revision', md5(n::text),
    'created_at', at, 'updated_at', at, 'overall_score', n % 100, 'vulnerabilities', n % 9, 'correlation_id', 'cor_' || n,
    'status', (array['analyzed', 'approved', 'archived', 'analysis_failed'])[1 + n % 4], 'latest_review_id', null`,
  )}
  from review_applications a, generate_series(0, $3::int - 1) n,
    lateral (select now() - make_interval(days => $4::int) * (1 - n / $3::float8) as at) t
  where a.org_id = $1 and a.id = $2`;

const READINESS = `
  insert into review_readiness
  select ${like('review_readiness', 'r', `'application_id', a.id, 'score', (r.score + a.overall_score) % 100`)}
  from review_readiness r join review_applications a on a.org_id = r.org_id and a.id <> r.application_id
  where r.org_id = $1 and r.application_id = $2`;

const REVIEWS = `
  insert into review_reviews
  select ${like(
    'review_reviews',
    'r',
    `'id', ${NAMED('review', 'n')}, 'created_at', at, 'updated_at', at, 'started_at', at,
    'completed_at', at + interval '1 minute', 'correlation_id', 'cor_' || n, 'application_id',
    ${NAMED('application', 'n % (select count(*) - 1 from review_applications where org_id = $1)')}`,
  )}
  from review_reviews r, generate_series(0, $3::int - 1) n,
    lateral (select now() - make_interval(days => $4::int) * (1 - n / $3::float8) as at) t
  where r.org_id = $1 and r.id = $2`;

const AGENTS = `
  insert into review_agents
  select ${like('review_agents', 'g', `'review_id', r.id`)}
  from review_agents g join review_reviews r on r.org_id = g.org_id and r.id <> g.review_id
  where g.org_id = $1 and g.review_id = $2`;

const FINDINGS = `
  with f as materialized (
    select f, row_number() over (order by fingerprint, agent_id) - 1 as place, count(*) over () as findings from review_findings f
    where org_id = $1 and review_id = $4
  )
  insert into review_findings
  select ${like(
    'review_findings',
    'f.f',
    `'review_id', ${NAMED('review', 'n % $5::bigint')}, 'fingerprint', md5('finding' || n / 10),
    'severity', n % 4, 'file', 'src/part-' || n % 400 || '.js', 'line', n % 1000`,
  )}
  from generate_series($2::bigint, $3::bigint - 1) n join f on f.place = n % (select count(*) from f)
  on conflict do nothing`;

const COMPONENTS = `
  with c as materialized (select c from review_components c where org_id = $1 and application_id = $4 limit 1)
  insert into review_components
  select ${like(
    'review_components',
    'c.c',
    `'id', ${NAMED('component', 'n')}, 'application_id', ${NAMED('application', 'n % $5::bigint')},
    'key', 'part ' || n, 'name', 'part-' || n, 'path', 'src/part-' || n, 'reusability_score', n % 100`,
  )}
  from generate_series($2::bigint, $3::bigint - 1) n, c`;

// Which of the events of the log are about which application.
const EVENTS = `
  with a as materialized (
    select id, row_number() over (order by created_at) - 1 as place, count(*) over () as applications from review_applications where org_id = $1
  )
  insert into review_events (org_id, application_id, position, type, fact, occurred_at, correlation_id)
  select e.org_id, a.id, e.position, e.type, e.fact, e.occurred_at, e.correlation_id
  from events e join a on a.place = e.position % (select count(*) from review_applications where org_id = $1)
  where e.org_id = $1 and e.source = 'review' and e.fact in ('analysis_completed', 'review_completed') on conflict do nothing`;
