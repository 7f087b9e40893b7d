import { createHash } from 'node:crypto';
import { formatId, type IdPrefix } from '../../kit/ids.ts';
import { signDelivery } from '../../kit/signing/index.ts';
import { formatEnvelope, prepareEnvelope } from './envelope.ts';
import { batchHeaders, contentBody, contentHeaders } from './receiver/content.ts';
import { transformBody } from './receiver/transform.ts';
import type { DeliveredEvent, Delivery, Subscription } from './subscription.ts';

export interface AttemptInput {
  deliveryId: string;
  eventName: string;
  event: DeliveredEvent;
  subscription: Pick<Subscription, 'id' | 'face' | 'platform' | 'url' | 'secrets' | 'receiver'>;
  /** Unix milliseconds. */
  sentAt: number;
  test?: boolean;
}

/**
 * The deliveries of one request, all of one subscription and time: several only if the receiver takes
 * batches.
 */
export type AttemptInputs = readonly [AttemptInput, ...AttemptInput[]];

/** For deliveries sent in one request, at least one. */
export function attemptsOf(
  deliveries: readonly Delivery[],
  subscription: AttemptInput['subscription'],
  sentAt: number,
): AttemptInputs {
  const inOrder = deliveries.length > 1 ? deliveries.toSorted(inOrderOfLog) : deliveries;
  return inOrder.map(({ id, eventName, event }) => ({
    deliveryId: id,
    eventName,
    event,
    subscription,
    sentAt,
  })) as unknown as AttemptInputs;
}

/** The attempt log rebuilds a batch in this order. */
function inOrderOfLog(a: Delivery, b: Delivery): number {
  return a.event.position - b.event.position || (a.id < b.id ? -1 : 1);
}

export interface SentRequest {
  body: string;
  headers: Record<string, string>;
}

/**
 * The body and headers of an attempt. Deterministic: the same input gives the same request. Expensive parts
 * are computed elsewhere; only then is the result a promise.
 */
export function prepareRequest(inputs: AttemptInputs): SentRequest | Promise<SentRequest> {
  const [first] = inputs;
  if (first.subscription.receiver?.batch) {
    return Promise.all(inputs.map(prepareBody)).then((bodies) =>
      signRequest(inputs, `[${bodies.join(',')}]`),
    );
  }
  const body = prepareBody(first);
  return body instanceof Promise ? body.then((made) => signRequest(inputs, made)) : signRequest(inputs, body);
}

function prepareBody(input: AttemptInput): string | Promise<string> {
  const preparing = prepareEnvelope(input);
  return preparing === undefined ? buildBody(input) : preparing.then(() => buildBody(input));
}

function buildBody(input: AttemptInput): string | Promise<string> {
  const { receiver } = input.subscription;
  const envelope = formatStandard(input);
  if (receiver === null) return envelope;
  const inFormat = (transformed?: string) => contentBody(receiver.format, input, envelope, transformed);
  if (receiver.transform === null) return inFormat();
  return transformBody(input.event.orgId, receiver.transform, envelope, input.sentAt).then(inFormat);
}

/** The interface's body. */
export function formatStandard(input: AttemptInput): string {
  const [secret] = signingSecrets(input.subscription, input.sentAt);
  return formatEnvelope({ ...input, secret });
}

/** The headers for an already formatted body. */
export function signRequest(inputs: AttemptInputs, body: string): SentRequest {
  const [first] = inputs;
  const { deliveryId, event, subscription, sentAt } = first;
  const { receiver } = subscription;
  const signatures = signDelivery({
    secrets: signingSecrets(subscription, sentAt),
    id: receiver?.batch ? batchId(inputs) : formatId('dlv', deliveryId),
    timestampSeconds: Math.floor(sentAt / 1000),
    body,
    ...(receiver !== null && { asymmetricKeys: validAt(receiver.signingKeys, sentAt).map(({ key }) => key) }),
  });
  if (receiver?.batch)
    return { body, headers: { ...batchHeaders(receiver.format, inputs.length), ...signatures } };
  const content = contentHeaders(receiver?.format ?? 'standard', first);
  // Not every envelope contains the event's id, which lets a receiver ask for proof of what it received.
  return { body, headers: { ...content, 'x-event-id': formatId('evt', event.id), ...signatures } };
}

/** The same for the same deliveries, different for any others: a batch may be reassembled differently. */
function batchId(inputs: AttemptInputs): string {
  const ids = inputs.map(({ deliveryId }) => deliveryId).toSorted();
  return `${'bat' satisfies IdPrefix}_${createHash('sha256').update(ids.join()).digest('hex').slice(0, 32)}`;
}

/** The secrets that sign at a given time, the current one first. */
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
