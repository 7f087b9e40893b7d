import type { AddressPolicy } from '../../../kit/net/index.ts';
import type { SecretBox } from '../../../kit/secrets/index.ts';
import { checkUrl } from '../subscriptions/check-input.ts';
import { checkAuth } from './check-auth.ts';
import { checkHeaders } from './check-headers.ts';
import {
  authContext,
  headersContext,
  type ReceiverInput,
  type ReceiverSettings,
  type RetrySetting,
} from './receiver-settings.ts';
import { refuse } from './refuse.ts';
import { parseStatusRange } from './retry-policy.ts';
import { checkTransform } from './transform.ts';

/** From the event to the last attempt, in seconds. */
const MAX_LADDER = 30 * 86_400;

export interface ReceiverPorts {
  secretBox: SecretBox;
  policy: AddressPolicy;
  clock: { now(): number };
}

/** A requested change, checked and sealed: null removes a setting, and missing ones stay. */
export type ReceiverChange = { [Name in keyof ReceiverSettings]: ReceiverSettings[Name] | null };

/**
 * Checks each requested receiver setting on its own.
 *
 * @throws AppError invalid_request
 */
export async function checkReceiver(
  { secretBox, policy, clock }: ReceiverPorts,
  { orgId, id }: { orgId: string; id: string },
  { retry, headers, auth, signature, format, transform, batch }: ReceiverInput,
): Promise<ReceiverChange> {
  if (retry) checkRetry(retry);
  if (transform) await checkTransform(orgId, transform);
  if (auth?.type === 'oauth2') await checkUrl(policy, auth.tokenUrl, 'auth.token_url');
  const seal = (secret: string) => secretBox.seal(secret, authContext(id));
  return withoutUndefined({
    retry,
    headers: headers && sealHeaders(headers, secretBox, id),
    auth: auth && checkAuth(auth, new Date(clock.now()), seal),
    signature: signature === 'hmac' ? null : signature,
    format: format === 'standard' ? null : format,
    transform,
    batch,
  });
}

/**
 * The settings with the change applied.
 *
 * @throws AppError invalid_request for settings that conflict
 */
export function changeReceiver(settings: ReceiverSettings, change: ReceiverChange): ReceiverSettings {
  const given = Object.entries({ ...settings, ...change });
  const changed: ReceiverSettings = Object.fromEntries(given.filter(([, value]) => value !== null));
  checkTogether(changed);
  return changed;
}

/** Drops fields that the caller left out. */
export function withoutUndefined<T extends object>(
  given: T,
): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof T]: Exclude<T[Name], undefined> };
}

function checkTogether({ headers, auth, format, batch }: ReceiverSettings): void {
  if (batch && format === 'cloudevents_binary') {
    refuse(
      'batch',
      '`batch` does not go with the format `cloudevents_binary`, which has one event in its headers. Use `cloudevents_structured`.',
    );
  }
  if (auth && auth.type !== 'mtls' && headers?.names.includes('authorization')) {
    refuse('headers.authorization', '`headers.authorization` is what `auth` sets. Leave one of them out.');
  }
}

function sealHeaders(given: Record<string, string>, secretBox: SecretBox, subscriptionId: string) {
  const headers = checkHeaders(given);
  const names = Object.keys(headers);
  if (names.length === 0) return null;
  return { names, sealed: secretBox.seal(JSON.stringify(headers), headersContext(subscriptionId)) };
}

function checkRetry({ delays, success }: RetrySetting): void {
  const total = delays?.reduce((sum, delay) => sum + delay, 0) ?? 0;
  if (total > MAX_LADDER) {
    refuse('retry.delays', `\`retry.delays\` must come to at most ${MAX_LADDER} seconds (30 days) in all.`);
  }
  success?.forEach((text, i) => {
    const [from, to] = parseStatusRange(text);
    if (from > to) refuse(`retry.success.${i}`, `\`retry.success.${i}\` must begin with its lower status.`);
  });
}
