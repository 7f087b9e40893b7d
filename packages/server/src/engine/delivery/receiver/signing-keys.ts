import type { QueryRows } from '../../../kit/db/index.ts';
import type { SecretBox } from '../../../kit/secrets/index.ts';
import { newSigningKeyPair } from '../../../kit/signing/index.ts';
import type { SubscriptionName } from '../subscription-name.ts';
import { currentVersion, endEarlierKeys, insertKey } from './signing-key.repository.ts';

/** Earlier keys that may sign alongside the current one. */
const MAX_OVERLAPPING = 3;

export const signingKeyContext = (subscriptionId: string, version: number) =>
  `subscription_signing_keys/${subscriptionId}/${version}`;

/** Creates the first key of a subscription, unless it has one. */
export async function ensureSigningKey(
  query: QueryRows,
  secretBox: SecretBox,
  of: SubscriptionName,
  now: Date,
): Promise<void> {
  if ((await currentVersion(query, of)) === 0) {
    await makeKey(query, secretBox, of, { version: 1, now });
  }
}

/** Creates a new key, which signs at once; earlier ones sign alongside it until the overlap ends. */
export async function replaceSigningKey(
  query: QueryRows,
  secretBox: SecretBox,
  of: SubscriptionName,
  { now, overlapSeconds }: { now: Date; overlapSeconds: number },
): Promise<void> {
  const version = (await currentVersion(query, of)) + 1;
  const end = new Date(now.getTime() + overlapSeconds * 1_000);
  await endEarlierKeys(query, of, { version, end, kept: MAX_OVERLAPPING, now });
  await makeKey(query, secretBox, of, { version, now });
}

async function makeKey(
  query: QueryRows,
  secretBox: SecretBox,
  of: SubscriptionName,
  { version, now }: { version: number; now: Date },
): Promise<void> {
  const { publicKey, privateKey } = newSigningKeyPair();
  const sealed = secretBox.seal(privateKey, signingKeyContext(of.id, version));
  await insertKey(query, of, { version, publicKey, sealed, createdAt: now });
}
