import { knownProviders, type TokenUsage } from './model-settings.ts';

/** USD per million tokens, which equals micro-USD per token. */
export interface ModelPrice {
  input: number;
  output: number;
  /** For input read from the provider's cache. */
  cachedInput: number;
  /** For input written to it. */
  cacheWrite: number;
}

/**
 * By prefix of the model's name; the longest match wins. From the providers' public price lists of October
 * 2026.
 */
const prices: readonly [prefix: string, input: number, output: number, cachedInput: number][] = [
  ['claude-fable-5-1', 10, 50, 0.25],
  ['claude-fable-5', 10, 50, 1],
  ['claude-opus-5-5', 4, 20, 0.2],
  ['claude-opus-5', 5, 25, 0.5],
  ['claude-opus-4-8', 5, 25, 0.5],
  ['claude-opus-4-7', 5, 25, 0.5],
  ['claude-opus-4-6', 5, 25, 0.5],
  ['claude-opus-4-5', 5, 25, 0.5],
  ['claude-opus-4', 15, 75, 1.5],
  ['claude-sonnet-5-5', 2, 10, 0.1],
  ['claude-sonnet-5', 2, 10, 0.2],
  ['claude-sonnet-4', 3, 15, 0.3],
  ['claude-haiku-5-5', 0.1, 0.5, 0.01],
  ['claude-haiku-4-5', 1, 5, 0.1],
  ['gpt-5.6-sol', 5, 30, 0.5],
  ['gpt-5.6-terra', 2, 12, 0.2],
  ['gpt-5.6-luna', 0.2, 1.2, 0.02],
  ['gpt-5.5', 5, 30, 0.5],
  ['gpt-5.4-mini', 0.75, 4.5, 0.075],
  ['gpt-5.4-nano', 0.2, 1.25, 0.02],
  ['gpt-5.4', 2.5, 15, 0.25],
  ['gpt-5.2', 1.75, 14, 0.175],
  ['gpt-5-mini', 0.25, 2, 0.025],
  ['gpt-5-nano', 0.05, 0.4, 0.005],
  ['gpt-5', 1.25, 10, 0.125],
  ['gpt-4.1-mini', 0.4, 1.6, 0.1],
  ['gpt-4.1-nano', 0.1, 0.4, 0.025],
  ['gpt-4.1', 2, 8, 0.5],
  ['gpt-4o-mini', 0.15, 0.6, 0.075],
  ['gpt-4o', 2.5, 10, 1.25],
  ['o4-mini', 1.1, 4.4, 0.275],
  ['o3', 2, 8, 0.5],
  ['gemini-3.5-flash', 1.5, 9, 0.15],
  ['gemini-3.1-pro', 2, 12, 0.2],
  ['gemini-2.5-pro', 1.25, 10, 0.125],
  ['gemini-2.5-flash-lite', 0.1, 0.4, 0.01],
  ['gemini-2.5-flash', 0.3, 2.5, 0.03],
];

/** Some charge a quarter more for writing to their (five-minute) cache; the others nothing extra. */
const cacheWriteFactor = (name: string) => (/^(?:claude-|gpt-5\.6)/.test(name) ? 1.25 : 1);

/** A model's list price; null when it is not in the list. */
function priceOf(model: string): ModelPrice | null {
  const name = model.slice(model.lastIndexOf('/') + 1);
  const found = prices
    .filter(([prefix]) => name === prefix || name.startsWith(`${prefix}-`))
    .sort((a, b) => b[0].length - a[0].length)[0];
  if (!found) return null;
  const [, input, output, cachedInput] = found;
  return { input, output, cachedInput, cacheWrite: input * cacheWriteFactor(name) };
}

/** The cost of tokens in whole micro-USD: each kind at its own price, none counted twice. */
export function costMicros(price: ModelPrice, usage: TokenUsage): number {
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens } = usage;
  const plain = Math.max(0, inputTokens - cachedInputTokens - cacheWriteTokens);
  return Math.round(
    plain * price.input +
      cachedInputTokens * price.cachedInput +
      cacheWriteTokens * price.cacheWrite +
      outputTokens * price.output,
  );
}

/** Maximum cost of one request: a token is at least one byte, and all of them may be written to the cache. */
export function worstCostMicros(price: ModelPrice, promptBytes: number, maxOutputTokens: number): number {
  return Math.ceil(promptBytes * Math.max(price.input, price.cacheWrite) + maxOutputTokens * price.output);
}

const FREE: ModelPrice = { input: 0, output: 0, cachedInput: 0, cacheWrite: 0 };

export interface Priced {
  provider: string;
  model: string;
  /** The operator's own endpoint; undefined for the provider's. */
  baseUrl?: string | undefined;
  price?: ModelPrice | undefined;
}

/**
 * The operator's price, else the list price, and nothing for an endpoint of their own; undefined for a
 * provider's model that is not in the list: it costs money, but nobody has said how much.
 */
export function priceIn({ provider, model, baseUrl, price }: Priced): ModelPrice | undefined {
  // Azure has a separate endpoint for each customer.
  const isPaid = provider === 'azure' || (baseUrl === undefined && knownProviders.includes(provider));
  return price ?? priceOf(model) ?? (isPaid ? undefined : FREE);
}

/** Parses `input,output[,cached input[,cache write]]`, USD per million tokens. Throws for anything else. */
export function parseModelPrice(text: string): ModelPrice {
  const parts = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (parts.length < 2 || parts.length > 4 || parts.some((part) => !(part >= 0 && part <= 10_000))) {
    throw new Error('It must be USD for a million tokens, such as 3,15 or 3,15,0.3,3.75.');
  }
  const [input, output, cachedInput = input, cacheWrite = input] = parts as [
    number,
    number,
    number?,
    number?,
  ];
  return { input, output, cachedInput, cacheWrite };
}
