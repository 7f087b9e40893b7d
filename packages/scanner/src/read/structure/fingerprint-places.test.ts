import { expect, test } from 'vitest';
import { FingerprintPlaces } from './fingerprint-places.ts';

test('holds what lists by fingerprint would, up to the limit for each, however many there are', () => {
  const most = 3;
  const places = new FingerprintPlaces(most);
  const lists = new Map<number, string[]>();
  let hash = 1;
  for (let n = 0; n < 50_000; n++) {
    // Some fingerprints occur often, most once. Some are negative, and many want the same slot.
    hash = Math.imul(hash, 0x45d9f3b) ^ n;
    const fingerprint = n % 5 === 0 ? n % 100 : hash & ~0xff;
    places.add(fingerprint, n % 7, n);
    const list = lists.get(fingerprint) ?? [];
    if (list.length < most) list.push(`${n % 7}:${n}`);
    lists.set(fingerprint, list);
  }
  for (const [fingerprint, list] of lists) {
    const found: string[] = [];
    for (let place = places.first(fingerprint); place >= 0; place = places.next(place))
      found.push(`${places.fileOf(place)}:${places.atOf(place)}`);
    expect(found).toEqual(list);
  }
  expect(places.first(123_456_789)).toBe(-1);
});
