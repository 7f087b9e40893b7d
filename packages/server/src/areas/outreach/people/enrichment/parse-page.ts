import { type CheerioAPI, load } from 'cheerio';
import { cutText } from '../../../../kit/cut-text.ts';
import { isObject } from '../../../../kit/is-object.ts';

/** What a page says about the company, as plain data. */
export interface PageFacts {
  title: string | null;
  siteName: string | null;
  description: string | null;
  organization: {
    name: string | null;
    description: string | null;
    employees: number | null;
    foundedYear: number | null;
    location: string | null;
    industry: string | null;
  } | null;
  linkedinUrl: string | null;
  technologies: string[];
  /** Absolute URLs. */
  careersUrls: string[];
  feedUrls: string[];
  /** Titles of open positions. */
  jobs: string[];
  /** Links to job board pages. */
  boards: string[];
  /** Pages about the company. */
  aboutUrls: string[];
  /** The visible text, one line per block. */
  text: string;
}

/** Services by the hosts of their scripts and frames; a table of our own. */
const hostMarks: [RegExp, string][] = [
  [/(^|\.)googletagmanager\.com$/, 'Google Tag Manager'],
  [/(^|\.)google-analytics\.com$/, 'Google Analytics'],
  [/(^|\.)hs-scripts\.com$|(^|\.)hsforms\.net$|(^|\.)hs-analytics\.net$/, 'HubSpot'],
  [/(^|\.)segment\.(com|io)$/, 'Segment'],
  [/(^|\.)intercom(cdn)?\.(io|com)$/, 'Intercom'],
  [/(^|\.)zdassets\.com$/, 'Zendesk'],
  [/(^|\.)drift(t)?\.com$/, 'Drift'],
  [/(^|\.)marketo\.(net|com)$/, 'Marketo'],
  [/(^|\.)pardot\.com$/, 'Pardot'],
  [/(^|\.)hotjar\.com$/, 'Hotjar'],
  [/(^|\.)clarity\.ms$/, 'Microsoft Clarity'],
  [/(^|\.)cdn\.shopify\.com$/, 'Shopify'],
  [/(^|\.)stripe\.com$/, 'Stripe'],
  [/(^|\.)paypal\.com$/, 'PayPal'],
  [/(^|\.)cookiebot\.com$/, 'Cookiebot'],
  [/(^|\.)cookielaw\.org$|(^|\.)onetrust\.com$/, 'OneTrust'],
  [/(^|\.)usercentrics\.eu$/, 'Usercentrics'],
  [/(^|\.)calendly\.com$/, 'Calendly'],
  [/(^|\.)typeform\.com$/, 'Typeform'],
  [/(^|\.)wistia\.(com|net)$/, 'Wistia'],
  [/(^|\.)vimeo\.com$/, 'Vimeo'],
  [/(^|\.)youtube(-nocookie)?\.com$/, 'YouTube'],
  [/(^|\.)mktoresp\.com$/, 'Marketo'],
  [/(^|\.)snap\.licdn\.com$/, 'LinkedIn Insight'],
  [/(^|\.)connect\.facebook\.net$/, 'Meta Pixel'],
  [/(^|\.)sentry(-cdn)?\.(io|com)$/, 'Sentry'],
  [/(^|\.)newrelic\.com$|(^|\.)nr-data\.net$/, 'New Relic'],
  [/(^|\.)datadoghq-browser-agent\.com$/, 'Datadog'],
  [/(^|\.)fullstory\.com$/, 'FullStory'],
  [/(^|\.)mixpanel\.com$/, 'Mixpanel'],
  [/(^|\.)amplitude\.com$/, 'Amplitude'],
  [/(^|\.)optimizely\.com$/, 'Optimizely'],
  [/(^|\.)launchdarkly\.com$/, 'LaunchDarkly'],
  [/(^|\.)algolia(net)?\.(com|net)$/, 'Algolia'],
  [/(^|\.)webflow\.(io|com)$|(^|\.)website-files\.com$/, 'Webflow'],
  [/(^|\.)squarespace(-cdn)?\.com$/, 'Squarespace'],
  [/(^|\.)wixstatic\.com$|(^|\.)parastorage\.com$/, 'Wix'],
  [/(^|\.)contentful\.com$|(^|\.)ctfassets\.net$/, 'Contentful'],
  [/(^|\.)cloudfront\.net$/, 'Amazon CloudFront'],
];

