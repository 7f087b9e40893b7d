export type CostCategory = 'ai_inference' | 'data_enrichment' | 'channel_costs';

/** Part of a campaign's budget, held until it is settled or released. Ids are UUIDs. */
export interface Reservation {
  id: string;
  orgId: string;
  campaignId: string;
  amountMicros: number;
}

/** The most that agents may cost for a lead in a campaign. */
export interface LeadCap {
  leadId: string;
  maxMicros: number;
}

/** What to reserve. */
export interface ReservationRequest {
  orgId: string;
  campaignId: string;
  amountMicros: number;
  cap?: LeadCap | undefined;
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
