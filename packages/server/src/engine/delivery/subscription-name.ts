/** Where a subscription is found. Ids are UUIDs. */
export interface SubscriptionName {
  orgId: string;
  id: string;
}
