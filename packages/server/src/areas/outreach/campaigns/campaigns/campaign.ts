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

/** Thresholds of a campaign's service levels; the suffix of a name tells its unit and direction. */
export interface ServiceLevels {
  reply_rate_min?: number;
  open_rate_min?: number;
  bounce_rate_max?: number;
  complaint_rate_max?: number;
  send_latency_p95_ms?: number;
  /** Length of the measured window. */
  window_minutes?: number;
  /** Fewer messages than these in the window are no measure. */
  min_sample?: number;
}

/** What holds where a campaign states nothing: mailbox providers act on senders above these. */
export const defaultServiceLevels = {
  bounce_rate_max: 0.08,
  complaint_rate_max: 0.003,
  window_minutes: 1_440,
  min_sample: 50,
} satisfies ServiceLevels;

/** Ids are UUIDs. */
export interface Campaign {
  orgId: string;
  id: string;
  name: string;
  description: string;
  status: CampaignStatus;
  pauseReason: PauseReason | null;
  icp: Record<string, unknown>;
  channels: string[];
  strategy: MessagingStrategy;
  agentConfig: Record<string, unknown>;
  squad: SquadMember[];
  slo: ServiceLevels;
  dailySendLimit: number | null;
  createdAt: Date;
  updatedAt: Date;
  launchedAt: Date | null;
  completedAt: Date | null;
}

/** One launch. */
export interface Execution {
  id: string;
  campaignId: string;
  status: 'launching' | 'active' | 'completed' | 'cancelled' | 'failed';
  testCohortSize: number | null;
  leadsTargeted: number;
  estimate: Record<string, unknown>;
  projection: Record<string, unknown>;
  warnings: string[];
  idempotencyKey: string | null;
  /** What was asked for under that key. */
  bodyHash: Buffer | null;
  startAt: Date;
  createdAt: Date;
}
