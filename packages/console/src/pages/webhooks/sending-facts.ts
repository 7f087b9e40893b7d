import { duration, exactTime, plural } from '../../parts/format.tsx';
import type { Subscription } from './health.tsx';

const formats: Record<string, string | undefined> = {
  cloudevents_structured: 'CloudEvents 1.0, as one JSON object',
  cloudevents_binary: 'CloudEvents 1.0, attributes in headers',
};

function signInText(auth: NonNullable<Subscription['auth']>): string {
  switch (auth.type) {
    case 'basic':
      return `As ${auth.username}, with a password`;
    case 'bearer':
      return 'With a token';
    case 'oauth2':
      return `OAuth 2.0 token from ${new URL(auth.token_url).host}, as ${auth.client_id}`;
    case 'mtls':
      return `With the client certificate of ${auth.subject}, which ends ${exactTime(auth.expires_at)}`;
  }
}

/** Settings that differ from the defaults, in words. */
export function waysFacts(found: Subscription): Record<string, string | undefined> {
  const { retry, header_names: names, auth, signature, batch, circuit_breaker: breaker, format } = found;
  return {
    Body: formats[format],
    Batches: batch
      ? `Up to ${plural(batch.max_events, 'event')}, within ${duration(batch.max_seconds * 1_000)}`
      : undefined,
    Attempts: retry?.delays
      ? retry.delays.map((wait) => (wait === 0 ? 'at once' : `after ${duration(wait * 1_000)}`)).join(', ')
      : undefined,
    'Response timeout': retry?.timeout_seconds ? duration(retry.timeout_seconds * 1_000) : undefined,
    'Success status': retry?.success?.join(', '),
    Headers: names.length > 0 ? names.join(', ') : undefined,
    Authentication: auth === null ? undefined : signInText(auth),
    Signature: signature === 'hmac_ed25519' ? 'By the secret, and by a public key (Ed25519)' : undefined,
    Rests: breaker
      ? `For ${duration(breaker.cooldown_seconds * 1_000)} after ${plural(breaker.failures, 'failure')} in a row`
      : undefined,
  };
}
