import { canonicalJson, signatureHeader, verifySignatureHeader } from '../../kit/signing/index.ts';

/**
 * The body of a delivery that carries its own signature: compact JSON with sorted keys, whose field
 * `signature` holds `sha256=` and the hex HMAC-SHA256 of the RFC 8785 canonical JSON of the payload without
 * that field. A receiver removes the field, serializes the rest in the order received, and has the signed
 * bytes; contracts-test-vector.json beside this file shows an example.
 *
 * A JavaScript receiver needs an RFC 8785 serializer for one kind of payload: JavaScript objects list keys
 * that look like array indexes (`"10"`, `"9"`) first and in numeric order, whatever the text said.
 *
 * @throws CanonicalJsonError when the payload holds what canonical JSON cannot express
 */
export function signContractsPayload(payload: Readonly<Record<string, unknown>>, secret: string): string {
  const unsigned: Record<string, unknown> = withoutSignature(payload);
  const signature = signatureHeader(secret, canonicalJson(unsigned));
  return canonicalJson({ ...unsigned, signature });
}

/** Whether the text of a received payload has the correct `signature` field; never throws. */
export function verifyContractsPayload(text: string, secret: string): boolean {
  try {
    const payload: unknown = JSON.parse(text);
    if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return false;
    const { signature } = payload as Record<string, unknown>;
    if (typeof signature !== 'string') return false;
    const unsigned = withoutSignature(payload as Record<string, unknown>);
    return verifySignatureHeader(secret, canonicalJson(unsigned), signature);
  } catch {
    // Not JSON, or JSON without a canonical form: not ours.
    return false;
  }
}

function withoutSignature(payload: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // Spread copies own members, `__proto__` included, and never calls the setter.
  const { signature: _dropped, ...rest } = payload;
  return rest;
}
