import { formatId } from '../../kit/ids.ts';
import type { GuardedClient, Outcome } from '../../kit/net/index.ts';
import { signDelivery } from '../../kit/signing/index.ts';
import { formatEnvelope, prepareEnvelope } from './envelope.ts';
import { contentBody, contentHeaders } from './receiver/content.ts';
import { postToReceiver } from './receiver/post-to-receiver.ts';
import { TransformFailure, transformBody } from './receiver/transform.ts';
import type { DeliveredEvent, Subscription } from './subscription.ts';

/** The interface's response window, from DNS to the last byte of the body. */
export const RESPONSE_WINDOW_MS = 10_000;
const MAX_KEPT_BODY_BYTES = 16_384;

export interface AttemptInput {
  deliveryId: string;
  eventName: string;
  event: DeliveredEvent;
  subscription: Pick<Subscription, 'id' | 'face' | 'platform' | 'url' | 'secrets' | 'receiver'>;
  /** Unix milliseconds. */
  sentAt: number;
  test?: boolean;
}

export interface SentRequest {
  body: string;
  headers: Record<string, string>;
}

/**
 * The bytes and headers of an attempt. The same input gives the same request. What costs much of it is made elsewhere;
 * only then is it a promise.
 */
export function prepareRequest(input: AttemptInput): SentRequest | Promise<SentRequest> {
  const preparing = prepareEnvelope(input);
  return preparing === undefined ? buildRequest(input) : preparing.then(() => buildRequest(input));
}

function buildRequest(input: AttemptInput): SentRequest | Promise<SentRequest> {
  const { receiver } = input.subscription;
  const envelope = formatStandard(input);
  if (receiver === null) return signRequest(input, envelope);
  const withBody = (transformed?: string) =>
    signRequest(input, contentBody(receiver.format, input, envelope, transformed));
  if (receiver.transform === null) return withBody();
  return transformBody(input.event.orgId, receiver.transform, envelope, input.sentAt).then(withBody);
}

/** The interface's body. */
export function formatStandard(input: AttemptInput): string {
  const [secret] = signingSecrets(input.subscription, input.sentAt);
  return formatEnvelope({ ...input, secret });
}

/** The headers that go with a body that was formatted before. */
export function signRequest(input: AttemptInput, body: string): SentRequest {
  const { deliveryId, event, subscription, sentAt } = input;
  const { receiver } = subscription;
  const signatures = signDelivery({
    secrets: signingSecrets(subscription, sentAt),
    id: formatId('dlv', deliveryId),
    timestampSeconds: Math.floor(sentAt / 1000),
    body,
    ...(receiver !== null && { asymmetricKeys: validAt(receiver.signingKeys, sentAt).map(({ key }) => key) }),
  });
  const content = contentHeaders(receiver?.format ?? 'standard', input);
  // Not every envelope names its event; with its id a receiver can ask for the proof of what it got.
  return { body, headers: { ...content, 'x-event-id': formatId('evt', event.id), ...signatures } };
}

/** The secrets that sign at a moment, the current one first. */
function signingSecrets(
  subscription: AttemptInput['subscription'],
  atMs: number,
): readonly [string, ...string[]] {
  const [current, ...previous] = validAt(subscription.secrets, atMs).map(({ secret }) => secret);
  if (current === undefined) throw new Error(`subscription ${subscription.id} has no secret`);
  return [current, ...previous];
}

function validAt<T extends { expiresAt: number | null }>(all: readonly T[], atMs: number): T[] {
  return all.filter(({ expiresAt }) => expiresAt === null || expiresAt > atMs);
}

/**
 * Sends one attempt, if it still may when its bytes would go out; else the outcome is `withdrawn`. Never rejects
 * for what the receiver does: that is in the outcome.
 */
export function sendAttempt(
  client: GuardedClient,
  input: AttemptInput,
  mayGoOut: () => boolean,
): Promise<Outcome> {
  const post = (request: SentRequest) => postRequest(client, input.subscription, request, mayGoOut);
  try {
    const request = prepareRequest(input);
    return request instanceof Promise ? request.then(post, unbuiltOutcome) : post(request);
  } catch (error) {
    return Promise.resolve(unbuiltOutcome(error));
  }
}

/** As `sendAttempt`, at once; also answers the body that was sent. */
export async function sendSample(
  client: GuardedClient,
  input: AttemptInput,
): Promise<{ body: string; outcome: Outcome }> {
  try {
    const request = await prepareRequest(input);
    return {
      body: request.body,
      outcome: await postRequest(client, input.subscription, request, () => true),
    };
  } catch (error) {
    return { body: '', outcome: unbuiltOutcome(error) };
  }
}

/** A request that could not even be built is an attempt that failed, with a reason of its own. */
function unbuiltOutcome(error: unknown): Outcome {
  if (error instanceof TransformFailure)
    return { ok: false, reason: error.reason, message: error.message, durationMs: 0 };
  return {
    ok: false,
    reason: 'invalid_request',
    message: 'The request could not be built.',
    logDetail: String(error),
    durationMs: 0,
  };
}

function postRequest(
  client: GuardedClient,
  { id, url, receiver }: Pick<Subscription, 'id' | 'url' | 'receiver'>,
  { headers, body }: SentRequest,
  mayGoOut: () => boolean,
): Promise<Outcome> {
  const request = {
    url,
    headers,
    body,
    owner: id,
    deadlineMs: RESPONSE_WINDOW_MS,
    maxKeptBodyBytes: MAX_KEPT_BODY_BYTES,
    mayGoOut,
  };
  return receiver === null ? client.post(request) : postToReceiver(client, receiver, request);
}
