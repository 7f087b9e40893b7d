import type { GuardedClient, Outcome } from '../../kit/net/index.ts';
import { formatTraceparent, type TraceContext } from '../../kit/observability/index.ts';
import { postToReceiver } from './receiver/post-to-receiver.ts';
import { TransformFailure } from './receiver/transform.ts';
import { type AttemptInput, type AttemptInputs, prepareRequest, type SentRequest } from './request.ts';
import type { Subscription } from './subscription.ts';

/** The interface's response window, from DNS to the last byte of the body. */
export const RESPONSE_WINDOW_MS = 10_000;
const MAX_KEPT_BODY_BYTES = 16_384;

/**
 * Sends one attempt, if it is still allowed when its bytes would go out; otherwise the outcome is
 * `withdrawn`. Never rejects because of the receiver: that is in the outcome. `trace` is passed on to the
 * receiver.
 */
export function sendAttempt(
  client: GuardedClient,
  inputs: AttemptInputs,
  mayGoOut: () => boolean,
  trace?: TraceContext,
): Promise<Outcome> {
  const post = (request: SentRequest) => {
    if (trace !== undefined) request.headers.traceparent = formatTraceparent(trace);
    return postRequest(client, inputs[0].subscription, request, mayGoOut);
  };
  try {
    const request = prepareRequest(inputs);
    return request instanceof Promise ? request.then(post, unbuiltOutcome) : post(request);
  } catch (error) {
    return Promise.resolve(unbuiltOutcome(error));
  }
}

/** Like `sendAttempt`, at once; also returns the body that was sent. */
export async function sendSample(
  client: GuardedClient,
  input: AttemptInput,
): Promise<{ body: string; outcome: Outcome }> {
  try {
    const request = await prepareRequest([input]);
    return {
      body: request.body,
      outcome: await postRequest(client, input.subscription, request, () => true),
    };
  } catch (error) {
    return { body: '', outcome: unbuiltOutcome(error) };
  }
}

/** A request that could not even be built is a failed attempt, with a reason of its own. */
function unbuiltOutcome(error: unknown): Outcome {
  if (error instanceof TransformFailure) {
    return { ok: false, reason: error.reason, message: error.message, durationMs: 0 };
  }
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
