/** A limit of an organization: at most `limit` per window. */
export interface LimitDefinition {
  name: string;
  limit: number;
  windowSeconds: number;
}

const HOUR_SECONDS = 3600;
const MINUTE_SECONDS = 60;

/**
 * All rate limits by name. Those of interface.md, Limits, apply as stated there; routes without a limit of
 * their own share a generous one of their area, so that every answer can report a limit.
 */
const limits = {
  contracts_operations: [100, HOUR_SECONDS],
  contracts_deployments: [10, HOUR_SECONDS],
  contracts_executions: [1000, HOUR_SECONDS],
  contracts_queries: [10_000, HOUR_SECONDS],
  outreach_campaigns: [100, HOUR_SECONDS],
  outreach_leads: [1000, HOUR_SECONDS],
  outreach_agents: [5000, HOUR_SECONDS],
  outreach_queries: [10_000, HOUR_SECONDS],
  review_uploads: [100, HOUR_SECONDS],
  review_triggers: [50, HOUR_SECONDS],
  review_queries: [1000, HOUR_SECONDS],
  events_publish: [1000, MINUTE_SECONDS],
  events_query: [300, MINUTE_SECONDS],
  events_api: [10_000, HOUR_SECONDS],
  webhooks_api: [10_000, HOUR_SECONDS],
  // A test delivery makes the service call a URL on demand, so its limit is tight.
  webhooks_test: [60, MINUTE_SECONDS],
  workflows_api: [10_000, HOUR_SECONDS],
  access_api: [1000, HOUR_SECONDS],
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
