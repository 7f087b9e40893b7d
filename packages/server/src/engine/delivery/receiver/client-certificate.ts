import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from '../../../kit/net/index.ts';
import type { CertificateFacts } from './receiver-settings.ts';
import { refuse } from './refuse.ts';

const MAX_CHAIN = 5;
/** Signing with a longer key blocks the main thread. */
const MAX_RSA_BITS = 4_096;
const CURVES = new Set(['prime256v1', 'secp384r1', 'secp521r1']);
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Validates a client certificate; returns what may be shown of it.
 *
 * @throws AppError invalid_request
 */
export function checkClientCertificate(certificate: string, privateKey: string, now: Date): CertificateFacts {
  const [own] = readChain(certificate) as [X509Certificate, ...X509Certificate[]];
  const key = readKey(privateKey);
  if (!own.checkPrivateKey(key)) {
    refuse(
      'auth.private_key',
      '`auth.private_key` does not belong to `auth.certificate`: give the key that the certificate was made for.',
    );
  }
  if (own.validToDate <= now) {
    refuse(
      'auth.certificate',
      `\`auth.certificate\` has expired on ${own.validToDate.toISOString()}. Give one that is valid.`,
    );
  }
  try {
    createSecureContext([], { id: '', certificate, privateKey });
  } catch {
    refuse(
      'auth.certificate',
      '`auth.certificate` and its key cannot be used for TLS 1.2 or 1.3. Create new ones with a current algorithm.',
    );
  }
  return {
    subject: own.subject.replaceAll('\n', ', ').slice(0, 1_000),
    fingerprint: own.fingerprint256,
    expiresAt: own.validToDate.toISOString(),
  };
}

function readChain(text: string): X509Certificate[] {
  const blocks = text.match(PEM) ?? [];
  const field = 'auth.certificate';
  if (blocks.length === 0 || blocks.length > MAX_CHAIN) {
    refuse(field, `\`${field}\` must hold 1 to ${MAX_CHAIN} certificates as PEM, the client's own first.`);
  }
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    return refuse(field, `\`${field}\` cannot be read as a certificate in PEM.`);
  }
}

function readKey(text: string): KeyObject {
  const field = 'auth.private_key';
  let key: KeyObject;
  try {
    key = createPrivateKey(text);
  } catch {
    return refuse(
      field,
      `\`${field}\` cannot be read as a private key in PEM. It must not be encrypted: it is sealed here.`,
    );
  }
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {};
  const isUsable =
    key.asymmetricKeyType === 'ed25519' ||
    (key.asymmetricKeyType === 'ec' && CURVES.has(namedCurve)) ||
    (key.asymmetricKeyType === 'rsa' && modulusLength <= MAX_RSA_BITS);
  if (!isUsable) {
    refuse(field, `\`${field}\` must be RSA of up to ${MAX_RSA_BITS} bits, P-256, P-384, P-521 or Ed25519.`);
  }
  return key;
}
