import type { IncomingHttpHeaders } from 'node:http';

/** The session cookie of a signed-in browser. */
export const SESSION_COOKIE = 'trivium_session';
/**
 * The header that every request by cookie carries. Pages of other origins cannot send it, since no preflight
 * allows it.
 */
const OWN_HEADER = 'x-trivium-session';

const VALUE = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([\\w-]+)(?:;|$)`);

/**
 * The session token of a request sent by a page of our own origin. The cookie alone proves nothing, since
 * browsers also attach it to requests that other origins' pages start.
 */
export function sessionToken(headers: IncomingHttpHeaders): string | undefined {
  const { cookie } = headers;
  if (cookie === undefined || headers[OWN_HEADER] === undefined) return undefined;
  // Browsers say where a request comes from; old ones do not.
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return undefined;
  return VALUE.exec(cookie)?.[1];
}

/** The value of `Set-Cookie`; with an age of 0 the browser deletes it. */
export function sessionCookie(token: string, maxAgeSeconds: number, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : '';
  return `${SESSION_COOKIE}=${token}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Strict${secure}`;
}
