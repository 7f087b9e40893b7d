import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { required } from '../required.ts';
import { isTimestamp, parseTimestamp } from './timestamp.ts';

/** Times in the years that the format can represent. */
const moment = fc.date({
  min: new Date('0001-01-01T00:00:00.000Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});

describe('a timestamp', () => {
  test('written by this service is read back to the millisecond', () => {
    fc.assert(
      fc.property(moment, (date) => {
        expect(parseTimestamp(date.toISOString())).toBe(date.getTime());
      }),
      { numRuns: 1_000 },
    );
  });

  test('means the same moment with any offset', () => {
    const offset = fc.record({
      sign: fc.constantFrom('+', '-'),
      hours: fc.nat(23),
      minutes: fc.nat(59),
      colon: fc.constantFrom(':', ''),
    });
    const written = fc.date({
      min: new Date('1000-01-01'),
      max: new Date('9000-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(written, offset, (date, { sign, hours, minutes, colon }) => {
        const offsetMs = (sign === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000;
        const local = new Date(date.getTime() + offsetMs).toISOString().slice(0, -1);
        const zone = `${sign}${String(hours).padStart(2, '0')}${colon}${String(minutes).padStart(2, '0')}`;
        expect(parseTimestamp(local + zone)).toBe(date.getTime());
      }),
      { numRuns: 1_000 },
    );
  });

  test('must be a day that exists', () => {
    const parts = fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 0, max: 13 }), fc.nat(33));
    fc.assert(
      fc.property(parts, ([year, month, day]) => {
        const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
        const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        const exists =
          month >= 1 && month <= 12 && day >= 1 && day <= required(lengths[month - 1], 'one of lengths');
        const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        expect(isTimestamp(text)).toBe(exists);
        expect(isTimestamp(`${text}T00:00:00Z`)).toBe(exists);
      }),
      { numRuns: 1_000 },
    );
  });

  test('never breaks the reader, whatever the text', () => {
    const nearly = fc.stringMatching(/^[0-9]{0,4}[-0-9T :.,Zz+]{0,30}$/);
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string()), (text) => {
        const ms = parseTimestamp(text);
        if (ms !== undefined) expect(new Date(ms).toISOString()).toMatch(/^\d{4}-/);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21T10:20', '2026-11-21T10:20:00.000Z'],
    ['2026-11-21 10:20:30', '2026-11-21T10:20:30.000Z'],
    ['2026-11-21T10:20:30z', '2026-11-21T10:20:30.000Z'],
    ['2026-11-21T10:20:30,5Z', '2026-11-21T10:20:30.500Z'],
    ['2026-11-21T10:20:30.123456789Z', '2026-11-21T10:20:30.123Z'],
    ['2026-11-21t10:20:30.5z', '2026-11-21T10:20:30.500Z'],
    ['2026-11-21T00:30:00+01:00', '2026-11-20T23:30:00.000Z'],
    ['2026-11-21 00:30:00+01', '2026-11-20T23:30:00.000Z'],
    ['20261121T102030Z', '2026-11-21T10:20:30.000Z'],
    ['20261121T1020-0230', '2026-11-21T12:50:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(new Date(required(parseTimestamp(text), 'the time')).toISOString()).toBe(iso);
  });

  test.each([
    '',
    'yesterday',
    '1700000000',
    '20261121',
    '20261121T10:20:30Z',
    '2026-11-21T102030Z',
    '2026-11-21T10:20:30+1',
    '2026-1-1',
    '2025-02-29',
    '2026-11-31T00:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T10:60:00Z',
    '2026-11-21T10:20:60Z',
    '2026-11-21T10:20:30+24:00',
    '2026-11-21T10:20:30+01:60',
    '2026-11-21T10:20:30.Z',
    '2026-11-21T10:20:30.1234567890Z',
    '+012026-11-21T10:20:30Z',
    '-000001-01-01T00:00:00Z',
    '10000-01-01T00:00:00Z',
    '0000-12-31T23:59:59Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '2026-11-21T10:20:30Z ',
    ' 2026-11-21',
    '2026-11-21T10:20:30Z\n',
    '2026-W47-6',
    '２０２６-11-21',
  ])('%j is not one', (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });
});

test('a plus sign that was not encoded in a URL arrives as a space', () => {
  expect(parseTimestamp('2026-11-01T00:00:00 05:45')).toBe(Date.parse('2026-11-01T00:00:00+05:45'));
  expect(parseTimestamp('20261101T000000 1030')).toBe(Date.parse('2026-11-01T00:00:00+10:30'));
  expect(isTimestamp('2026-11-01T00:00:00 24:00')).toBe(false);
  expect(isTimestamp('2026-11-01 05:45')).toBe(true);
});
