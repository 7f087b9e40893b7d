import type { CustomFetch } from 'openid-client';
import type { GuardedClient } from '../../../kit/net/index.ts';

/** A key set with certificates can be long. */
const MAX_ANSWER_BYTES = 1_048_576;

/**
 * `fetch` for the provider's endpoints, which its own metadata names: each one must pass the address policy.
 */
export function guardedFetch(client: GuardedClient): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const sent = Object.fromEntries(new Headers(headers as Record<string, string>));
    delete sent['user-agent'];
    const request = {
      url,
      owner: 'single sign-on',
      maxKeptBodyBytes: MAX_ANSWER_BYTES,
      headers: { ...sent, 'accept-encoding': 'identity' },
      ...(signal && { signal }),
    };
    const outcome =
      method === 'POST' ? await client.post({ ...request, body: String(body) }) : await client.get(request);
    if (outcome.status === undefined) throw new TypeError(outcome.ok ? 'no answer' : outcome.message);
    const isEmpty = outcome.status === 204 || outcome.status === 304;
    return new Response(isEmpty ? null : new Uint8Array(outcome.body ?? []), {
      status: outcome.status,
      headers: outcome.headers ?? {},
    });
  };
}
