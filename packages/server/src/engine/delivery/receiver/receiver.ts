import type { KeyObject } from 'node:crypto';
import type { ClientCertificate } from '../../../kit/net/index.ts';
import type { SecretBox } from '../../../kit/secrets/index.ts';
import { readPrivateKey } from '../../../kit/signing/index.ts';
import {
  type AuthSetting,
  authContext,
  type BatchSetting,
  headersContext,
  type ReceiverFormat,
  type ReceiverSettings,
} from './receiver-settings.ts';
import { createRetryPolicy, type RetryPolicy } from './retry-policy.ts';
import { signingKeyContext } from './signing-keys.ts';

/** A client that requests access from a token endpoint. */
export interface OAuth2Client extends Omit<Extract<AuthSetting, { type: 'oauth2' }>, 'type' | 'sealed'> {
  /** Distinguishes it from any other client. */
  id: string;
  secret: string;
}

/** A receiver's settings, ready for use, secrets opened. */
export interface Receiver {
  retry: RetryPolicy | null;
  /** Includes `authorization` when it is always the same. */
  headers: Record<string, string>;
  oauth2: OAuth2Client | null;
  certificate: ClientCertificate | undefined;
  format: ReceiverFormat;
  transform: string | null;
  batch: BatchSetting | null;
  /** The current one first; expiry in Unix milliseconds, null for none. */
  signingKeys: { key: KeyObject; expiresAt: number | null }[];
}

/** A row of `subscription_signing_keys`, as JSON. */
export interface SigningKeyRow {
  version: number;
  sealed: string;
  expires_at: string | null;
}

/** Equivalent to having no settings. */
export const plainReceiver: Receiver = {
  retry: null,
  headers: {},
  oauth2: null,
  certificate: undefined,
  format: 'standard',
  transform: null,
  batch: null,
  signingKeys: [],
};

/** Null for a receiver without settings. */
export function openReceiver(
  settings: ReceiverSettings | null,
  signingKeys: readonly SigningKeyRow[] | null,
  subscriptionId: string,
  secretBox: SecretBox,
): Receiver | null {
  if (settings === null) return null;
  const { retry, headers, auth } = settings;
  const own = headers && JSON.parse(secretBox.open(headers.sealed, headersContext(subscriptionId)));
  return {
    ...plainReceiver,
    retry: retry ? createRetryPolicy(retry) : null,
    format: settings.format ?? 'standard',
    transform: settings.transform ?? null,
    batch: settings.batch ?? null,
    signingKeys: settings.signature ? openKeys(signingKeys ?? [], subscriptionId, secretBox) : [],
    ...(auth && openAuth(auth, subscriptionId, secretBox)),
    headers: { ...own, ...(auth && authorizationOf(auth, subscriptionId, secretBox)) },
  };
}

function openKeys(
  rows: readonly SigningKeyRow[],
  subscriptionId: string,
  secretBox: SecretBox,
): Receiver['signingKeys'] {
  return rows.map(({ version, sealed, expires_at }) => ({
    key: readPrivateKey(secretBox.open(sealed, signingKeyContext(subscriptionId, version))),
    expiresAt: expires_at === null ? null : Date.parse(expires_at),
  }));
}

function openAuth(
  auth: AuthSetting,
  subscriptionId: string,
  secretBox: SecretBox,
): Partial<Pick<Receiver, 'oauth2' | 'certificate'>> {
  const open = () => secretBox.open(auth.sealed, authContext(subscriptionId));
  // A sealed text is unique, so nothing cached for another one applies.
  if (auth.type === 'oauth2') return { oauth2: { ...auth, id: auth.sealed, secret: open() } };
  if (auth.type !== 'mtls') return {};
  return { certificate: { id: auth.sealed, certificate: auth.certificate, privateKey: open() } };
}

function authorizationOf(
  auth: AuthSetting,
  subscriptionId: string,
  secretBox: SecretBox,
): Record<string, string> {
  if (auth.type !== 'basic' && auth.type !== 'bearer') return {};
  const secret = secretBox.open(auth.sealed, authContext(subscriptionId));
  if (auth.type === 'bearer') return { authorization: `Bearer ${secret}` };
  return { authorization: `Basic ${Buffer.from(`${auth.username}:${secret}`).toString('base64')}` };
}

/** Shown by the delivery log in place of a secret. */
export const HIDDEN = '[secret]';

/** The names of a receiver's additional headers, with hidden values. */
export function hiddenHeaders({ headers, auth }: ReceiverSettings): Record<string, string> {
  const names = [...(headers?.names ?? []), ...(auth && auth.type !== 'mtls' ? ['authorization'] : [])];
  return Object.fromEntries(names.map((name) => [name, HIDDEN]));
}
