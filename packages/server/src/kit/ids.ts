import { randomFillSync } from 'node:crypto';

/** What an identifier names; the prefix lets a reader (and a log search) tell. */
export type IdPrefix =
  | 'org'
  | 'key'
  | 'evt'
  | 'sub'
  | 'whs'
  | 'dlv'
  | 'att'
  | 'req'
  | 'node'
  | 'rpl'
  | 'led'
  | 'imp'
  | 'spr'
  | 'enr'
  | 'agt'
  | 'agx'
  | 'cmp'
  | 'ctr'
  | 'exe'
  | 'dep'
  | 'alr'
  | 'rul'
  | 'ing'
  | 'igr'
  | 'bkp'
  | 'rst'
  | 'scl'
  | 'spl'
  | 'pol'
  | 'com'
  | 'cex'
  | 'mbx'
  | 'sbm'
  | 'mtg'
  | 'inb'
  | 'tpl'
  | 'bks'
  | 'app'
  | 'rev'
  | 'cpt'
  | 'sup'
  | 'wfl'
  | 'run';

// Randomness is drawn in blocks: one system call serves 256 ids.
const pool = Buffer.allocUnsafe(10 * 256);
let poolOffset = pool.length;

/**
 * A new UUID of version 7 (RFC 9562): 48 bits of Unix milliseconds, then 74 random bits, so
 * that ids made later sort later and index inserts stay at the right edge.
 */
export function newUuid(nowMs: number = Date.now()): string {
  if (poolOffset === pool.length) {
    randomFillSync(pool);
    poolOffset = 0;
  }
  const random = pool.subarray(poolOffset, poolOffset + 10);
  poolOffset += 10;
  random[0] = (random[0]! & 0x0f) | 0x70;
  random[2] = (random[2]! & 0x3f) | 0x80;
  const time = nowMs.toString(16).padStart(12, '0');
  const rest = random.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-${rest.slice(0, 4)}-${rest.slice(4, 8)}-${rest.slice(8)}`;
}

/** A new public identifier: the prefix, `_`, and the 32 hex digits of a version 7 UUID. */
export function newId(prefix: IdPrefix, nowMs?: number): string {
  return formatId(prefix, newUuid(nowMs));
}

export function formatId(prefix: IdPrefix, uuid: string): string {
  return `${prefix}_${uuid.replaceAll('-', '')}`;
}

const hex32 = /^[0-9a-f]{32}$/;

/** The UUID inside a public identifier, or undefined when it is not one with this prefix. */
export function parseId(prefix: IdPrefix, id: string): string | undefined {
  if (!id.startsWith(`${prefix}_`)) return undefined;
  const hex = id.slice(prefix.length + 1);
  if (!hex32.test(hex)) return undefined;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
