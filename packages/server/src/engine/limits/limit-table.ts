/** A limit of an organization: at most `limit` in each window. */
export interface LimitDefinition {
  name: string;
  limit: number;
  windowSeconds: number;
}

const HOUR = 3600;
const MINUTE = 60;

/**
 * Every rate limit by name. Those of interface.md, Limits, hold as it states them; the routes
 * that it names no limit for share a wide one of their area, so that every answer can tell one.
 */
const limits = {
  contracts_operations: [100, HOUR],
  contracts_deployments: [10, HOUR],
  contracts_executions: [1000, HOUR],
  contracts_queries: [10_000, HOUR],
  outreach_campaigns: [100, HOUR],
  outreach_leads: [1000, HOUR],
  outreach_agents: [5000, HOUR],
  outreach_queries: [10_000, HOUR],
  review_uploads: [100, HOUR],
  review_triggers: [50, HOUR],
  review_queries: [1000, HOUR],
  events_publish: [1000, MINUTE],
  events_query: [300, MINUTE],
  events_api: [10_000, HOUR],
  webhooks_api: [10_000, HOUR],
  // A test delivery makes the service call an address on demand, so it has a narrow limit.
  webhooks_test: [60, MINUTE],
  workflows_api: [10_000, HOUR],
  access_api: [1000, HOUR],
} as const satisfies Record<string, readonly [limit: number, windowSeconds: number]>;

export type LimitName = keyof typeof limits;

/** The limits with every count multiplied by `scale` (RATE_LIMIT_SCALE), never below 1. */
export function limitTable(scale = 1): LimitDefinition[] {
  return Object.entries(limits).map(([name, [limit, windowSeconds]]) => ({
    name,
    limit: Math.min(Math.max(1, Math.round(limit * scale)), Number.MAX_SAFE_INTEGER),
    windowSeconds,
  }));
}
