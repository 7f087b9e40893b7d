import { isUtf8 } from 'node:buffer';
import { cutText } from '../cut-text.ts';
import { AppError } from '../errors/index.ts';
import { ownTurn } from '../own-turn.ts';
import { JsonOutline, Malformed } from './json-outline.ts';
import { parseParts, parseText, type Reviver } from './json-parts.ts';

/** Deeper than any real payload, and far below what would exhaust a serializer's stack. */
export const MAX_JSON_DEPTH = 128;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** Members examined per turn. */
const TURN_MEMBERS = 2_000;

/** A body that is valid JSON. */
export interface ParsedJson {
  /** With numbers as doubles; this is what schemas check. */
  value: unknown;
  text: string;
  /** Whether some number may not fit a double. */
  wideNumbers: boolean;
}

/** A body whose parts were parsed in turns with other requests, and can be parsed again the same way. */
export interface ParsedLongJson extends ParsedJson {
  parseAgain(reviver: Reviver): Promise<unknown>;
}

/**
 * Parses a JSON body. Throws `invalid_request` if it is not JSON, not UTF-8, or nested deeper than
 * `MAX_JSON_DEPTH`. The cost is linear in its length.
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

/** The same for a long body, in turns with other requests. */
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

/** The same value, with each number that a double cannot hold kept as written (`JSON.rawJSON`). */
export function withExactNumbers({ value, text, wideNumbers }: ParsedJson): unknown {
  return wideNumbers ? JSON.parse(text, keepExactNumber) : value;
}

export async function withExactNumbersOfLong(parsed: ParsedLongJson): Promise<unknown> {
  return parsed.wideNumbers ? parsed.parseAgain(keepExactNumber) : parsed.value;
}

/** The value. Throws `invalid_request` if a number in it would be stored as a different one. */
export function withoutInexactNumbers(parsed: ParsedJson): unknown {
  if (parsed.wideNumbers) for (const _ of membersOf(withExactNumbers(parsed), refuseInexactNumber));
  return parsed.value;
}

export async function withoutInexactNumbersOfLong(parsed: ParsedLongJson): Promise<unknown> {
  if (parsed.wideNumbers) await walkLong(await withExactNumbersOfLong(parsed), refuseInexactNumber);
  return parsed.value;
}

/**
 * Throws `invalid_request` for a NUL or a lone surrogate in a name or string: PostgreSQL accepts neither in
 * jsonb, and no text that people write contains one. Valid UTF-8 has no lone surrogates, so only escapes can
 * introduce them.
 */
export function refuseUnstorable({ value, text }: ParsedJson): void {
  if (text.includes('\\u')) for (const _ of membersOf(value, refuseUnstorableMember));
}

export async function refuseUnstorableInLong({ value, text }: ParsedJson): Promise<void> {
  if (text.includes('\\u')) await walkLong(value, refuseUnstorableMember);
}

/** Examines one member of a value. `field` returns its path within the body. */
type Look = (value: unknown, name: string | undefined, field: () => string) => void;

async function walkLong(value: unknown, look: Look): Promise<void> {
  let seen = 0;
  for (const _ of membersOf(value, look)) if (++seen % TURN_MEMBERS === 0) await ownTurn();
}

/** What to examine next and where: the names of the enclosing objects and lists. */
interface Place {
  container: object;
  names: string[];
  next: number;
}

/** Yields after each member. */
function* membersOf(whole: unknown, look: Look): Generator<void> {
  const places: Place[] = [];
  const field = () => places.map(({ names, next }) => names[next]).join('.');
  const enter = (value: unknown) => {
    if (typeof value !== 'object' || value === null || isKeptNumber(value)) return;
    places.push({ container: value, names: Object.keys(value), next: -1 });
  };
  look(whole, undefined, () => '');
  enter(whole);
  for (let place = places.at(-1); place !== undefined; place = places.at(-1)) {
    const name = place.names[++place.next];
    if (name === undefined) {
      places.pop();
      continue;
    }
    const value = (place.container as Record<string, unknown>)[name];
    look(value, name, field);
    enter(value);
    yield;
  }
}

function refuseUnstorableMember(value: unknown, name: string | undefined, field: () => string): void {
  if (name !== undefined) refuseText(name, () => parentOf(field(), name));
  if (typeof value === 'string') refuseText(value, field);
}

function parentOf(field: string, name: string): string {
  return field.slice(0, Math.max(field.length - name.length - 1, 0));
}

function refuseText(text: string, field: () => string): void {
  const what = text.includes('\0')
    ? 'a NUL character'
    : text.isWellFormed()
      ? undefined
      : 'half of a surrogate pair';
  if (what === undefined) return;
  const shown = shownField(field());
  throw new AppError('invalid_request', {
    message: `${shown === '' ? 'A name in the body' : `\`${shown}\``} must not contain ${what}. Remove it.`,
    ...(shown !== '' && { field: shown }),
  });
}

function shownField(field: string): string {
  return cutText(field.toWellFormed(), 200);
}

function decode(bytes: Buffer): string {
  if (!isUtf8(bytes)) {
    throw new AppError('invalid_request', { message: 'The body is not valid UTF-8. Send it as UTF-8.' });
  }
  // Some clients send a byte order mark, which RFC 8259 allows parsers to ignore.
  return bytes.toString(
    'utf8',
    BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte) ? BYTE_ORDER_MARK.length : 0,
  );
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
  isRawJSON(value: unknown): boolean;
}

interface ReviverContext {
  source?: string;
}

/** Reviver that keeps a number's own digits when its value as a double would print differently. */
function keepExactNumber(_key: string, value: unknown, context?: ReviverContext): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  return String(value) === context.source ? value : (JSON as unknown as JsonWithRaw).rawJSON(context.source);
}

/** Whether it was kept as written by `keepExactNumber`. */
export function isKeptNumber(value: object): value is { rawJSON: string } {
  return (JSON as unknown as JsonWithRaw).isRawJSON(value);
}

/** Refuses numbers that a double would turn into infinity or into a different integer. */
function refuseInexactNumber(value: unknown, _name: string | undefined, field: () => string): void {
  if (typeof value !== 'object' || value === null || !isKeptNumber(value)) return;
  const source = value.rawJSON;
  const number = Number(source);
  // `-0` stays as written.
  if (number === 0 || (Number.isFinite(number) && !/^-?\d+$/.test(source))) return;
  const shown = shownField(field());
  throw new AppError('invalid_request', {
    message: `The number ${source.slice(0, 40)}${source.length > 40 ? '…' : ''} is too large to be kept exactly. Send it as a string.`,
    ...(shown !== '' && { field: shown }),
  });
}
