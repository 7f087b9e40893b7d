import type { FactKey } from '../../../packages/server/src/engine/catalog/index.ts';
import { factByKey } from '../../../packages/server/src/engine/catalog/index.ts';
import { sampleData } from '../../load/request-template.ts';
import { LEAF_HASH } from '../../load/seed-log.ts';
import type { Filling } from './filling.ts';

/** Events as they come in a log; `{n}` in a text becomes the number of the event. */
interface Kind {
  /** How often it comes, beside the others. */
  share: number;
  type: string;
  source: string;
  fact: string | null;
  data: string;
  metadata: string;
}

const resources = [
  ...['order', 'invoice', 'shipment', 'customer', 'refund', 'stock', 'price', 'cart', 'coupon', 'parcel'],
  ...['return', 'payment', 'payout', 'ticket', 'product', 'bundle', 'review', 'seller', 'basket', 'plan'],
];
const actions = ['created', 'updated', 'paid', 'sent', 'failed', 'closed', 'opened', 'merged', 'held'];
/** Every event of it is delivered to those that match. */
export const SHOP = 'shop';

const CORRELATED = '{"correlationId":"cor_{n}"}';

/** 180 types of a client, the platform's own, and one in a hundred that tells what somebody did. */
function kindsOf(actor: string): Kind[] {
  const [before = '', after = ''] = JSON.stringify(sampleData('bench.volume')).split(/(?<="seq":")\d+/);
  const shop = resources.flatMap((resource, i) =>
    actions.map((action, j) => ({
      share: 60 / ((i + 1) * (j + 1)) / 10,
      type: `${SHOP}.${resource}.${action}`,
      source: `service-${i}`,
      fact: null,
      data: `${before}{n}${after}`,
      metadata: CORRELATED,
    })),
  );
  const platform = (key: FactKey, share: number, source: string): Kind => {
    const { names, sample } = factByKey(key) as { names: Record<string, string>; sample: object };
    const type = names.events ?? names.webhooks ?? names.area ?? key;
    return { share, type, source, fact: key, data: JSON.stringify(sample), metadata: CORRELATED };
  };
  const deed = {
    thing: 'webhook_subscription',
    thing_id: 'whs_{n}',
    action: 'changed',
    fields: ['url'],
    name: 'Orders',
    part_of: null,
  };
  return [
    ...shop,
    platform('communication_sent', 20, 'outreach'),
    platform('communication_opened', 10, 'outreach'),
    platform('lead_scored', 4, 'outreach'),
    platform('communication_replied', 1, 'outreach'),
    platform('analysis_completed', 1, 'review'),
    platform('review_completed', 1, 'review'),
    {
      share: 1,
      type: 'access.configuration.changed',
      source: 'access',
      fact: 'access_configuration_changed',
      data: JSON.stringify(deed),
      metadata: `{"actor":"${actor}"}`,
    },
  ];
}

// A business grows: there are more events of late.
const SQL = `
  with head as (
    update event_logs set size = size + ($3::bigint - $2::bigint) where org_id = $1 returning size - ($3::bigint - $2::bigint) as base
  ),
  drawn as materialized (
    select base + n - $2::bigint as position, n as sequence, width_bucket(random(), $4::float8[]) as kind,
      date_trunc('milliseconds', now() - make_interval(secs => $5::float8 * 86400 * (1 - sqrt((n + 1) / $6::float8)))) as occurred_at
    from head, generate_series($2::bigint, $3::bigint - 1) as n
  ),
  rows as materialized (
    select d.position, uuidv7(d.occurred_at - now()) as id, k.type, k.source, nullif(k.fact, '') as fact, d.occurred_at,
      'cor_' || d.sequence / 3 as correlation_id, replace(k.data, '{n}', lpad(d.sequence::text, 9, '0')) as data,
      replace(k.metadata, '{n}', (d.sequence / 3)::text) as metadata
    from drawn d join unnest($7::text[], $8::text[], $9::text[], $10::text[], $11::text[]) with ordinality
      as k(type, source, fact, data, metadata, kind) using (kind)
  )
  insert into events (org_id, position, id, type, source, occurred_at, correlation_id, fact, data, metadata, leaf_hash)
  select $1, position, id, type, source, occurred_at, case when metadata like '{"cor%' then correlation_id end, fact, data,
    metadata, ${LEAF_HASH}
  from rows order by position`;

const ROWS_AT_ONCE = 20_000;

/** Writes the log as the service would have written it, leaf hashes and all. */
export async function fillLog({ query, orgId, sizes, call }: Filling): Promise<void> {
  const { keys } = await call<{ keys: { id: string }[] }>('GET', '/v1/keys');
  const kinds = kindsOf(keys[0]?.id ?? 'key_unknown');
  const all = kinds.reduce((sum, { share }) => sum + share, 0);
  let reached = 0;
  const thresholds = kinds.map(({ share }) => {
    const from = reached;
    reached += share / all;
    return from;
  });
  for (let from = 0; from < sizes.events; from += ROWS_AT_ONCE) {
    await query(SQL, [
      orgId,
      from,
      Math.min(from + ROWS_AT_ONCE, sizes.events),
      thresholds,
      sizes.days,
      sizes.events,
      kinds.map(({ type }) => type),
      kinds.map(({ source }) => source),
      kinds.map(({ fact }) => fact ?? ''),
      kinds.map(({ data }) => data),
      kinds.map(({ metadata }) => metadata),
    ]);
  }
  await query('analyze events');
}
