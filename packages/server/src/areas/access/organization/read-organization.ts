import type { LimitUsage, UsageHour } from '../../../engine/limits/index.ts';
import type { ModelUse } from '../../../engine/models/index.ts';
import { type QuotaUse, readQuotas } from '../../../engine/quotas/index.ts';
import type { Clock } from '../../../kit/clock.ts';
import { rowsIn } from '../../../kit/db/index.ts';
import { notFound } from '../../../kit/errors/index.ts';
import type { AccessDatabase } from '../access-tables.ts';
import { findOrganization, type Organization } from './organization.repository.ts';

/** An organization's limits and how much of them it has used. */
export interface OrganizationUse {
  organization: Organization;
  limits: LimitUsage[];
  subscriptions: SubscriptionUse;
  quotas: QuotaUse[];
}

export interface SubscriptionUse {
  active: number;
  limit: number;
}

export interface ReadOrganizationPorts {
  db: AccessDatabase;
  clock: Clock;
  limits: {
    usage(orgId: string): Promise<LimitUsage[]>;
    usageHours(orgId: string, asked: { name: string; days: number }): Promise<UsageHour[]>;
  };
  /** Language model usage of the last days. */
  readModelUse(orgId: string, days: number): Promise<ModelUse>;
  /** Active Events API subscriptions and their limit. */
  readSubscriptionUse(orgId: string): Promise<SubscriptionUse>;
}

export async function readOrganization(
  ports: ReadOrganizationPorts,
  orgId: string,
): Promise<OrganizationUse> {
  const [organization, limits, subscriptions, quotas] = await Promise.all([
    findOrganization(ports.db, orgId),
    ports.limits.usage(orgId),
    ports.readSubscriptionUse(orgId),
    readQuotas(rowsIn(ports.db), orgId, ports.clock),
  ]);
  if (organization === undefined) throw notFound('organization');
  return { organization, limits, subscriptions, quotas };
}
