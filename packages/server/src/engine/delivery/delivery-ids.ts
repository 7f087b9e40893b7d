/** Id prefixes of deliveries. A subscription has two: one of the Events API, one of the Webhooks API. */
export const deliveryIdPrefixes = {
  sub: 'subscription of the Events API',
  whs: 'subscription of the Webhooks API',
  dlv: 'delivery',
  bat: 'batch of deliveries',
} as const;

type DeliveryIdPrefixes = typeof deliveryIdPrefixes;

declare module '../../kit/ids.ts' {
  interface IdPrefixes extends DeliveryIdPrefixes {}
}
