import { duration, plural } from '../../parts/format.tsx';
import type { Subscription } from './health.tsx';

const formats: Record<string, string | undefined> = {
  cloudevents_structured: 'CloudEvents 1.0, as one JSON object',
  cloudevents_binary: 'CloudEvents 1.0, attributes in headers',
};
const signIns: Record<string, string> = {
  basic: 'With a user and a password',
  bearer: 'With a token',
  oauth2: 'With a token of OAuth 2.0',
  mtls: 'With a client certificate',
};

/** What is otherwise than the service does it by itself, in words. */
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
    'Waits for an answer': retry?.timeout_seconds ? duration(retry.timeout_seconds * 1_000) : undefined,
    'A success is': retry?.success?.join(', '),
    Headers: names.length > 0 ? names.join(', ') : undefined,
    'Signs in': auth === null ? undefined : signIns[auth.type],
    Signature: signature === 'hmac_ed25519' ? 'By the secret, and by a public key (Ed25519)' : undefined,
    Rests: breaker
      ? `For ${duration(breaker.cooldown_seconds * 1_000)} after ${plural(breaker.failures, 'failure')} in a row`
      : undefined,
  };
}