const generatorMarks: [RegExp, string][] = [
  [/^WordPress/i, 'WordPress'],
  [/^Drupal/i, 'Drupal'],
  [/^TYPO3/i, 'TYPO3'],
  [/^Joomla/i, 'Joomla'],
  [/^Hugo/i, 'Hugo'],
  [/^Ghost/i, 'Ghost'],
  [/^Wix/i, 'Wix'],
  [/^Webflow/i, 'Webflow'],
  [/^Shopify/i, 'Shopify'],
  [/^Gatsby/i, 'Gatsby'],
  [/^Next\.js/i, 'Next.js'],
];

const BOARDS =
  /^https?:\/\/(boards\.greenhouse\.io|job-boards\.greenhouse\.io|jobs\.lever\.co|jobs\.ashbyhq\.com|apply\.workable\.com|[a-z0-9-]+\.recruitee\.com|[a-z0-9-]+\.jobs\.personio\.(de|com))\//;
const CAREERS =
  /\b(careers?|jobs|join[- ]us|open positions|we'?re hiring|karriere|stellen(angebote)?|recrutement|empleo)\b/i;
const JOB_PATH = /\/(jobs?|careers?|positions?|openings?|stellen(angebote)?|karriere)\/[^/?#]{3,}/i;
const ABOUT =
  /\b(about( us)?|company|our story|who we are|über uns|ueber-uns|unternehmen|à propos|qui sommes|quienes somos|nosotros|chi siamo|azienda|sobre n[oó]s|over ons)\b|会社概要/i;
const MAX_COUNT = 200;
const MAX_TEXT_LENGTH = 20_000;

/** Parses a page of a company's site. Its text is data: nothing in it is acted on except links. */
export function parsePage(html: string, baseUrl: string): PageFacts {
  const $ = load(html);
  const meta = (name: string) => clean($(`meta[property="${name}"], meta[name="${name}"]`).attr('content'));
  const data = readJsonLd(
    $('script[type="application/ld+json"]')
      .slice(0, 20)
      .toArray()
      .map((one) => $(one).text()),
  );
  const links = readLinks($, baseUrl);
  const linksThat = (isOne: (link: Link) => boolean) =>
    [...new Set(links.filter(isOne).map(({ href }) => href))].slice(0, 5);
  const organization = data.find((one) =>
    typeOf(one).some((type) => /Organization$|Corporation$|LocalBusiness$/.test(type)),
  );
  return {
    title: clean($('title').first().text()),
    siteName: meta('og:site_name'),
    description: meta('description') ?? meta('og:description'),
    organization: organization === undefined ? null : readOrganization(organization),
    linkedinUrl:
      links.find(({ href }) => /^https?:\/\/([a-z]+\.)?linkedin\.com\/company\//.test(href))?.href ?? null,
    technologies: findTechnologies(readHosts($, baseUrl), meta('generator') ?? ''),
    careersUrls: linksThat(({ href, text }) => CAREERS.test(text) || CAREERS.test(new URL(href).pathname)),
    feedUrls: $('link[type="application/rss+xml"], link[type="application/atom+xml"]')
      .slice(0, 3)
      .toArray()
      .flatMap((one) => absolute($(one).attr('href'), baseUrl) ?? []),
    jobs: findJobs(data, links),
    aboutUrls: linksThat(({ href, text }) => ABOUT.test(text) || ABOUT.test(decodePath(href))),
    boards: linksThat(({ href }) => BOARDS.test(href)),
    text: readText($),
  };
}

interface Link {
  href: string;
  text: string;
}

function absolute(href: string | undefined, baseUrl: string): string | null {
  return href ? (URL.parse(href, baseUrl)?.href ?? null) : null;
}

function readLinks($: CheerioAPI, baseUrl: string): Link[] {
  return $('a[href]')
    .slice(0, 2_000)
    .toArray()
    .flatMap((one) => {
      const href = absolute($(one).attr('href'), baseUrl);
      return href !== null && /^https?:/.test(href) ? [{ href, text: clean($(one).text()) ?? '' }] : [];
    });
}

/** Hosts of scripts, frames and style sheets. */
function readHosts($: CheerioAPI, baseUrl: string): string[] {
  return $('script[src], iframe[src], link[href][rel="stylesheet"]')
    .slice(0, 500)
    .toArray()
    .flatMap((one) => URL.parse($(one).attr('src') ?? $(one).attr('href') ?? '', baseUrl)?.hostname ?? []);
}

function findTechnologies(hosts: readonly string[], generator: string): string[] {
  const found = [
    ...hostMarks.filter(([pattern]) => hosts.some((host) => pattern.test(host))),
    ...generatorMarks.filter(([pattern]) => pattern.test(generator)),
  ];
  return [...new Set(found.map(([, name]) => name))];
}

/** Titles of open positions: from structured data, else from links that look like one. */
function findJobs(data: readonly JsonLd[], links: readonly Link[]): string[] {
  const postings = data.filter((one) => typeOf(one).includes('JobPosting'));
  const titles =
    postings.length > 0
      ? postings.flatMap((one) => clean(one.title) ?? [])
      : links
          .filter(({ href, text }) => JOB_PATH.test(href) && text.length >= 4 && text.length <= 120)
          .map(({ text }) => text);
  return [...new Set(titles)].slice(0, MAX_COUNT);
}

function decodePath(href: string): string {
  const { pathname } = new URL(href);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

const HIDDEN =
  '[hidden], [aria-hidden="true"], [style*="display:none" i], [style*="display: none" i], [style*="visibility:hidden" i], [style*="visibility: hidden" i], [style*="font-size:0" i], [style*="opacity:0" i]';
const BLOCKS =
  'p, div, section, article, header, footer, li, tr, h1, h2, h3, h4, h5, h6, br, blockquote, dd, dt';

/** The visible text, without machine-only content. Modifies the document. */
function readText($: CheerioAPI): string {
  $('script, style, noscript, template, svg, iframe, nav').remove();
  $(HIDDEN).remove();
  $(BLOCKS).append('\n');
  const lines = $('body').text().split('\n');
  return cutText(lines.flatMap((line) => clean(line) ?? []).join('\n'), MAX_TEXT_LENGTH);
}

type JsonLd = Record<string, unknown>;

function readJsonLd(texts: readonly string[]): JsonLd[] {
  return texts.flatMap((text) => {
    try {
      const parsed: unknown = JSON.parse(text);
      const list = Array.isArray(parsed) ? parsed : [parsed];
      return list
        .flatMap((one) => (isObject(one) && Array.isArray(one['@graph']) ? one['@graph'] : [one]))
        .filter(isObject)
        .slice(0, MAX_COUNT);
    } catch {
      return [];
    }
  });
}

function typeOf(one: JsonLd): string[] {
  const type = one['@type'];
  return (Array.isArray(type) ? type : [type]).filter((name): name is string => typeof name === 'string');
}

function readOrganization(one: JsonLd): PageFacts['organization'] {
  const employees = isObject(one.numberOfEmployees) ? one.numberOfEmployees.value : one.numberOfEmployees;
  const address = isObject(one.address) ? one.address : undefined;
  const year = Number(String(one.foundingDate ?? '').slice(0, 4));
  const place = [address?.addressLocality, address?.addressCountry].filter(
    (part) => typeof part === 'string',
  );
  return {
    name: clean(one.name),
    description: clean(one.description),
    employees: Number.isInteger(Number(employees)) && Number(employees) > 0 ? Number(employees) : null,
    foundedYear: year > 1500 && year < 2200 ? year : null,
    location: place.length > 0 ? cutText(place.join(', '), 200) : null,
    industry: clean(one.industry),
  };
}

function clean(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  return cutText(text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim(), 500) || null;
}

/** An entry of a feed. */
export interface FeedEntry {
  title: string;
  url: string | null;
  /** Unix milliseconds. */
  publishedMs: number;
}

/** Dated entries of an RSS or Atom feed. */
export function parseFeed(xml: string): FeedEntry[] {
  const $ = load(xml, { xml: true });
  return $('item, entry')
    .slice(0, 50)
    .toArray()
    .flatMap((one) => {
      const title = clean($(one).children('title').text());
      const publishedMs = Date.parse($(one).children('pubDate, published, updated').first().text());
      const link = $(one).children('link').first();
      const url = clean(link.attr('href') ?? link.text());
      return title === null || Number.isNaN(publishedMs) ? [] : [{ title, url, publishedMs }];
    });
}
