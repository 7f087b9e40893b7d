// A space is a plus sign that a client did not encode in a URL.
const zone = '(Z|[+ -](?:[01]\\d|2[0-3])(?::?[0-5]\\d)?)';
const fraction = '(?:[.,](\\d{1,9}))?';
const extended = new RegExp(
  `^(\\d{4})-(\\d\\d)-(\\d\\d)(?:[T ](\\d\\d):(\\d\\d)(?::(\\d\\d)${fraction})?${zone}?)?$`,
  'i',
);
/** Without separators, as written by `date -u +%Y%m%dT%H%M%SZ`. */
const basic = new RegExp(`^(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(?:(\\d\\d)${fraction})?${zone}?$`, 'i');

/** The earliest accepted time, Unix milliseconds: four-digit years, which PostgreSQL supports too. */
export const EARLIEST_MS = Date.parse('0001-01-01T00:00:00.000Z');
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Unix milliseconds of an ISO 8601 date or date-time, in lower case too; UTC if there is no offset. Digits
 * beyond milliseconds are dropped. Undefined for any other text, for a day that does not exist, and outside
 * the years 1 to 9999.
 */
export function parseTimestamp(text: string): number | undefined {
  const match = extended.exec(text) ?? basic.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', digits = '', offset = 'Z'] = match;
  const millis = digits.slice(0, 3).padEnd(3, '0');
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}.${millis}Z`;
  const utcMs = Date.parse(local);
  // Date.parse rolls 31 February over to March; a time that does not print back the same does not exist.
  if (Number.isNaN(utcMs) || new Date(utcMs).toISOString() !== local) return undefined;
  const ms = utcMs - offsetMs(offset);
  return ms >= EARLIEST_MS && ms <= LATEST_MS ? ms : undefined;
}

export function isTimestamp(text: string): boolean {
  return parseTimestamp(text) !== undefined;
}

/** The time in a text that a schema has validated. */
export function toMoment(text: string): Date {
  return new Date(parseTimestamp(text) ?? Number.NaN);
}

/** For `Z`, or hours with or without minutes: `+02:00`, `+0200`, `+02`. */
function offsetMs(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const sign = zone[0] === '-' ? -1 : 1;
  const minutes = zone.length > 3 ? Number(zone.slice(-2)) : 0;
  return sign * (Number(zone.slice(1, 3)) * 60 + minutes) * 60_000;
}
