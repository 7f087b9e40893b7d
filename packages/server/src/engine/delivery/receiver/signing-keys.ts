import type { QueryRows } from '../../../kit/db/index.ts';
import type { SecretBox } from '../../../kit/secrets/index.ts';
import { newSigningKeyPair } from '../../../kit/signing/index.ts';
import { currentVersion, endEarlierKeys, insertKey } from './signing-key.repository.ts';

/** Earlier keys that may sign beside the current one. */
const MAX_OVERLAPPING = 3;

export const signingKeyContext = (subscriptionId: string, version: number) =>
  `subscription_signing_keys/${subscriptionId}/${version}`;

/** Makes the first key of a subscription, unless it has one. */
export async function ensureSigningKey(
  query: QueryRows,
  secretBox: SecretBox,
  subscriptionId: string,
  now: Date,
): Promise<void> {
  if ((await currentVersion(query, subscriptionId)) === 0) {
    await makeKey(query, secretBox, { subscriptionId, version: 1, now });
  }
}

/** Makes a new key, which signs at once; the earlier ones sign beside it until the overlap ends. */
export async function replaceSigningKey(
  query: QueryRows,
  secretBox: SecretBox,
  subscriptionId: string,
  { now, overlapSeconds }: { now: Date; overlapSeconds: number },
): Promise<void> {
  const version = (await currentVersion(query, subscriptionId)) + 1;
  const end = new Date(now.getTime() + overlapSeconds * 1_000);
  await endEarlierKeys(query, subscriptionId, { version, end, kept: MAX_OVERLAPPING, now });
  await makeKey(query, secretBox, { subscriptionId, version, now });
}

async function makeKey(
  query: QueryRows,
  secretBox: SecretBox,
  { subscriptionId, version, now }: { subscriptionId: string; version: number; now: Date },
): Promise<void> {
  const { publicKey, privateKey } = newSigningKeyPair();
  const sealed = secretBox.seal(privateKey, signingKeyContext(subscriptionId, version));
  await insertKey(query, { subscriptionId, version, publicKey, sealed, createdAt: now });
}
