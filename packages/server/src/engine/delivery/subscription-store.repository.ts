import type { QueryRows } from '../../kit/db/index.ts';
import { required } from '../../kit/required.ts';
import type { SecretBox } from '../../kit/secrets/index.ts';
import { compileContentFilter } from './content-filter.ts';
import type { OnFailure } from './order-key.ts';
import { openReceiver, type SigningKeyRow } from './receiver/receiver.ts';
import type { ReceiverSettings } from './receiver/receiver-settings.ts';
import type { Face, SigningSecret, Subscription, SubscriptionStatus } from './subscription.ts';

interface SubscriptionRow {
  id: string;
  revision: number;
  org_id: string;
  face: Face;
  url: string;
  patterns: string[];
  platform: string | null;
  status: SubscriptionStatus;
  filter: object | null;
  max_concurrency: number | null;
  rate_per_second: number | null;
  breaker_failures: number | null;
  breaker_cooldown_seconds: number | null;
  order_path: string[] | null;
  on_failure: OnFailure | null;
  receiver: ReceiverSettings | null;
  signing_keys: SigningKeyRow[] | null;
  secrets: { version: number; sealed: string; expires_at: string | null }[];
}

const DEFAULT_CONCURRENCY = 64;

const COLUMNS = `s.id, s.revision, s.org_id, s.face, s.url, s.patterns, s.platform, s.status, s.filter,
  s.max_concurrency, s.rate_per_second, s.breaker_failures, s.breaker_cooldown_seconds, s.order_path, s.on_failure, s.receiver,
  (select json_agg(json_build_object('version', k.version, 'sealed', k.sealed, 'expires_at', k.expires_at)
     order by k.version desc)
   from subscription_secrets k
   where k.subscription_id = s.id and k.org_id = s.org_id and (k.expires_at is null or k.expires_at > to_timestamp($2 / 1000.0))) as secrets,
  case when s.receiver is not null then
    (select json_agg(json_build_object('version', k.version, 'sealed', k.sealed, 'expires_at', k.expires_at)
       order by k.version desc)
     from subscription_signing_keys k
     where k.subscription_id = s.id and k.org_id = s.org_id and (k.expires_at is null or k.expires_at > to_timestamp($2 / 1000.0)))
  end as signing_keys`;

/** Sealing context of a subscription's secret: a sealed text moved to another row does not open. */
export function secretContext(subscriptionId: string, version: number): string {
  return `subscription_secrets/${subscriptionId}/${version}`;
}

/**
 * Reads whole subscriptions, secrets opened, for the engine's memory. `defaultConcurrency` applies to those
 * that set none.
 */
export function createSubscriptionStore(secretBox: SecretBox, defaultConcurrency = DEFAULT_CONCURRENCY) {
  const open = (row: SubscriptionRow) => openSubscription(row, secretBox, defaultConcurrency);
  return {
    async ofOrganizations(orgIds: string[], nowMs: number, query: QueryRows): Promise<Subscription[]> {
      const sql = `select ${COLUMNS} from subscriptions s where s.org_id = any($1::uuid[])`;
      return (await query<SubscriptionRow>(sql, [orgIds, nowMs])).map(open);
    },
    async withIds(ids: string[], nowMs: number, query: QueryRows): Promise<Subscription[]> {
      const sql = `select ${COLUMNS} from subscriptions s where s.id = any($1::uuid[])`;
      return (await query<SubscriptionRow>(sql, [ids, nowMs])).map(open);
    },
  };
}

export type SubscriptionStore = ReturnType<typeof createSubscriptionStore>;

function openSubscription(
  row: SubscriptionRow,
  secretBox: SecretBox,
  defaultConcurrency: number,
): Subscription {
  const secrets: SigningSecret[] = row.secrets.map(({ version, sealed, expires_at }) => ({
    version,
    secret: secretBox.open(sealed, secretContext(row.id, version)),
    expiresAt: expires_at === null ? null : Date.parse(expires_at),
  }));
  return {
    id: row.id,
    revision: row.revision,
    orgId: row.org_id,
    face: row.face,
    url: row.url,
    patterns: row.patterns,
    platform: row.platform,
    status: row.status,
    filter: row.filter === null ? null : compileContentFilter(row.filter),
    secrets,
    maxConcurrency: row.max_concurrency ?? defaultConcurrency,
    ratePerSecond: row.rate_per_second,
    breaker:
      row.breaker_failures === null
        ? null
        : { failures: row.breaker_failures, cooldownMs: (row.breaker_cooldown_seconds ?? 30) * 1000 },
    ordering: row.order_path && {
      path: row.order_path,
      onFailure: required(row.on_failure, 'what a failure does to an order'),
    },
    receiver: openReceiver(row.receiver, row.signing_keys, row.id, secretBox),
  };
}
