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

/** Browsers' `Origin` shows how they reached us, even when a proxy terminates TLS. */
export function isSecure({ origin }: Headers): boolean {
  return typeof origin === 'string' && origin.startsWith('https:');
}
