import type { Links } from './links.ts';

/** Updates the service's own links in a text that may have been written when it had another address. */
export function refreshLinks(text: string, token: string, links: Links): string {
  // Usually nothing has changed.
  if (text.includes(links.unsubscribe(token))) return text;
  return text.replace(new RegExp(`https?://[^\\s"'<>]+/o/([ub])/${token}`, 'g'), (_old, page: string) =>
    page === 'u' ? links.unsubscribe(token) : links.booking(token),
  );
}
