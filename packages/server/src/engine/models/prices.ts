import type { TokenUsage } from './model-settings.ts';

/** Day on which the prices were taken from the providers' public lists. */
export const pricesAsOf = '2025-10-15';

/** USD for a million tokens, in and out, by the beginning of the model's name; the longest that fits counts. */
const prices: readonly [prefix: string, input: number, output: number][] = [
  ['claude-opus-4-1', 15, 75],
  ['claude-opus-4', 15, 75],
  ['claude-sonnet-4', 3, 15],
  ['claude-haiku-4-5', 1, 5],
  ['claude-3-7-sonnet', 3, 15],
  ['claude-3-5-sonnet', 3, 15],
  ['claude-3-5-haiku', 0.8, 4],
  ['gpt-5-mini', 0.25, 2],
  ['gpt-5-nano', 0.05, 0.4],
  ['gpt-5', 1.25, 10],
  ['gpt-4.1-mini', 0.4, 1.6],
  ['gpt-4.1-nano', 0.1, 0.4],
  ['gpt-4.1', 2, 8],
  ['gpt-4o-mini', 0.15, 0.6],
  ['gpt-4o', 2.5, 10],
  ['o4-mini', 1.1, 4.4],
  ['o3', 2, 8],
];

/** What the tokens cost by the list of {@link pricesAsOf}, in USD; null for a model that is not in it. */
export function costUsd(model: string, usage: TokenUsage): number | null {
  const name = model.slice(model.lastIndexOf('/') + 1);
  const price = prices
    .filter(([prefix]) => name === prefix || name.startsWith(`${prefix}-`))
    .sort((a, b) => b[0].length - a[0].length)[0];
  if (!price) return null;
  const micro = usage.inputTokens * price[1] + usage.outputTokens * price[2];
  return Math.round(micro) / 1_000_000;
}
