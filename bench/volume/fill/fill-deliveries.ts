import { FIGURES_LENGTH } from '../../../packages/server/src/engine/delivery/figures/attempt-figures.ts';
import { SHOP } from './fill-log.ts';
import type { Filling } from './filling.ts';
import { repeat, uuidOf } from './filling.ts';

/** The log of attempts goes back so far. */
export const KEPT_DAYS = 30;

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** Subscriptions, as the API makes them, with all that was sent to them, and what could not be. */
export async function fillDeliveries(filling: Filling): Promise<void> {
  const { query, orgId, sizes } = filling;
  const ids = await subscribe(filling);
  const matching = ids.slice(0, sizes.matching);
  for (let days = KEPT_DAYS; days >= 0; days--) {
    await query('select make_attempt_partition((now() at time zone $1)::date - $2::int)', ['UTC', days]);
  }
  const [log] = await query<{ first: number; end: number; shop: number }>(
    `select min(position)::int as first, max(position)::int + 1 as end, count(*) filter (where type like $3)::int as shop
     from events where org_id = $1 and occurred_at > now() - make_interval(days => $2)`,
    [orgId, KEPT_DAYS, `${SHOP}.%`],
  );
  const recent = log ?? { first: 0, end: 0, shop: 0 };
  await fillDeadLetters(filling, matching);
  // Each event went to some of them, so that there are as many attempts as wanted.
  const receivers = Math.max(
    1,
    Math.min(matching.length, Math.round(sizes.attempts / Math.max(1, recent.shop))),
  );
  for (let from = recent.first; from < recent.end; from += EVENTS_AT_ONCE) {
    const end = Math.min(from + EVENTS_AT_ONCE, recent.end);
    await query(ATTEMPTS, [orgId, from, end, matching, receivers, `${SHOP}.%`]);
    await query(DEAD_ATTEMPTS, [orgId, from, end]);
  }
  await fillFigures(filling, matching);
  await query(WAITING, [orgId, ids.slice(-Math.ceil(ids.length / 4)), sizes.waiting]);
  for (const table of [
    'delivery_attempts',
    'dead_letters',
    'deliveries',
    'delivery_figures',
    'subscriptions',
  ]) {
    await query(`analyze ${table}`);
  }
}

/** A quarter of the subscriptions are paused. */
async function subscribe({ call, sizes, receiver }: Filling): Promise<string[]> {
  const ids: string[] = [];
  await repeat(sizes.subscriptions, async (n) => {
    const { subscription_id } = await call<{ subscription_id: string }>(
      'POST',
      '/v1/webhooks/subscriptions',
      {
        name: `Receiver ${n}`,
        url: `${receiver}/${n}`,
        events: n < sizes.matching ? [`${SHOP}.*`] : [`team_${n}.created`, `team_${n}.closed`],
        secret: SECRET,
      },
    );
    ids[n] = subscription_id;
    const isPaused = n >= Math.floor((sizes.subscriptions * 3) / 4);
    if (isPaused) await call('POST', `/v1/webhooks/subscriptions/${subscription_id}/pause`);
  });
  return ids.map(uuidOf);
}

const EVENTS_AT_ONCE = 2_000;
const HEADERS = '{"content-type":"text/plain","date":"Fri, 27 Nov 2026 09:30:00 GMT"}';

const COLUMNS = `org_id, subscription_id, delivery_id, position, event_name, attempt, kind, succeeded, response_code,
  response_time_ms, attempted_at, next_retry_at, error, revision, response_headers, response_body`;

// One in thirty came at the second attempt only.
const ATTEMPTS = `
  with sent as materialized (
    select e.org_id, s.id as subscription_id, uuidv7(e.occurred_at - now()) as id, e.position, e.type, e.occurred_at,
      20 + (80 * power(random(), 4))::int as ms, (e.position + s.rank) % 30 = 0 as is_late
    from events e join unnest($4::uuid[]) with ordinality as s(id, rank)
      on (e.position * 7 + s.rank) % cardinality($4::uuid[]) < $5
    where e.org_id = $1 and e.position >= $2 and e.position < $3 and e.type like $6
  )
  insert into delivery_attempts (${COLUMNS})
  select org_id, subscription_id, id, position, type, 1, 'event', not is_late, case when is_late then 503 else 200 end, ms,
    occurred_at + interval '15 ms', case when is_late then occurred_at + interval '1 minute' end,
    case when is_late then 'unexpected_status: The receiver answered 503 instead of a 2xx status.' end, 1, '${HEADERS}', 'ok'::bytea
  from sent
  union all
  select org_id, subscription_id, id, position, type, 2, 'event', true, 200, ms, occurred_at + interval '1 minute', null, null,
    1, '${HEADERS}', 'ok'::bytea
  from sent where is_late`;

const DEAD = `
  insert into dead_letters (delivery_id, org_id, subscription_id, position, event_id, event_name, attempts, failed_at,
    last_response_code, last_error)
  select uuidv7(occurred_at - now()), org_id, ($4::uuid[])[1 + floor(cardinality($4::uuid[]) * power(random(), 3))::int],
    position, id, type, 5, occurred_at + interval '156 minutes', 500,
    'unexpected_status: The receiver answered 500 instead of a 2xx status.'
  from (
    select *, row_number() over (order by position) as place, count(*) over () as shop from events
    where org_id = $1 and type like $2
  ) e where place * $3::bigint / shop > (place - 1) * $3::bigint / shop`;

/** As many dead letters as wanted, evenly over the log, a few receivers having most of them. */
async function fillDeadLetters({ query, orgId, sizes }: Filling, matching: string[]): Promise<void> {
  await query(DEAD, [orgId, `${SHOP}.%`, sizes.deadLetters, matching]);
}

const DEAD_ATTEMPTS = `
  insert into delivery_attempts (${COLUMNS})
  select org_id, subscription_id, delivery_id, position, event_name, n, 'event', false, 500, 40,
    failed_at - interval '156 minutes' + ('{0,1,6,36,156}'::int[])[n] * interval '1 minute', null, last_error, 1, '${HEADERS}', 'no'::bytea
  from dead_letters, generate_series(1, 5) as n
  where org_id = $1 and position >= $2 and position < $3 and failed_at < now()`;

const FIGURES = `
  insert into delivery_figures (org_id, subscription_id, span, starts_at, lane, figures)
  select $1, s, $3::int, to_timestamp(floor(extract(epoch from now()) / $3::int) * $3::int) - n * make_interval(secs => $3::int), 0,
    array(select case when place % 5 = 1 or place = 13 then (random() * 40)::int else 0 end from generate_series(1, $5::int) place)
  from unnest($2::uuid[]) s, generate_series($6::int, $4::int) n`;

/** Sums of all that was sent in the last 400 days: by minute, hour and day, as the service rolls them up. */
async function fillFigures({ query, orgId }: Filling, matching: string[]): Promise<void> {
  for (const [span, first, last] of [
    [60, 1, 360],
    [3_600, 7, 14 * 24],
    [86_400, 15, 400],
  ]) {
    await query(FIGURES, [orgId, matching, span, last, FIGURES_LENGTH, first]);
  }
}

const WAITING = `
  insert into deliveries (id, org_id, subscription_id, position, event_name, next_attempt_at)
  select uuidv7(e.occurred_at - now()), e.org_id, ($2::uuid[])[1 + e.position % cardinality($2::uuid[])], e.position, e.type,
    e.occurred_at
  from events e where e.org_id = $1 order by e.position desc limit $3`;
