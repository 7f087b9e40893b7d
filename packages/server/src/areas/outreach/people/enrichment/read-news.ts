import type { FeedEntry } from './parse-page.ts';

const RECENT_MS = 365 * 86_400_000;

const RAISED =
  /\b(raises?|raised|secures?|secured|closes?|closed|lands?|announces?)\b.{0,80}\b(funding|financing|round|series [a-h]|seed|investment|million|billion)\b/i;
const ROUND = /\b(pre-?seed|seed|series [a-h])\b/i;
const AMOUNT = /(\$|€|£|USD|EUR|GBP)\s?(\d+(?:[.,]\d+)?)\s?(k|m|mn|million|bn|b|billion)?\b/i;
const MIGRATION =
  /\bmigrat(?:e[sd]?|ing|ion)\b(?:.{0,40}?\bfrom ([A-Z][\w.+#-]*(?: [A-Z0-9][\w.+#-]*)?))?.{0,40}?\bto ([A-Z][\w.+#-]*(?: [A-Z0-9][\w.+#-]*)?)/;

export interface Funding {
  detected: true;
  round: string | null;
  /** Only when the news gives it in dollars: exchange rates are not guessed. */
  amount_usd: number | null;
  announced_at: string;
  score: number;
  observed_at: string;
  evidence: string;
  source_url: string | null;
}

/** The newest entry of the last year about raising money. */
export function findFunding(entries: readonly FeedEntry[], nowMs: number): Funding | null {
  const entry = newest(entries, nowMs, (title) => RAISED.test(title));
  if (entry === undefined) return null;
  const announcedAt = new Date(entry.publishedMs).toISOString();
  return {
    detected: true,
    round: ROUND.exec(entry.title)?.[0].toLowerCase().replace('preseed', 'pre-seed') ?? null,
    amount_usd: amountUsd(entry.title),
    announced_at: announcedAt,
    score: 90,
    observed_at: announcedAt,
    evidence: entry.title,
    source_url: entry.url,
  };
}

export interface Migration {
  detected: true;
  from: string | null;
  to: string;
  score: number;
  observed_at: string;
  evidence: string;
  source_url: string | null;
}

/** The newest entry of the last year about a technology migration. */
export function findMigration(entries: readonly FeedEntry[], nowMs: number): Migration | null {
  const entry = newest(entries, nowMs, (title) => MIGRATION.test(title));
  const [, from, to] = MIGRATION.exec(entry?.title ?? '') ?? [];
  if (entry === undefined || to === undefined) return null;
  return {
    detected: true,
    from: from ?? null,
    to,
    score: 80,
    observed_at: new Date(entry.publishedMs).toISOString(),
    evidence: entry.title,
    source_url: entry.url,
  };
}

function newest(
  entries: readonly FeedEntry[],
  nowMs: number,
  fits: (title: string) => boolean,
): FeedEntry | undefined {
  return entries
    .filter(
      ({ title, publishedMs }) => publishedMs <= nowMs && nowMs - publishedMs < RECENT_MS && fits(title),
    )
    .sort((a, b) => b.publishedMs - a.publishedMs)[0];
}

function amountUsd(title: string): number | null {
  const [, currency, digits, unit = ''] = AMOUNT.exec(title) ?? [];
  if (digits === undefined || (currency !== '$' && currency?.toUpperCase() !== 'USD')) return null;
  const factor = /^k/i.test(unit) ? 1e3 : /^m/i.test(unit) ? 1e6 : /^b/i.test(unit) ? 1e9 : 1;
  return Math.round(Number(digits.replace(',', '.')) * factor);
}
