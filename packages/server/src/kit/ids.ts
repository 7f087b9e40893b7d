import { randomBytes } from 'node:crypto';

/** Id prefixes that every area uses. */
export const commonIdPrefixes = {
  org: 'organization',
  key: 'API key',
  usr: 'person',
  req: 'request',
} as const;

type CommonIdPrefixes = typeof commonIdPrefixes;

/**
 * Id prefixes and what they identify, so that a reader (or a log search) can tell kinds apart. A module adds
 * its own by declaration merging, in the file with its table of prefixes.
 */
export interface IdPrefixes extends CommonIdPrefixes {}

export type IdPrefix = keyof IdPrefixes;

// Randomness is drawn in blocks, as hex digits: one system call serves 256 ids.
const DRAWN_DIGITS = 256 * 16;
let random = '';
let drawn = 0;
// Ids of one millisecond share a prefix; a counter keeps them in order.
let lastMs = Number.NaN;
let prefix = '';
let count = 0;
const MAX_COUNT = 0xfff;
/** The variant digit for a random one: its upper bits are 10. */
const VARIANT = '89ab89ab89ab89ab';

/**
 * A new UUIDv7 (RFC 9562, method 1): 48 bits of Unix milliseconds, a 12-bit counter within the millisecond
 * that starts at a random number below 2,048, and 62 random bits. Ids that a process creates later sort
 * later, for up to 2,048 per millisecond, and index inserts stay at the right edge.
 */
export function newUuid(nowMs: number = Date.now()): string {
  if (nowMs !== lastMs) {
    lastMs = nowMs;
    const time = nowMs.toString(16).padStart(12, '0');
    prefix = `${time.slice(0, 8)}-${time.slice(8)}-7`;
    count = firstCount();
  } else if (count < MAX_COUNT) count++;
  else count = firstCount();
  const digits = draw(16);
  const variant = VARIANT[Number.parseInt(digits.charAt(0), 16)];
  return `${prefix}${count.toString(16).padStart(3, '0')}-${variant}${digits.slice(1, 4)}-${digits.slice(4)}`;
}

const firstCount = () => Number.parseInt(draw(3), 16) >> 1;

function draw(digits: number): string {
  if (drawn + digits > random.length) {
    random = randomBytes(DRAWN_DIGITS / 2).toString('hex');
    drawn = 0;
  }
  drawn += digits;
  return random.slice(drawn - digits, drawn);
}

/** The first (digit `0`) or last (`f`) UUIDv7 of a millisecond. */
export function uuidBound(ms: number, digit: '0' | 'f'): string {
  const time = ms.toString(16).padStart(12, '0');
  const rest = digit.repeat(4);
  return `${time.slice(0, 8)}-${time.slice(8)}-${rest}-${rest}-${digit.repeat(12)}`;
}

/** The UUID just before this one in sort order; the first one is returned as it is. */
export function uuidBefore(uuid: string): string {
  const value = BigInt(`0x${digitsOf(uuid)}`);
  return uuidOfHex((value === 0n ? value : value - 1n).toString(16).padStart(32, '0'));
}

/** Unix milliseconds of a UUIDv7. */
export function uuidTime(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}

/** A new public id: the prefix, `_`, and the 32 hex digits of a UUIDv7. */
export function newId(prefix: IdPrefix, nowMs?: number): string {
  return formatId(prefix, newUuid(nowMs));
}

export function formatId(prefix: IdPrefix, uuid: string): string {
  return `${prefix}_${digitsOf(uuid)}`;
}

/** The 32 hex digits of a UUID. */
function digitsOf(uuid: string): string {
  return uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(14, 18) + uuid.slice(19, 23) + uuid.slice(24);
}

const hex32 = /^[0-9a-f]{32}$/;

/** The UUID in a public id, or undefined when it is not an id with this prefix. */
export function parseId(prefix: IdPrefix, id: string): string | undefined {
  if (!id.startsWith(`${prefix}_`)) return undefined;
  const hex = id.slice(prefix.length + 1);
  if (!hex32.test(hex)) return undefined;
  return uuidOfHex(hex);
}

/** The UUID in an id that the service generated. */
export function uuidOf(id: string): string {
  return uuidOfHex(id.slice(id.lastIndexOf('_') + 1));
}

/** A UUID from its 32 hex digits. */
export function uuidOfHex(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
