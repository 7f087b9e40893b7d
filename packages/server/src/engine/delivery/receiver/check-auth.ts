import { isHeaderValue } from './check-headers.ts';
import { checkClientCertificate } from './client-certificate.ts';
import type { AuthSetting, NewAuth } from './receiver-settings.ts';
import { refuse } from './refuse.ts';

/**
 * The stored form of our authentication at a receiver.
 *
 * @param seal seals its secret
 * @throws AppError invalid_request
 */
export function checkAuth(auth: NewAuth, now: Date, seal: (secret: string) => string): AuthSetting {
  const { secret, ...told } = auth;
  const sealed = seal(secret);
  switch (told.type) {
    case 'basic':
      if (told.username.includes(':')) refuse('auth.username', '`auth.username` must not hold a colon.');
      return { ...told, sealed };
    case 'bearer':
      if (!isHeaderValue(secret)) {
        refuse('auth.token', '`auth.token` must be printable ASCII, without blanks at its ends.');
      }
      return { ...told, sealed };
    case 'mtls':
      return { ...told, ...checkClientCertificate(told.certificate, secret, now), sealed };
    case 'oauth2':
      return { ...told, sealed };
  }
}
