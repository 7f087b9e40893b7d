export type * from './api.generated.ts';
export type { Api, CallInput, CallOptions, ItemOf, ListId, OperationId, Pages } from './call-types.ts';
export { Trivium, type UploadOptions, type WaitOptions } from './client.ts';
export { collect } from './collect.ts';
export { TriviumConnectionError, TriviumError, TriviumTimeoutError } from './errors.ts';
export type { StreamedEvent, TailOptions } from './event-stream.ts';
export type { TransportOptions } from './transport.ts';
export type { UploadProgress } from './upload.ts';
export {
  type VerifiedWebhook,
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from './verify-webhook.ts';
