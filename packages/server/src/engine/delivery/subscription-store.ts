import type { SecretBox } from '../../kit/secrets/index.ts';
import type { QueryRows } from '../spine/index.ts';
import { compileContentFilter } from './content-filter.ts';
import type { Face, SigningSecret, Subscription, SubscriptionStatus } from './subscription.ts';

interface SubscriptionRow {
  id: string;
  org_id: string;
  face: Face;
  url: string;
  patterns: string[];
  platform: string | null;
  status: SubscriptionStatus;
  filter: object | null;
  max_concurrency: number;
  rate_per_second: number | null;
  breaker_failures: number | null;
  breaker_cooldown_seconds: number | null;
  failing_since: Date | null;
  secrets: { version: number; sealed: string; expires_at: string | null }[];
}

const COLUMNS = `s.id, s.org_id, s.face, s.url, s.patterns, s.platform, s.status, s.filter, s.max_concurrency,
  s.rate_per_second, s.breaker_failures, s.breaker_cooldown_seconds, s.failing_since,
  (select json_agg(json_build_object('version', k.version, 'sealed', k.sealed, 'expires_at', k.expires_at)
     order by k.version desc)
   from subscription_secrets k
   where k.subscription_id = s.id and (k.expires_at is null or k.expires_at > to_timestamp($2 / 1000.0))) as secrets`;

/** The sealing context of a subscription's secret: a sealed text moved to another row does not open. */
export function secretContext(subscriptionId: string, version: number): string {
  return `subscription_secrets/${subscriptionId}/${version}`;
}

/** Reads whole subscriptions, secrets opened, for the engine's memory. */
export function createSubscriptionStore(secretBox: SecretBox) {
  return {
    async ofOrganizations(orgIds: string[], nowMs: number, query: QueryRows): Promise<Subscription[]> {
      const sql = `select ${COLUMNS} from subscriptions s where s.org_id = any($1::uuid[])`;
      return (await query<SubscriptionRow>(sql, [orgIds, nowMs])).map((row) => open(row, secretBox));
    },
    async withIds(ids: string[], nowMs: number, query: QueryRows): Promise<Subscription[]> {
      const sql = `select ${COLUMNS} from subscriptions s where s.id = any($1::uuid[])`;
      return (await query<SubscriptionRow>(sql, [ids, nowMs])).map((row) => open(row, secretBox));
    },
  };
}

export type SubscriptionStore = ReturnType<typeof createSubscriptionStore>;

function open(row: SubscriptionRow, secretBox: SecretBox): Subscription {
  const secrets: SigningSecret[] = row.secrets.map(({ version, sealed, expires_at }) => ({
    version,
    secret: secretBox.open(sealed, secretContext(row.id, version)),
    expiresAt: expires_at === null ? null : Date.parse(expires_at),
  }));
  return {
    id: row.id,
    orgId: row.org_id,
    face: row.face,
    url: row.url,
    patterns: row.patterns,
    platform: row.platform,
    status: row.status,
    filter: row.filter === null ? null : compileContentFilter(row.filter),
    secrets,
    maxConcurrency: row.max_concurrency,
    ratePerSecond: row.rate_per_second,
    breaker:
      row.breaker_failures === null
        ? null
        : { failures: row.breaker_failures, cooldownMs: (row.breaker_cooldown_seconds ?? 30) * 1000 },
    failingSince: row.failing_since?.getTime() ?? null,
  };
}
