import { constants } from 'node:crypto';
import tls from 'node:tls';

/**
 * What every secure connection is made with; one context for all, since reading the authorities takes milliseconds.
 * Key exchanges over fields of numbers are left out: the receiver would choose how large they are, and each costs
 * the main thread tens of milliseconds. So is negotiating anew, as often as the receiver likes.
 */
export function createSecureContext(caCertificates: readonly string[]): tls.SecureContext {
  return tls.createSecureContext({
    minVersion: 'TLSv1.2',
    ciphers: `${tls.DEFAULT_CIPHERS}:!kDHE`,
    ecdhCurve: 'X25519MLKEM768:X25519:P-256:P-384:P-521',
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    ...(caCertificates.length > 0 ? { ca: [...tls.getCACertificates('default'), ...caCertificates] } : {}),
  });
}
