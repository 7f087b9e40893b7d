import { isUtf8 } from 'node:buffer';
import { AppError } from '../errors/index.ts';
import { ownTurn } from '../own-turn.ts';
import { JsonOutline, Malformed } from './json-outline.ts';
import { parseParts, parseText, type Reviver } from './json-parts.ts';

/** Deeper nesting than any real payload, and far below what would exhaust the stack of a serializer. */
export const MAX_JSON_DEPTH = 128;
/** Members of a value that are looked at in one go. */
const TURN_MEMBERS = 2_000;

/** A body that is valid JSON. */
export interface ParsedJson {
  /** With numbers as doubles; what is checked against a schema. */
  value: unknown;
  text: string;
  /** Whether some number may not fit a double. */
  wideNumbers: boolean;
}

/** A body whose parts were parsed in turns with what others asked, and can be once more. */
export interface ParsedLongJson extends ParsedJson {
  parseAgain(reviver: Reviver): Promise<unknown>;
}

/**
 * Parses a JSON body. Throws `invalid_request` for what is not JSON, not UTF-8, or nested deeper
 * than `MAX_JSON_DEPTH`. Its cost follows from the length.
 */
export function parseJson(bytes: Buffer): ParsedJson {
  const outline = new JsonOutline(decode(bytes));
  const { text } = outline;
  try {
    while (outline.readOn(MAX_JSON_DEPTH));
    refuseDeep(outline);
    return { value: parseText(text), text, wideNumbers: outline.wideNumbers };
  } catch (error) {
    throw refusalOf(error);
  }
}

/** The same for a long body, in turns with what others ask. */
export async function parseLongJson(bytes: Buffer): Promise<ParsedLongJson> {
  const outline = new JsonOutline(decode(bytes));
  try {
    while (outline.readOn(MAX_JSON_DEPTH)) await ownTurn();
    refuseDeep(outline);
    outline.checkWhole();
    const value = await parseParts(outline);
    const { text, wideNumbers } = outline;
    return { value, text, wideNumbers, parseAgain: (reviver) => parseParts(outline, reviver) };
  } catch (error) {
    throw refusalOf(error);
  }
}

/** The same value with each number that a double cannot hold kept as it was written (`JSON.rawJSON`). */
export function withExactNumbers({ value, text, wideNumbers }: ParsedJson): unknown {
  return wideNumbers ? JSON.parse(text, keepExactNumber) : value;
}

export async function withExactNumbersOfLong(parsed: ParsedLongJson): Promise<unknown> {
  return parsed.wideNumbers ? parsed.parseAgain(keepExactNumber) : parsed.value;
}

/** The value, unless a number in it would be stored as another one than was sent: then `invalid_request`. */
export function withoutInexactNumbers({ value, text, wideNumbers }: ParsedJson): unknown {
  if (wideNumbers) JSON.parse(text, refuseInexactNumber);
  return value;
}

export async function withoutInexactNumbersOfLong(parsed: ParsedLongJson): Promise<unknown> {
  if (parsed.wideNumbers) await parsed.parseAgain(refuseInexactNumber);
  return parsed.value;
}

/**
 * Throws `invalid_request` for a NUL or half of a surrogate pair in a name or a text: PostgreSQL takes neither in
 * a jsonb, and no text that people write holds one. UTF-8 has no lone surrogate, so only escapes can bring them.
 */
export function refuseUnstorable({ value, text }: ParsedJson): void {
  if (text.includes('\\u')) for (const _ of refuseIn(value, ''));
}

export async function refuseUnstorableInLong({ value, text }: ParsedJson): Promise<void> {
  if (!text.includes('\\u')) return;
  let seen = 0;
  for (const _ of refuseIn(value, '')) if (++seen % TURN_MEMBERS === 0) await ownTurn();
}

/** Comes back after each member. */
function* refuseIn(value: unknown, field: string): Generator<void> {
  if (typeof value === 'string') refuseText(value, field);
  else if (typeof value === 'object' && value !== null) {
    for (const name of Object.keys(value)) {
      refuseText(name, field);
      yield* refuseIn((value as Record<string, unknown>)[name], joinField(field, name));
      yield;
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

function decode(bytes: Buffer): string {
  if (!isUtf8(bytes)) {
    throw new AppError('invalid_request', { message: 'The body is not valid UTF-8. Send it as UTF-8.' });
  }
  return bytes.toString('utf8');
}

function refuseDeep({ deepest }: JsonOutline): void {
  if (deepest <= MAX_JSON_DEPTH) return;
  throw new AppError('invalid_request', {
    message: `The body is nested deeper than ${MAX_JSON_DEPTH} levels. Flatten it.`,
  });
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof Malformed)) return error;
  const problem =
    error.position === undefined
      ? 'it ends early or is malformed'
      : `unexpected character at position ${error.position}`;
  return new AppError('invalid_request', { message: `The body is not valid JSON: ${problem}. Correct it.` });
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
