import { cutText } from '../../../../../kit/cut-text.ts';
import { plainText } from '../../../../../kit/json-text.ts';
import type { Revert } from './revert.ts';

/** Max. characters of a revert in a record and its event: contracts may revert with megabytes. */
const MAX_REASON = 2_000;
const MAX_VALUE = 1_000;
const MAX_VALUES = 10_000;
const MAX_RAW = 10_000;

/** Untrusted text in a form that every store accepts: no NUL, no unpaired surrogate, bounded length. */
export function cleanText(text: string, mostCharacters: number): string {
  return cutText(text, mostCharacters).toWellFormed().replaceAll('\0', '\u2400');
}

/** A revert as stored: its content is chosen by contracts and nodes. */
export function boundedRevert(revert: Revert): Revert {
  const { reason, args, raw } = revert;
  return {
    ...revert,
    reason: cleanText(reason, MAX_REASON),
    ...(args !== undefined && { args: boundedValues(args) }),
    ...(raw !== undefined && { raw: raw.slice(0, MAX_RAW) }),
  };
}

function boundedValues(values: readonly unknown[]): unknown[] {
  const cleaned = values.map(cleanValue);
  if (JSON.stringify(cleaned).length <= MAX_VALUES) return cleaned;
  return cleaned.map((value) => cleanText(plainText(value), MAX_VALUE));
}

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value, MAX_VALUES);
  if (Array.isArray(value)) return value.map(cleanValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleanValue(inner)]));
}
