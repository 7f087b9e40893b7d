import type { z } from 'zod';
import { ModelError, ModelSession, type ModelSource, type Zod } from '../../../../engine/models/index.ts';
import type { GuardedClient } from '../../../../kit/net/index.ts';
import { required } from '../../../../kit/required.ts';
import { fence, materialRule } from '../../terms/material.ts';
import type { Finding, Provider } from './finding.ts';
import type { PageParser } from './page-parser.ts';
import { modelFields, readClaim } from './read-claim.ts';
import { isSameSite, SiteFetcher } from './site-fetcher.ts';

const DAY_MS = 86_400_000;
const HTML = 'text/html,application/xhtml+xml';
const MAX_PAGES = 3;
const MAX_BYTES = 12_000;
const OUTPUT_TOKENS = 900;
const MAX_TOKENS = 30_000;

const schema = (z: Zod) =>
  z.object({
    claims: z
      .array(
        z.object({
          field: z.enum(modelFields),
          value: z.string().min(1).max(500),
          page: z.number().int().min(1).max(MAX_PAGES),
          quote: z.string().min(2).max(600),
        }),
      )
      .max(20),
  });

const instructions = `You read pages of a company's site and write down what they say of the company: industry, number of employees, year of foundation, location of the head office, description, technologies that they say they use, and the round of a funding that they announce. Each claim names the page and quotes the words that say it, exactly as they stand; the value is a part of the quote, in its words. One claim for each technology. ${materialRule}`;

export interface ModelProviderOptions {
  model: ModelSource;
  client: GuardedClient;
  parser: PageParser;
  /** The site of a domain. */
  siteUrl(domain: string): string;
}

interface Page {
  url: string;
  text: string;
}

/** A language model over the company's own site. Only claims the pages support are kept. */
export function modelProvider(options: ModelProviderOptions): Provider {
  const { model } = options;
  const longest = 'x'.repeat(MAX_BYTES + MAX_PAGES * 300);
  const worstMicros = () =>
    model.worstCostMicros({ instructions, prompt: longest, maxOutputTokens: OUTPUT_TOKENS });
  return {
    name: 'language_model',
    get priceMicros() {
      return worstMicros();
    },
    category: 'ai_inference',
    cache: {
      key: ({ domain }) => domain && `${model.provider} ${model.model} ${domain}`,
      ttlMs: 30 * DAY_MS,
    },
    skip: ({ lead, found }) => {
      if (lead.domain === null) return 'the address is at a public mail provider';
      if (!found.has('company.website')) return 'the site of the company was not reached';
      return modelFields.every((field) => found.has(field))
        ? 'nothing that it could read is missing'
        : undefined;
    },
    find: async ({ orgId, enrichmentId, lead, nowMs, signal, spend }) => {
      const pages = await readPages(options, required(lead.domain, 'the domain of a lead'), signal);
      if (pages.length === 0) return [];
      const work = { orgId, area: 'outreach', workId: enrichmentId, agent: 'enricher' } as const;
      const session = new ModelSession(model, work, {
        maxTokens: MAX_TOKENS,
        maxCostMicros: worstMicros(),
        retries: 1,
        signal,
      });
      const prompt = pages.map(({ url, text }, i) => fence(`PAGE ${i + 1} ${url}`, text)).join('\n\n');
      try {
        const { claims } = await session.generateObject({
          schema,
          instructions,
          prompt,
          maxOutputTokens: OUTPUT_TOKENS,
        });
        const observedAt = new Date(nowMs).toISOString();
        return toFindings(claims, pages, observedAt);
      } catch (error) {
        // The error text must not contain anything that was sent.
        throw error instanceof ModelError ? new Error(`the model failed: ${error.kind}`) : error;
      } finally {
        const { inputTokens, cachedInputTokens, outputTokens } = session.usage;
        spend(session.costMicros, {
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': model.provider,
          'gen_ai.request.model': model.model,
          'gen_ai.usage.input_tokens': inputTokens,
          'gen_ai.usage.cache_read.input_tokens': cachedInputTokens,
          'gen_ai.usage.output_tokens': outputTokens,
        });
      }
    },
  };
}

/** The home page and the pages about the company it links to, as visible plain text. */
async function readPages(
  { client, parser, siteUrl }: ModelProviderOptions,
  domain: string,
  signal: AbortSignal,
): Promise<Page[]> {
  const fetcher = new SiteFetcher(client, signal);
  const home = await fetcher.fetch(siteUrl(domain), HTML);
  if (home === undefined) throw new Error('the site has no home page');
  const facts = await parser.parsePage(home.text, home.url);
  const pages: Page[] = [{ url: home.url, text: facts.text }];
  for (const url of facts.aboutUrls.filter((one) => isSameSite(one, home.url)).slice(0, MAX_PAGES - 1)) {
    const page = await fetcher.fetch(url, HTML).catch(() => undefined);
    if (page !== undefined) {
      pages.push({ url: page.url, text: (await parser.parsePage(page.text, page.url)).text });
    }
  }
  const share = Math.floor(MAX_BYTES / pages.length);
  return pages
    .map(({ url, text }) => ({ url: url.slice(0, 200), text: cutTo(text, share) }))
    .filter(({ text }) => text.length >= 40);
}

/** At most this many bytes, without splitting a character. */
function cutTo(text: string, bytes: number): string {
  return new TextDecoder().decode(Buffer.from(text).subarray(0, bytes)).replace(/\uFFFD+$/, '');
}

function toFindings(
  claims: z.infer<ReturnType<typeof schema>>['claims'],
  pages: readonly Page[],
  observedAt: string,
): Finding[] {
  const found = new Map<string, Finding>();
  for (const { field, value, page, quote } of claims) {
    const source = pages[page - 1];
    const read = source && readClaim(field, value, quote, source, observedAt);
    if (source === undefined || read === undefined) continue;
    const earlier = found.get(field);
    if (earlier === undefined) {
      found.set(field, {
        field,
        value: read,
        source: 'language_model',
        sourceUrl: source.url,
        method: 'model_quote',
        confidence: 0.6,
        observedAt,
      });
    } else if (Array.isArray(earlier.value) && Array.isArray(read)) {
      earlier.value = [...new Set([...earlier.value, ...read])];
    }
  }
  return [...found.values()];
}
