import { type Reply, sessionCookie } from '../../../kit/http/index.ts';
import type { StartedSession } from './sessions.ts';

type Headers = Record<string, string | string[] | undefined>;

/** Signs the browser in. */
export function sessionReply({ token, expiresAt, lifetimeSeconds }: StartedSession, headers: Headers): Reply {
  return {
    status: 201,
    body: { expires_at: expiresAt.toISOString() },
    headers: { 'set-cookie': sessionCookie(token, lifetimeSeconds, isSecure(headers)) },
  };
}

/** Browsers say in `Origin` how they reached us, also where something before us ends TLS. */
export function isSecure({ origin }: Headers): boolean {
  return typeof origin === 'string' && origin.startsWith('https:');
}
