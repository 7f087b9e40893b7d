export type ReceiverFormat = 'standard' | 'cloudevents_structured' | 'cloudevents_binary';

/** A receiver's own retries. What is null is the service's. */
export interface RetrySetting {
  /** Seconds before each attempt, counted from the previous one. */
  delays: number[] | null;
  timeoutSeconds: number | null;
  /** Statuses and ranges of them (`200-299`) that are a success. */
  success: string[] | null;
}

/** Several events in one request: of at most so many, none of which waits longer for others. */
export interface BatchSetting {
  maxEvents: number;
  maxSeconds: number;
}

/** Headers of the caller's own; sealed is a JSON object of their values. */
export interface HeadersSetting {
  names: string[];
  sealed: string;
}

interface BasicAuth {
  type: 'basic';
  username: string;
}

interface BearerAuth {
  type: 'bearer';
}

interface OAuth2Auth {
  type: 'oauth2';
  tokenUrl: string;
  clientId: string;
  scope: string | null;
  audience: string | null;
  /** Where the token endpoint looks for the client's id and secret. */
  clientAuthentication: 'basic' | 'body';
}

interface MutualTlsAuth {
  type: 'mtls';
  /** PEM, with the rest of the chain. */
  certificate: string;
}

/** How a receiver knows us, and the one secret of each way: password, token, client's secret or private key. */
export type NewAuth = (BasicAuth | BearerAuth | OAuth2Auth | MutualTlsAuth) & { secret: string };

/** What can be told of a certificate. */
export interface CertificateFacts {
  subject: string;
  /** SHA-256, in hex with colons. */
  fingerprint: string;
  expiresAt: string;
}

export type AuthSetting = (BasicAuth | BearerAuth | OAuth2Auth | (MutualTlsAuth & CertificateFacts)) & {
  sealed: string;
};

/** What a receiver asked for, as it is stored: what is missing was not asked for. Secrets are sealed. */
export interface ReceiverSettings {
  retry?: RetrySetting;
  headers?: HeadersSetting;
  auth?: AuthSetting;
  /** Ed25519 beside the signatures of the secret. */
  signature?: 'hmac_ed25519';
  format?: Exclude<ReceiverFormat, 'standard'>;
  /** A JSONata expression that makes the body, or the data of a CloudEvent. */
  transform?: string;
  batch?: BatchSetting;
}

/** What a caller wants of each setting: null takes it away, and what is left out stays. */
export interface ReceiverInput {
  retry?: RetrySetting | null | undefined;
  headers?: Record<string, string> | null | undefined;
  auth?: NewAuth | null | undefined;
  signature?: 'hmac' | 'hmac_ed25519' | null | undefined;
  format?: ReceiverFormat | null | undefined;
  transform?: string | null | undefined;
  batch?: BatchSetting | null | undefined;
}

/** The sealing contexts of a subscription's secrets for its receiver. */
export const headersContext = (subscriptionId: string) => `subscriptions/${subscriptionId}/headers`;
export const authContext = (subscriptionId: string) => `subscriptions/${subscriptionId}/auth`;
