import { randomBytes } from 'node:crypto';

/** What every area names by ids. */
export const commonIdPrefixes = { org: 'organization', key: 'API key', req: 'request' } as const;

type CommonIdPrefixes = typeof commonIdPrefixes;

/**
 * What identifiers name, by their prefix, which lets a reader (and a log search) tell. Whoever brings another kind adds
 * it by declaration merging, in the file that has the table of its prefixes.
 */
export interface IdPrefixes extends CommonIdPrefixes {}

export type IdPrefix = keyof IdPrefixes;

// Randomness is drawn in blocks, as the hex digits that ids are made of: one system call serves 256 ids.
const RANDOM_DIGITS = 19;
const DRAWN_BYTES = (256 * RANDOM_DIGITS) / 2;
let random = '';
let drawn = 0;
// Ids of one millisecond begin alike.
let lastMs = Number.NaN;
let prefix = '';
/** The digit that tells the variant, by a random one: its upper bits are 10. */
const VARIANT = '89ab89ab89ab89ab';

/**
 * A new UUID of version 7 (RFC 9562): 48 bits of Unix milliseconds, then 74 random bits, so
 * that ids made later sort later and index inserts stay at the right edge.
 */
export function newUuid(nowMs: number = Date.now()): string {
  if (nowMs !== lastMs) {
    lastMs = nowMs;
    const time = nowMs.toString(16).padStart(12, '0');
    prefix = `${time.slice(0, 8)}-${time.slice(8)}-7`;
  }
  if (drawn === random.length) {
    random = randomBytes(DRAWN_BYTES).toString('hex');
    drawn = 0;
  }
  const at = drawn;
  drawn += RANDOM_DIGITS;
  const variant = VARIANT[Number.parseInt(random.charAt(at), 16)];
  return `${prefix}${random.slice(at + 1, at + 4)}-${variant}${random.slice(at + 4, at + 7)}-${random.slice(at + 7, drawn)}`;
}

/** The first (digit `0`) or the last (`f`) UUID of version 7 of a millisecond. */
export function uuidBound(ms: number, digit: '0' | 'f'): string {
  const time = ms.toString(16).padStart(12, '0');
  const rest = digit.repeat(4);
  return `${time.slice(0, 8)}-${time.slice(8)}-${rest}-${rest}-${digit.repeat(12)}`;
}

/** The UUID just before this one in their order; the first one has none and stays. */
export function uuidBefore(uuid: string): string {
  const value = BigInt(`0x${digitsOf(uuid)}`);
  return hyphenated((value === 0n ? value : value - 1n).toString(16).padStart(32, '0'));
}

/** Unix milliseconds of a UUID of version 7. */
export function uuidTime(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}

/** A new public identifier: the prefix, `_`, and the 32 hex digits of a version 7 UUID. */
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

/** The UUID inside a public identifier, or undefined when it is not one with this prefix. */
export function parseId(prefix: IdPrefix, id: string): string | undefined {
  if (!id.startsWith(`${prefix}_`)) return undefined;
  const hex = id.slice(prefix.length + 1);
  if (!hex32.test(hex)) return undefined;
  return hyphenated(hex);
}

/** The UUID inside an identifier that the service made. */
export function uuidOf(id: string): string {
  return hyphenated(id.slice(id.lastIndexOf('_') + 1));
}

function hyphenated(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
