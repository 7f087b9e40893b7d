import type { Links } from './links.ts';

const HREF = /(<a\b[^>]*?\bhref\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi;

/**
 * Routes a mail's links through the service and adds the open-tracking pixel. The service's own links, such
 * as the unsubscribe link, stay unchanged.
 */
export function trackHtml(
  html: string,
  { links, token, opens, clicks }: { links: Links; token: string; opens: boolean; clicks: boolean },
): string {
  const own = new Set([links.unsubscribe(token), links.booking(token)]);
  const tracked = clicks
    ? html.replace(HREF, (whole, before: string, double?: string, single?: string) => {
        const url = decodeEntities(double ?? single ?? '').trim();
        if (!/^https?:\/\//i.test(url) || own.has(url)) return whole;
        return `${before}"${encodeEntities(links.click(token, url))}"`;
      })
    : html;
  if (!opens) return tracked;
  const pixel = `<img src="${links.open(token)}" width="1" height="1" alt="" style="display:none">`;
  const end = tracked.search(/<\/body>/i);
  return end < 0 ? tracked + pixel : tracked.slice(0, end) + pixel + tracked.slice(end);
}

function decodeEntities(text: string): string {
  return text
    .replace(/&(?:quot|#34);/g, '"')
    .replace(/&(?:apos|#39);/g, "'")
    .replace(/&(?:lt|#60);/g, '<')
    .replace(/&(?:gt|#62);/g, '>')
    .replace(/&(?:amp|#38);/g, '&');
}

function encodeEntities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
