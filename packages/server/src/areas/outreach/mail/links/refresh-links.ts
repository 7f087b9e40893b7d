import type { Links } from './links.ts';

/**
 * A text with its own links as the service is reached now: it may have been written while the service had
 * another address.
 */
export function refreshLinks(text: string, token: string, links: Links): string {
  // Mostly nothing has changed.
  if (text.includes(links.unsubscribe(token))) return text;
  return text.replace(new RegExp(`https?://[^\\s"'<>]+/o/([ub])/${token}`, 'g'), (_old, page: string) =>
    page === 'u' ? links.unsubscribe(token) : links.booking(token),
  );
}
