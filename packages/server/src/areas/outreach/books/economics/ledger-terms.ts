export type CostCategory = 'ai_inference' | 'data_enrichment' | 'channel_costs';

/** Part of a campaign's budget, held until it is settled or released. Ids are UUIDs. */
export interface Reservation {
  id: string;
  orgId: string;
  campaignId: string;
  amountMicros: number;
}

/** One expense. Ids are UUIDs. */
export interface Expense {
  category: CostCategory;
  /** Whole micro-USD. */
  amountMicros: number;
  campaignId?: string | undefined;
  agentId?: string | undefined;
  leadId?: string | undefined;
  /** Identifies the expense within its organization: booking it again has no effect. */
  reference: string;
  /** How the price was derived: tokens, prices, the provider. */
  detail?: object | undefined;
}

export interface Budget {
  limitMicros: number | null;
  spentMicros: number;
  reservedMicros: number;
}
