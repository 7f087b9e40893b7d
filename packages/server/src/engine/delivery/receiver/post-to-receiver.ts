import type { GuardedClient, Outcome, PostRequest } from '../../../kit/net/index.ts';
import { AccessTokens } from './access-tokens.ts';
import type { OAuth2Client, Receiver } from './receiver.ts';
import { applySuccessList } from './retry-policy.ts';

const UNAUTHORIZED = 401;
const tokensOf = new WeakMap<GuardedClient, AccessTokens>();

/** Sends a request in the way its receiver asked for. `deadlineMs` is the service's limit for everything. */
export async function postToReceiver(
  client: GuardedClient,
  receiver: Receiver,
  { headers, ...request }: PostRequest & { deadlineMs: number },
): Promise<Outcome> {
  const deadlineMs = receiver.retry?.timeoutMs ?? request.deadlineMs;
  const { certificate } = receiver;
  const whole = { ...request, headers: { ...headers, ...receiver.headers }, deadlineMs, certificate };
  const outcome =
    receiver.oauth2 === null ? await client.post(whole) : await postWithToken(client, receiver.oauth2, whole);
  return applySuccessList(receiver.retry, outcome);
}

/** The token and the delivery share one deadline. */
async function postWithToken(
  client: GuardedClient,
  oauth2: OAuth2Client,
  request: PostRequest & { deadlineMs: number },
): Promise<Outcome> {
  const tokens = tokensOf.get(client) ?? new AccessTokens(client);
  tokensOf.set(client, tokens);
  const startedMs = performance.now();
  const leftMs = () => Math.max(Math.ceil(startedMs + request.deadlineMs - performance.now()), 1);
  const post = async (): Promise<{ outcome: Outcome; mayBeOld: boolean }> => {
    const token = await tokens.get(oauth2, leftMs());
    if ('reason' in token) return { outcome: { ok: false, ...token, durationMs: 0 }, mayBeOld: false };
    const headers = { ...request.headers, authorization: `Bearer ${token.value}` };
    const outcome = await client.post({ ...request, headers, deadlineMs: leftMs() });
    if (outcome.status === UNAUTHORIZED) tokens.forget(oauth2, token);
    return { outcome, mayBeOld: outcome.status === UNAUTHORIZED && !token.isNew };
  };
  const first = await post();
  // It may have been revoked early: a fresh token is worth an immediate second try.
  const { outcome } = first.mayBeOld ? await post() : first;
  return { ...outcome, durationMs: Math.round(performance.now() - startedMs) };
}
