import type { GuardedClient } from '../../../../kit/net/index.ts';
import { required } from '../../../../kit/required.ts';
import type { EnrichedLead } from './enriched-lead.ts';
import type { Finding, Provider } from './finding.ts';
import type { PageParser } from './page-parser.ts';
import type { FeedEntry, PageFacts } from './parse-page.ts';
import { findFunding, findMigration } from './read-news.ts';
import { isSameSite, SiteFetcher } from './site-fetcher.ts';

const DAY_MS = 86_400_000;
const HTML = 'text/html,application/xhtml+xml';
const FEED = 'application/rss+xml,application/atom+xml,application/xml,text/xml';

export interface WebsiteOptions {
  client: GuardedClient;
  parser: PageParser;
  /** The site of a domain. */
  siteUrl(domain: string): string;
}

/** The company's own site: its home page, careers page and feed. */
export function websiteProvider({ client, parser, siteUrl }: WebsiteOptions): Provider {
  return {
    name: 'website',
    priceMicros: 0,
    cache: { key: ({ domain }) => domain, ttlMs: 7 * DAY_MS },
    skip: ({ lead }) => (lead.domain === null ? 'the address is at a public mail provider' : undefined),
    find: async ({ lead, nowMs, signal }) => {
      const fetcher = new SiteFetcher(client, signal);
      const home = await fetcher.fetch(siteUrl(required(lead.domain, 'the domain of a lead')), HTML);
      if (home === undefined) throw new Error('the site has no home page');
      const page = await parser.parsePage(home.text, home.url);
      const [hiring, news] = await Promise.all([
        orNothing(readCareers(fetcher, parser, page, home.url)),
        orNothing(readFeed(fetcher, parser, page)),
      ]);
      const finding = makeFinding(new Date(nowMs).toISOString());
      return [
        ...readHome(page, home.url, home.headers, lead, finding),
        ...(hiring === undefined || hiring.jobs.length === 0 ? [] : hiringFinding(hiring, nowMs, finding)),
        ...(news === undefined ? [] : newsFindings(news, nowMs, finding)),
      ];
    },
  };
}

type MakeFinding = (
  field: string,
  value: unknown,
  url: string,
  method: string,
  confidence: number,
) => Finding[];

function makeFinding(observedAt: string): MakeFinding {
  return (field, value, sourceUrl, method, confidence) =>
    value === null || value === undefined
      ? []
      : [{ field, value, source: 'website', sourceUrl, method, confidence, observedAt }];
}

function readHome(
  page: PageFacts,
  url: string,
  headers: Record<string, string>,
  lead: EnrichedLead,
  finding: MakeFinding,
): Finding[] {
  const { organization } = page;
  const technologies = [...page.technologies, ...ofHeaders(headers)];
  return [
    ...finding('company.website', new URL(url).origin, url, 'reached', 0.95),
    ...finding('company.domain', lead.domain, url, 'reached', 0.95),
    ...finding('company.name', organization?.name, url, 'json_ld', 0.9),
    ...finding('company.name', page.siteName, url, 'meta', 0.75),
    ...finding('company.description', organization?.description, url, 'json_ld', 0.85),
    ...finding('company.description', page.description, url, 'meta', 0.75),
    ...finding('company.employee_count', organization?.employees, url, 'json_ld', 0.8),
    ...finding('company.founded_year', organization?.foundedYear, url, 'json_ld', 0.85),
    ...finding('company.location', organization?.location, url, 'json_ld', 0.8),
    ...finding('company.industry', organization?.industry, url, 'json_ld', 0.8),
    ...finding('company.linkedin_url', page.linkedinUrl, url, 'link', 0.8),
    ...(technologies.length > 0
      ? finding('company.technologies', technologies, url, 'fingerprint', 0.8)
      : []),
  ];
}

function ofHeaders(headers: Record<string, string>): string[] {
  const marks: [string, RegExp, string][] = [
    ['server', /cloudflare/i, 'Cloudflare'],
    ['server', /^nginx/i, 'nginx'],
    ['server', /apache/i, 'Apache'],
    ['server', /vercel/i, 'Vercel'],
    ['server', /netlify/i, 'Netlify'],
    ['x-powered-by', /php/i, 'PHP'],
    ['x-powered-by', /express/i, 'Express'],
    ['x-powered-by', /asp\.net/i, 'ASP.NET'],
    ['x-powered-by', /next\.js/i, 'Next.js'],
    ['x-shopify-stage', /./, 'Shopify'],
    ['x-drupal-cache', /./, 'Drupal'],
  ];
  return marks.flatMap(([name, pattern, technology]) =>
    pattern.test(headers[name] ?? '') ? [technology] : [],
  );
}

interface Hiring {
  url: string;
  jobs: string[];
}

async function readCareers(
  fetcher: SiteFetcher,
  parser: PageParser,
  home: PageFacts,
  homeUrl: string,
): Promise<Hiring | undefined> {
  const careers = home.careersUrls.find((url) => isSameSite(url, homeUrl)) ?? home.boards[0];
  if (careers === undefined) return home.jobs.length > 0 ? { url: homeUrl, jobs: home.jobs } : undefined;
  const page = await fetcher.fetch(careers, HTML);
  if (page === undefined) return undefined;
  return { url: page.url, jobs: (await parser.parsePage(page.text, page.url)).jobs };
}

function hiringFinding({ url, jobs }: Hiring, nowMs: number, finding: MakeFinding): Finding[] {
  const value = {
    detected: true,
    open_roles: jobs.length,
    roles: jobs.slice(0, 20),
    score: Math.min(100, 20 + jobs.length * 8),
    observed_at: new Date(nowMs).toISOString(),
    evidence: `${jobs.length} open roles at ${url}`,
  };
  return finding('intent_signals.hiring_activity', value, url, 'job_postings', 0.8);
}

async function readFeed(
  fetcher: SiteFetcher,
  parser: PageParser,
  { feedUrls }: PageFacts,
): Promise<{ url: string; entries: FeedEntry[] } | undefined> {
  const [url] = feedUrls;
  if (url === undefined) return undefined;
  const feed = await fetcher.fetch(url, FEED);
  return feed && { url, entries: await parser.parseFeed(feed.text) };
}

function newsFindings(
  { url, entries }: { url: string; entries: FeedEntry[] },
  nowMs: number,
  finding: MakeFinding,
): Finding[] {
  const funding = findFunding(entries, nowMs);
  const migration = findMigration(entries, nowMs);
  return [
    ...finding('intent_signals.recent_funding', funding, funding?.source_url ?? url, 'feed', 0.7),
    ...finding('intent_signals.technology_migration', migration, migration?.source_url ?? url, 'feed', 0.65),
  ];
}

/** If a secondary part cannot be fetched, the rest is kept. */
async function orNothing<T>(part: Promise<T>): Promise<T | undefined> {
  return part.catch(() => undefined);
}
