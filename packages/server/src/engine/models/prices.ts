import type { TokenUsage } from './model-settings.ts';

/** USD for a million tokens, which is micro-USD for one. */
export interface ModelPrice {
  input: number;
  output: number;
  /** For what the provider had in its cache. */
  cachedInput: number;
  /** For what was written to it. */
  cacheWrite: number;
}

/** Day on which the prices were taken from the providers' public lists. */
export const pricesAsOf = '2025-10-15';

/** By the beginning of the model's name; the longest that fits counts. */
const prices: readonly [prefix: string, input: number, output: number, cachedInput: number][] = [
  ['claude-opus-4-1', 15, 75, 1.5],
  ['claude-opus-4', 15, 75, 1.5],
  ['claude-sonnet-4', 3, 15, 0.3],
  ['claude-haiku-4-5', 1, 5, 0.1],
  ['claude-3-7-sonnet', 3, 15, 0.3],
  ['claude-3-5-sonnet', 3, 15, 0.3],
  ['claude-3-5-haiku', 0.8, 4, 0.08],
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
];

/** One family asks a quarter more for what it writes to its cache (of five minutes); the others nothing. */
const cacheWriteFactor = (name: string) => (name.startsWith('claude-') ? 1.25 : 1);

/** The price of a model by the list of {@link pricesAsOf}; null for one that is not in it. */
export function priceOf(model: string): ModelPrice | null {
  const name = model.slice(model.lastIndexOf('/') + 1);
  const found = prices
    .filter(([prefix]) => name === prefix || name.startsWith(`${prefix}-`))
    .sort((a, b) => b[0].length - a[0].length)[0];
  if (!found) return null;
  const [, input, output, cachedInput] = found;
  return { input, output, cachedInput, cacheWrite: input * cacheWriteFactor(name) };
}

/** What tokens cost, in whole micro-USD: each kind at its own price, none of them twice. */
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

/** The most that one request can cost: no token is shorter than a byte, and all of them may be written to the cache. */
export function worstCostMicros(price: ModelPrice, promptBytes: number, maxOutputTokens: number): number {
  return Math.ceil(promptBytes * Math.max(price.input, price.cacheWrite) + maxOutputTokens * price.output);
}

/** What the tokens cost by the list of {@link pricesAsOf}, in USD; null for a model that is not in it. */
export function costUsd(model: string, usage: TokenUsage): number | null {
  const price = priceOf(model);
  return price && costMicros(price, usage) / 1_000_000;
}

/** Reads `input,output[,cached input[,cache write]]`, USD for a million tokens. Throws for anything else. */
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
