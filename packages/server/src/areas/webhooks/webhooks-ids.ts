/** Id prefixes of the Webhooks area. */
export const webhooksIdPrefixes = {
  rpl: 'replay',
  rsd: 'resend',
} as const;

type WebhooksIdPrefixes = typeof webhooksIdPrefixes;

declare module '../../kit/ids.ts' {
  interface IdPrefixes extends WebhooksIdPrefixes {}
}
