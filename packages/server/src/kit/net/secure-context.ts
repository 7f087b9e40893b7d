import { constants } from 'node:crypto';
import tls from 'node:tls';

/** The client identity shown to a receiver; both parts are PEM. */
export interface ClientCertificate {
  /** Identifies the certificate. */
  id: string;
  /** Including the rest of its chain, if it needs one. */
  certificate: string;
  privateKey: string;
}

/**
 * TLS settings for every connection; connections without a client certificate share one context, since
 * parsing the authorities takes milliseconds. Finite-field key exchange is disabled: the receiver would
 * choose the size of the numbers, and each exchange would cost the main thread tens of milliseconds. So is
 * renegotiation, which the receiver could request as often as it likes.
 */
export function createSecureContext(
  caCertificates: readonly string[],
  client?: ClientCertificate,
): tls.SecureContext {
  return tls.createSecureContext({
    minVersion: 'TLSv1.2',
    ciphers: `${tls.DEFAULT_CIPHERS}:!kDHE`,
    ecdhCurve: 'X25519MLKEM768:X25519:P-256:P-384:P-521',
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    ...(client && { cert: client.certificate, key: client.privateKey }),
    ...(caCertificates.length > 0 ? { ca: [...tls.getCACertificates('default'), ...caCertificates] } : {}),
  });
}
