export type ReceiverFormat = 'standard' | 'cloudevents_structured' | 'cloudevents_binary';

/** A receiver's own retry settings. Null means the service's default. */
export interface RetrySetting {
  /** Seconds before each attempt, counted from the previous one. */
  delays: number[] | null;
  timeoutSeconds: number | null;
  /** Statuses and ranges of them (`200-299`) that count as success. */
  success: string[] | null;
}

/** Several events per request: maximum size, and the longest any of them waits for others. */
export interface BatchSetting {
  maxEvents: number;
  maxSeconds: number;
}

/** Custom headers; `sealed` is a sealed JSON object of their values. */
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
  /** Where the token endpoint expects the client's id and secret. */
  clientAuthentication: 'basic' | 'body';
}

interface MutualTlsAuth {
  type: 'mtls';
  /** PEM, with the rest of the chain. */
  certificate: string;
}

/**
 * How we authenticate at a receiver, with the one secret of each method: password, token, client secret or
 * private key.
 */
export type NewAuth = (BasicAuth | BearerAuth | OAuth2Auth | MutualTlsAuth) & { secret: string };

/** What may be shown of a certificate. */
export interface CertificateFacts {
  subject: string;
  /** SHA-256, in hex with colons. */
  fingerprint: string;
  expiresAt: string;
}

export type AuthSetting = (BasicAuth | BearerAuth | OAuth2Auth | (MutualTlsAuth & CertificateFacts)) & {
  sealed: string;
};

/** A receiver's settings as stored; missing ones were not requested. Secrets are sealed. */
export interface ReceiverSettings {
  retry?: RetrySetting;
  headers?: HeadersSetting;
  auth?: AuthSetting;
  /** Ed25519, besides the secret's signatures. */
  signature?: 'hmac_ed25519';
  format?: Exclude<ReceiverFormat, 'standard'>;
  /** A JSONata expression that produces the body, or the data of a CloudEvent. */
  transform?: string;
  batch?: BatchSetting;
}

/** Requested settings: null removes one, and omitted ones stay. */
export interface ReceiverInput {
  retry?: RetrySetting | null | undefined;
  headers?: Record<string, string> | null | undefined;
  auth?: NewAuth | null | undefined;
  signature?: 'hmac' | 'hmac_ed25519' | null | undefined;
  format?: ReceiverFormat | null | undefined;
  transform?: string | null | undefined;
  batch?: BatchSetting | null | undefined;
}

/** Sealing contexts of a subscription's receiver secrets. */
export const headersContext = (subscriptionId: string) => `subscriptions/${subscriptionId}/headers`;
export const authContext = (subscriptionId: string) => `subscriptions/${subscriptionId}/auth`;
