import { column, defineTable, type RowOf } from '../../../../kit/db/index.ts';
import type { MessagingStrategy } from '../../terms/strategy.ts';

export type CampaignStatus =
  | 'draft'
  | 'launching'
  | 'active'
  | 'paused'
  | 'completed'
  | 'cancelled'
  | 'failed';

export type PauseReason =
  | 'manual'
  | 'budget'
  | 'slo'
  | 'bounce_rate'
  | 'complaint_rate'
  | 'compliance'
  | 'no_mailbox';

export interface SquadMember {
  agent_id: string;
  role: string;
  name: string;
  engine: string;
}

/** Thresholds of a campaign's service levels; the suffix gives unit and direction. */
export interface ServiceLevels {
  reply_rate_min?: number;
  open_rate_min?: number;
  bounce_rate_max?: number;
  complaint_rate_max?: number;
  send_latency_p95_ms?: number;
  /** Length of the measured window. */
  window_minutes?: number;
  /** With fewer messages in the window nothing is measured. */
  min_sample?: number;
}

/** Defaults for campaigns without their own: mailbox providers take action against senders above these. */
export const defaultServiceLevels = {
  bounce_rate_max: 0.08,
  complaint_rate_max: 0.003,
  window_minutes: 1_440,
  min_sample: 50,
} satisfies ServiceLevels;

export const campaigns = defineTable('outreach_campaigns', {
  orgId: column.uuid(),
  id: column.uuid(),
  name: column.text(),
  description: column.text(),
  status: column.text<CampaignStatus>(),
  pauseReason: column.text<PauseReason>().orNull(),
  icp: column.json<Record<string, unknown>>(),
  channels: column.textArray(),
  strategy: column.json<MessagingStrategy>().named('messaging_strategy'),
  agentConfig: column.json<Record<string, unknown>>(),
  squad: column.json<SquadMember[]>().named('agent_squad'),
  slo: column.json<ServiceLevels>(),
  dailySendLimit: column.integer().orNull(),
  createdAt: column.timestamp(),
  updatedAt: column.timestamp(),
  launchedAt: column.timestamp().orNull(),
  completedAt: column.timestamp().orNull(),
});

export type Campaign = RowOf<typeof campaigns>;

/** Campaign launches. */
export const executions = defineTable('campaign_executions', {
  orgId: column.uuid(),
  id: column.uuid(),
  campaignId: column.uuid(),
  status: column.text<'launching' | 'active' | 'completed' | 'cancelled' | 'failed'>(),
  testCohortSize: column.integer().orNull(),
  leadsTargeted: column.integer(),
  estimate: column.json<Record<string, unknown>>(),
  projection: column.json<Record<string, unknown>>(),
  warnings: column.json<string[]>(),
  idempotencyKey: column.text().orNull(),
  /** What was requested with that key. */
  bodyHash: column.bytes().orNull(),
  startAt: column.timestamp(),
  createdAt: column.timestamp(),
  /** Of the request that launched it. */
  correlationId: column.text().orNull(),
});

export type Execution = RowOf<typeof executions>;
