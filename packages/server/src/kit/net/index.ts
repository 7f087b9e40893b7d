export {
  type AddressPolicy,
  type AddressPolicyOptions,
  createAddressPolicy,
  type ResolveVerdict,
  type Target,
  type UrlVerdict,
} from './address-guard.ts';
export { AddressList } from './address-list.ts';
export {
  type ClientStats,
  createGuardedClient,
  type GetRequest,
  type GuardedClient,
  type GuardedClientOptions,
  type PostRequest,
} from './guarded-client.ts';
export type { Failure, FailureReason, Outcome, ResponseHeaders } from './outcome.ts';
export { type ForwardProxy, parseProxyUrl } from './proxy-tunnel.ts';
export { type ClientCertificate, createSecureContext } from './secure-context.ts';
export { checkSourceAddresses, type SourceAddresses } from './source-addresses.ts';
export type { ResolveHost } from './system-resolver.ts';
