import { isUtf8 } from 'node:buffer';
import { AppError } from '../errors/index.ts';

/** Deeper nesting than any real payload, and far below what would exhaust the stack of a serializer. */
export const MAX_JSON_DEPTH = 128;

/** A body that is valid JSON. */
export interface ParsedJson {
  /** With numbers as doubles; what is checked against a schema. */
  value: unknown;
  text: string;
  /** Whether some number may not fit a double. */
  wideNumbers: boolean;
}

/**
 * Parses a JSON body. Throws `invalid_request` for what is not JSON, not UTF-8, or nested deeper
 * than `MAX_JSON_DEPTH`.
 */
export function parseJson(bytes: Buffer): ParsedJson {
  if (!isUtf8(bytes)) {
    throw new AppError('invalid_request', { message: 'The body is not valid UTF-8. Send it as UTF-8.' });
  }
  const text = bytes.toString('utf8');
  const { depth, wideNumbers } = scan(text);
  if (depth > MAX_JSON_DEPTH) {
    throw new AppError('invalid_request', {
      message: `The body is nested deeper than ${MAX_JSON_DEPTH} levels. Flatten it.`,
    });
  }
  try {
    return { value: JSON.parse(text), text, wideNumbers };
  } catch (error) {
    throw new AppError('invalid_request', {
      message: `The body is not valid JSON: ${jsonProblem(error)}. Correct it.`,
    });
  }
}

/** The same value with each number that a double cannot hold kept as it was written (`JSON.rawJSON`). */
export function withExactNumbers({ value, text, wideNumbers }: ParsedJson): unknown {
  return wideNumbers ? JSON.parse(text, keepExactNumber) : value;
}

/** The value, unless a number in it would be stored as another one than was sent: then `invalid_request`. */
export function withoutInexactNumbers({ value, text, wideNumbers }: ParsedJson): unknown {
  if (wideNumbers) JSON.parse(text, refuseInexactNumber);
  return value;
}

/**
 * Throws `invalid_request` for a NUL or half of a surrogate pair in a name or a text: PostgreSQL takes neither in
 * a jsonb, and no text that people write holds one. UTF-8 has no lone surrogate, so only escapes can bring them.
 */
export function refuseUnstorable({ value, text }: ParsedJson): void {
  if (text.includes('\\u')) refuseIn(value, '');
}

function refuseIn(value: unknown, field: string): void {
  if (typeof value === 'string') refuseText(value, field);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      refuseText(name, field);
      refuseIn(inner, joinField(field, name));
    }
  }
}

function joinField(field: string, name: string): string {
  return field === '' ? name : `${field}.${name}`;
}

function refuseText(text: string, field: string): void {
  const what = text.includes('\0')
    ? 'a NUL character'
    : text.isWellFormed()
      ? undefined
      : 'half of a surrogate pair';
  if (what === undefined) return;
  const shown = field.toWellFormed().slice(0, 200);
  throw new AppError('invalid_request', {
    message: `${shown === '' ? 'A name in the body' : `\`${shown}\``} must not contain ${what}. Remove it.`,
    ...(shown !== '' && { field: shown }),
  });
}

function jsonProblem(error: unknown): string {
  // V8 quotes the input in its message; the position alone is useful and safe to show.
  const position = /at position (\d+)/.exec((error as Error).message)?.[1];
  return position === undefined
    ? 'it ends early or is malformed'
    : `unexpected character at position ${position}`;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const UPPER_E = 0x45;
const LOWER_E = 0x65;
// Fifteen digits always survive a double; from the sixteenth on each number is looked at.
const SAFE_DIGITS = 15;

/** One pass over the text: the deepest nesting, and whether some number may not fit a double. */
function scan(text: string): { depth: number; wideNumbers: boolean } {
  let depth = 0;
  let deepest = 0;
  let digits = 0;
  let wideNumbers = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfString(text, i);
      digits = 0;
    } else if (code >= 0x30 && code <= 0x39) {
      if (++digits > SAFE_DIGITS) wideNumbers = true;
    } else if (code === 0x5b || code === 0x7b) {
      if (++depth > deepest) deepest = depth;
      digits = 0;
    } else if (code === 0x5d || code === 0x7d) {
      depth--;
      digits = 0;
    } else if ((code === UPPER_E || code === LOWER_E) && digits > 0) {
      wideNumbers = true;
    } else if (code !== 0x2e) {
      digits = 0;
    }
  }
  return { depth: deepest, wideNumbers };
}

/** The index of the quote that closes the string opened at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

interface JsonWithRaw {
  rawJSON(text: string): unknown;
}

interface ReviverContext {
  source?: string;
}

/** Reviver that keeps a number's own digits when its value as a double would print differently. */
function keepExactNumber(_key: string, value: unknown, context?: ReviverContext): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  return String(value) === context.source ? value : (JSON as unknown as JsonWithRaw).rawJSON(context.source);
}

/** Reviver that refuses what a double turns into infinity or into another whole number. */
function refuseInexactNumber(key: string, value: unknown, context?: ReviverContext): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  const { source } = context;
  if (Number.isFinite(value) && !(/^-?\d+$/.test(source) && String(value) !== source)) return value;
  throw new AppError('invalid_request', {
    message: `The number ${source.slice(0, 40)}${source.length > 40 ? '…' : ''} is too large to be kept exactly. Send it as a string.`,
    ...(key !== '' && { field: key.slice(0, 200) }),
  });
}
