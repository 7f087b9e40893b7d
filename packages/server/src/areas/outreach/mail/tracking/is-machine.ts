/** What is known of a request for a pixel or link. */
export interface Visit {
  method: string;
  userAgent: string | undefined;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** When the receiving server accepted the mail; undefined when not known yet. */
  sentAtMs: number | undefined;
  nowMs: number;
}

/** Nobody opens a mail this soon after delivery; such requests come from security scanners. */
const TOO_SOON_MS = 2_000;

const MACHINES =
  /bot\b|crawl|spider|slurp|preview|scan|monitor|headless|phantom|puppeteer|playwright|curl\/|wget\/|python|go-http|java\/|okhttp|libwww|httpclient|axios|node-fetch|undici|barracuda|proofpoint|mimecast|symantec|trendmicro|forcepoint|fireeye|sophos|cisco|ironport|zscaler|checkpoint|safelinks|microsoft office existence|ms-office|bitdefender|urldefense|yahoomailproxy|facebookexternalhit|slackbot|whatsapp|telegram/i;

/**
 * Whether a machine made the request: security scanners, link previews, and mail programs that prefetch
 * images (Apple's Mail Privacy Protection identifies itself only as `Mozilla/5.0`). Gmail's image proxy
 * fetches when the reader opens the mail, and so counts as the reader.
 */
export function isMachine({ method, userAgent, headers, sentAtMs, nowMs }: Visit): boolean {
  if (method !== 'GET') return true;
  if (sentAtMs === undefined || nowMs - sentAtMs < TOO_SOON_MS) return true;
  const agent = userAgent?.trim() ?? '';
  if (agent === '' || agent === 'Mozilla/5.0') return true;
  if (/GoogleImageProxy|ggpht/i.test(agent)) return false;
  if (MACHINES.test(agent)) return true;
  const purpose = `${headers.purpose ?? ''} ${headers['x-purpose'] ?? ''} ${headers['sec-purpose'] ?? ''} ${headers['x-moz'] ?? ''}`;
  return /prefetch|preview/i.test(purpose);
}
