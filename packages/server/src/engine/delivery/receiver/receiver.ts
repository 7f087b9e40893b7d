import type { ClientCertificate } from '../../../kit/net/index.ts';
import type { SecretBox } from '../../../kit/secrets/index.ts';
import { type AuthSetting, authContext, headersContext, type ReceiverSettings } from './receiver-settings.ts';
import { createRetryPolicy, type RetryPolicy } from './retry-policy.ts';

/** A client that asks a token endpoint for access. */
export interface OAuth2Client extends Omit<Extract<AuthSetting, { type: 'oauth2' }>, 'type' | 'sealed'> {
  /** Tells it from any other one. */
  id: string;
  secret: string;
}

/** What a receiver asked for, ready for use, secrets opened. */
export interface Receiver {
  retry: RetryPolicy | null;
  /** With `authorization`, where it is always the same. */
  headers: Record<string, string>;
  oauth2: OAuth2Client | null;
  certificate: ClientCertificate | undefined;
}

/** Null for a receiver that asked for nothing. */
export function openReceiver(
  settings: ReceiverSettings | null,
  subscriptionId: string,
  secretBox: SecretBox,
): Receiver | null {
  if (settings === null) return null;
  const { retry, headers, auth } = settings;
  const own = headers && JSON.parse(secretBox.open(headers.sealed, headersContext(subscriptionId)));
  return {
    retry: retry ? createRetryPolicy(retry) : null,
    oauth2: null,
    certificate: undefined,
    ...(auth && openAuth(auth, subscriptionId, secretBox)),
    headers: { ...own, ...(auth && authorizationOf(auth, subscriptionId, secretBox)) },
  };
}

function openAuth(
  auth: AuthSetting,
  subscriptionId: string,
  secretBox: SecretBox,
): Partial<Pick<Receiver, 'oauth2' | 'certificate'>> {
  const open = () => secretBox.open(auth.sealed, authContext(subscriptionId));
  // A sealed text is made once: whatever was learnt of another one holds no more.
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

/** What the log of deliveries shows in place of a secret. */
export const HIDDEN = '[secret]';

/** The names of the headers that a receiver gets beside the service's, without what they hold. */
export function hiddenHeaders({ headers, auth }: ReceiverSettings): Record<string, string> {
  const names = [...(headers?.names ?? []), ...(auth && auth.type !== 'mtls' ? ['authorization'] : [])];
  return Object.fromEntries(names.map((name) => [name, HIDDEN]));
}
