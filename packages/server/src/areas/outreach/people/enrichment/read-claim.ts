import { containsQuote } from '../../terms/material.ts';

/** Fields a model may read from pages. */
export const modelFields = [
  'company.industry',
  'company.employee_count',
  'company.founded_year',
  'company.location',
  'company.description',
  'company.technologies',
  'intent_signals.recent_funding',
] as const;

export type ModelField = (typeof modelFields)[number];

/** Phrases addressed to a language model. Sentences containing them are not facts about a company. */
const TO_MACHINES =
  /\b(?:ignore|disregard|forget|override)\b.{0,60}\b(?:instruction|prompt|rule|above|previous|prior)|\bsystem prompt\b|\b(?:language model|ai assistant|llm|chatbot)s?\b.{0,40}\b(?:must|should|shall|report|say|respond|answer|output)\b|\byou are (?:now )?(?:an? )?(?:ai|assistant|language model)\b/i;

/**
 * The value of a claim if its quote is on the page and contains the value; undefined otherwise. Nothing is
 * accepted that the page does not literally say.
 */
export function readClaim(
  field: ModelField,
  value: string,
  quote: string,
  page: { url: string; text: string },
  observedAt: string,
): unknown {
  if (!containsQuote(page.text, quote) || TO_MACHINES.test(sentenceOf(page.text, quote))) return undefined;
  switch (field) {
    case 'company.employee_count':
      return wholeNumber(value, quote, 1, 10_000_000);
    case 'company.founded_year':
      return wholeNumber(value, quote, 1500, new Date(observedAt).getUTCFullYear());
    case 'company.technologies':
      return containsQuote(quote, value) && value.length <= 60 ? [value.trim()] : undefined;
    case 'intent_signals.recent_funding':
      return fundingOf(value, quote, page.url, observedAt);
    default:
      return containsQuote(quote, value) ? value.trim().replace(/\s+/g, ' ') : undefined;
  }
}

function wholeNumber(value: string, quote: string, least: number, most: number): number | undefined {
  const digits = value.replace(/[\s.,'\u00a0]/g, '');
  if (!/^\d{1,9}$/.test(digits)) return undefined;
  const number = Number(digits);
  const told = [...quote.matchAll(/\d+(?:[.,'\u00a0 ]\d{3})*/g)].map(([one]) =>
    Number(one.replace(/\D/g, '')),
  );
  return told.includes(number) && number >= least && number <= most ? number : undefined;
}

function fundingOf(value: string, quote: string, url: string, observedAt: string) {
  const round = /\b(pre-?seed|seed|series [a-h])\b/i.exec(value)?.[0];
  if (round === undefined || !containsQuote(quote, round)) return undefined;
  return {
    detected: true,
    round: round.toLowerCase().replace('preseed', 'pre-seed'),
    // An undated page says neither when nor, in another currency, how much.
    amount_usd: null,
    announced_at: null,
    score: 60,
    observed_at: observedAt,
    evidence: quote,
    source_url: url,
  };
}

/** The line of the page that contains a quote. */
function sentenceOf(text: string, quote: string): string {
  return text.split('\n').find((line) => containsQuote(line, quote)) ?? quote;
}
