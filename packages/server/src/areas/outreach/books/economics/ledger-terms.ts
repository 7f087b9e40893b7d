export type CostCategory = 'ai_inference' | 'data_enrichment' | 'channel_costs';

/** Money held of a campaign's budget until it is settled or released. Ids are UUIDs. */
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
  /** Names the expense in its organization: booked again under the same name, it is left out. */
  reference: string;
  /** What the price was made of: tokens, prices, the provider. */
  detail?: object | undefined;
}

export interface Budget {
  limitMicros: number | null;
  spentMicros: number;
  reservedMicros: number;
}
