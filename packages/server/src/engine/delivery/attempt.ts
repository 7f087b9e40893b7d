import { formatId } from '../../kit/ids.ts';
import type { GuardedClient, Outcome } from '../../kit/net/index.ts';
import { signDelivery } from '../../kit/signing/index.ts';
import { formatEnvelope } from './envelope.ts';
import type { DeliveredEvent, Subscription } from './subscription.ts';

/** The interface's response window, from DNS to the last byte of the body. */
export const RESPONSE_WINDOW_MS = 10_000;
const MAX_KEPT_BODY_BYTES = 16_384;

export interface AttemptInput {
  deliveryId: string;
  eventName: string;
  event: DeliveredEvent;
  subscription: Subscription;
  /** Unix milliseconds. */
  sentAt: number;
  test?: boolean;
}

export interface SentRequest {
  body: string;
  headers: Record<string, string>;
}

/** The bytes and headers of an attempt. The same input gives the same request. */
export function buildRequest(input: AttemptInput): SentRequest {
  const [current, ...previous] = input.subscription.secrets.filter(
    ({ expiresAt }) => expiresAt === null || expiresAt > input.sentAt,
  );
  if (current === undefined) throw new Error(`subscription ${input.subscription.id} has no secret`);
  const body = formatEnvelope({ ...input, secret: current.secret });
  const signatures = signDelivery({
    secrets: [current.secret, ...previous.map(({ secret }) => secret)],
    id: formatId('dlv', input.deliveryId),
    timestampSeconds: Math.floor(input.sentAt / 1000),
    body,
  });
  return { body, headers: { 'content-type': 'application/json', ...signatures } };
}

/** Sends one attempt. Never rejects: what went wrong is in the outcome. */
export function sendAttempt(client: GuardedClient, input: AttemptInput): Promise<Outcome> {
  const { body, headers } = buildRequest(input);
  return client.post({
    url: input.subscription.url,
    headers,
    body,
    deadlineMs: RESPONSE_WINDOW_MS,
    maxKeptBodyBytes: MAX_KEPT_BODY_BYTES,
  });
}
