export type * from './api.generated.ts';
export {
  type Api,
  type CallInput,
  type CallOptions,
  type ItemOf,
  type ListId,
  type OperationId,
  type Pages,
  Trivium,
  type UploadOptions,
  type WaitOptions,
} from './client.ts';
export { collect } from './collect.ts';
export { TriviumConnectionError, TriviumError } from './errors.ts';
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
