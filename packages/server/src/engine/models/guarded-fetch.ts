import type { FailureReason, GuardedClient, Outcome } from '../../kit/net/index.ts';
import { ModelError, type ModelErrorKind } from './model-error.ts';

/** A longer response cannot be a valid answer here. */
const MAX_BYTES = 4 * 1_048_576;

const kinds: Partial<Record<FailureReason, ModelErrorKind>> = {
  timeout: 'timeout',
  aborted: 'aborted',
  invalid_url: 'refused',
  invalid_request: 'refused',
  address_not_allowed: 'refused',
};

/** Failures after which the provider certainly received nothing. */
const unsent: readonly FailureReason[] = [
  'invalid_url',
  'invalid_request',
  'address_not_allowed',
  'dns_failed',
  'connect_failed',
  'tls_failed',
  'proxy_failed',
  'overloaded',
];

/**
 * The `fetch` for the providers' packages: it follows the service's address policy, never sends anything
 * twice, and resolves only with the complete response. Rejects with `ModelError`.
 */
export function guardedFetch(client: GuardedClient, timeoutMs: number): typeof globalThis.fetch {
  return async (url, { headers, body, signal } = {}) => {
    let isSent = false;
    const outcome = await client.post({
      url: String(url),
      headers: headersOf(headers),
      body: String(body),
      deadlineMs: timeoutMs,
      maxKeptBodyBytes: MAX_BYTES,
      ...(signal && { signal }),
      // If a connection dies during a request, a retry might be paid for twice.
      mayGoOut: () => {
        const isFirst = !isSent;
        isSent = true;
        return isFirst;
      },
    });
    return toResponse(outcome, isSent);
  };
}

function headersOf(given: ConstructorParameters<typeof Headers>[0]): Record<string, string> {
  const headers = new Headers(given);
  headers.delete('user-agent');
  headers.set('accept-encoding', 'identity');
  return Object.fromEntries(headers);
}

function toResponse(outcome: Outcome, isSent: boolean): Response {
  if (outcome.ok || outcome.reason === 'unexpected_status') {
    const { status = 502, headers = {}, body = Buffer.alloc(0), bodyTruncated } = outcome;
    if (bodyTruncated)
      throw new ModelError('bad_answer', 'The answer of the model is longer than 4 MB, and was not read.');
    const hasBody = status !== 204 && status !== 205 && status !== 304;
    return new Response(hasBody ? new Uint8Array(body) : null, { status, headers });
  }
  const { reason, message } = outcome;
  throw new ModelError(kinds[reason] ?? 'unavailable', messageOf(reason, message), {
    isFree: !isSent || unsent.includes(reason),
  });
}

function messageOf(reason: FailureReason, message: string): string {
  if (reason === 'timeout') return 'The model did not answer in time.';
  if (reason === 'aborted') return 'The call to the model was stopped.';
  if (kinds[reason] === 'refused') return `LLM_BASE_URL: ${message}`;
  return `The connection to the model failed: ${message}`;
}
