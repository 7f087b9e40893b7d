import { constants } from 'node:crypto';
import tls from 'node:tls';

/** What a receiver knows us by; both are PEM. */
export interface ClientCertificate {
  /** Tells it from any other one. */
  id: string;
  /** With the rest of its chain, if it needs one. */
  certificate: string;
  privateKey: string;
}

/**
 * What every secure connection is made with; one context for all that show no certificate of their own, since reading
 * the authorities takes milliseconds.
 * Key exchanges over fields of numbers are left out: the receiver would choose how large they are, and each costs
 * the main thread tens of milliseconds. So is negotiating anew, as often as the receiver likes.
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
