/** Identifies a subscription. Ids are UUIDs. */
export interface SubscriptionName {
  orgId: string;
  id: string;
}
