import type { IncomingHttpHeaders } from 'node:http';

/** The cookie of a browser that signed in. */
export const SESSION_COOKIE = 'trivium_session';
/** The header that every request by cookie carries. No page of another origin can send it: no preflight allows it. */
const OWN_HEADER = 'x-trivium-session';

const VALUE = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([\\w-]+)(?:;|$)`);

/**
 * The token in the cookie of a request that a page of our own origin sent. A cookie alone proves nothing, since browsers
 * also add it to what pages of other origins start.
 */
export function sessionToken(headers: IncomingHttpHeaders): string | undefined {
  const { cookie } = headers;
  if (cookie === undefined || headers[OWN_HEADER] === undefined) return undefined;
  // Browsers say where a request comes from; old ones say nothing.
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return undefined;
  return VALUE.exec(cookie)?.[1];
}

/** The value of `Set-Cookie`; with an age of 0 the browser forgets it. */
export function sessionCookie(token: string, maxAgeSeconds: number, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : '';
  return `${SESSION_COOKIE}=${token}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Strict${secure}`;
}
