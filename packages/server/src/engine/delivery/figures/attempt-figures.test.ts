import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FailureReason, Outcome } from '../../../kit/net/index.ts';
import { required } from '../../../kit/required.ts';
import {
  type CountedAttempt,
  countedAt,
  countedStatuses,
  endingOf,
  endings,
  FIGURES_LENGTH,
  readFigures,
} from './attempt-figures.ts';

const failed = (reason: FailureReason, status?: number): Outcome => ({
  ok: false,
  reason,
  message: '',
  durationMs: 1,
  ...(status !== undefined && { status }),
});

test.each<[Outcome, string]>([
  [failed('timeout'), 'timeout'],
  [failed('timeout', 200), 'timeout'],
  [failed('dns_failed'), 'dns'],
  [failed('connect_failed'), 'connection'],
  [failed('reset'), 'connection'],
  [failed('tls_failed'), 'tls'],
  [failed('protocol_error', 200), 'protocol'],
  [failed('unexpected_status', 302), '3xx'],
  [failed('unexpected_status', 404), '4xx'],
  [failed('unexpected_status', 503), '5xx'],
  [failed('unexpected_status', 700), 'other'],
  [failed('address_not_allowed'), 'blocked_address'],
  [failed('invalid_request'), 'other'],
])('%o ended as %s', (outcome, ending) => {
  expect(endingOf(outcome)).toBe(ending);
});

function sumsOf(attempts: CountedAttempt[]) {
  const figures = new Map<number, number>();
  for (const attempt of attempts) {
    for (const place of countedAt(attempt))
      if (place !== null) figures.set(place, (figures.get(place) ?? 0) + 1);
  }
  for (const place of figures.keys()) {
    expect(place).toBeGreaterThanOrEqual(1);
    expect(place).toBeLessThanOrEqual(FIGURES_LENGTH + countedStatuses.length);
  }
  return readFigures(figures);
}

const attempt: fc.Arbitrary<CountedAttempt> = fc.record({
  ending: fc.constantFrom(...endings),
  isDead: fc.boolean(),
  status: fc.option(fc.oneof(fc.constantFrom(...countedStatuses), fc.integer({ min: 100, max: 599 }))),
  responseTimeMs: fc.integer({ min: 0, max: 20_000 }),
  deliveryTimeMs: fc.option(fc.integer({ min: 0, max: 2_000_000_000 })),
});

test('figures are read as they were counted, separately by kind', () => {
  fc.assert(
    fc.property(fc.array(attempt, { maxLength: 60 }), (attempts) => {
      const sums = sumsOf(attempts);
      const ended = (ending: string) => attempts.filter((one) => one.ending === ending).length;
      expect(sums.attempts).toBe(attempts.length);
      expect(sums.successes).toBe(ended('success'));
      expect(sums.dead).toBe(attempts.filter(({ isDead }) => isDead).length);
      for (const [name, count] of Object.entries(sums.failures))
        expect([name, count]).toEqual([name, ended(name)]);
    }),
  );
});

test('unsuccessful responses are counted by status, and each place belongs to one status', () => {
  const answered = (ending: CountedAttempt['ending'], status: number | null): CountedAttempt => ({
    ending,
    isDead: false,
    status,
    responseTimeMs: 5,
    deliveryTimeMs: null,
  });
  for (const status of countedStatuses) {
    const ending = `${Math.floor(status / 100)}xx` as CountedAttempt['ending'];
    expect(sumsOf([answered(ending, status)]).statuses).toEqual({ [status]: 1 });
  }
  const none = [
    answered('success', 204),
    answered('timeout', 503),
    answered('dns', null),
    answered('4xx', 444),
  ];
  expect(sumsOf(none).statuses).toEqual({});
});

test('a row without such responses stays as short as at first', () => {
  const attempt: CountedAttempt = {
    ending: 'success',
    isDead: false,
    status: 200,
    responseTimeMs: 1e9,
    deliveryTimeMs: 1e12,
  };
  expect(Math.max(...countedAt(attempt).map((place) => place ?? 0))).toBe(FIGURES_LENGTH);
});

test('a percentile is in the class of its time', () => {
  const timed = (responseTimeMs: number): CountedAttempt => ({
    ending: 'success',
    isDead: false,
    status: 200,
    responseTimeMs,
    deliveryTimeMs: null,
  });
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 200 }), (times) => {
      const sorted = times.toSorted((a, b) => a - b);
      const { responseTimeMs, deliveryTimeMs } = sumsOf(times.map(timed));
      for (const [name, share] of [
        ['p50', 0.5],
        ['p95', 0.95],
        ['p99', 0.99],
      ] as const) {
        const exact = required(sorted[Math.ceil(share * sorted.length) - 1], 'one of sorted');
        const told = required(responseTimeMs[name], 'one of response time ms');
        expect(told).toBeGreaterThanOrEqual(exact / 1.5 - 1);
        expect(told).toBeLessThanOrEqual(Math.max(exact * 1.5, 1));
      }
      expect(deliveryTimeMs).toEqual({ p50: null, p95: null, p99: null });
    }),
  );
  expect(sumsOf([timed(604_800_001)]).responseTimeMs.p99).toBe(604_800_000);
});
