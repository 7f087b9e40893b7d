import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchesPattern } from '../spine/index.ts';
import { compileContentFilter } from './content-filter.ts';
import { patternRegex } from './pattern-regex.ts';
import { plainReceiver } from './receiver/receiver.ts';
import type { Subscription } from './subscription.ts';
import { buildRoutes, matchEvent } from './subscription-directory.ts';

function subscription(patterns: string[], more: Partial<Subscription> = {}): Subscription {
  return {
    id: patterns.join(),
    revision: 1,
    orgId: 'org',
    face: 'webhooks',
    url: 'https://example.com/',
    patterns,
    platform: null,
    status: 'active',
    filter: null,
    secrets: [],
    maxConcurrency: 1,
    ratePerSecond: null,
    breaker: null,
    ordering: null,
    receiver: null,
    ...more,
  };
}

const names = (one: Subscription, type: string, fact: string | null = null, data: object = {}) =>
  matchEvent(buildRoutes([one]), { type, fact, data: JSON.stringify(data) }).map(
    ({ eventName }) => eventName,
  );

describe('matching', () => {
  test('a fact of a platform reaches a subscriber with each name that it subscribes to', () => {
    expect(names(subscription(['execution.confirmed']), 'contract.executed', 'execution_confirmed')).toEqual([
      'execution.confirmed',
    ]);
    expect(
      names(subscription(['*', 'execution.confirmed']), 'contract.executed', 'execution_confirmed'),
    ).toEqual(['execution.confirmed']);
    const both = ['execution.confirmed', 'execution.completed'];
    expect(names(subscription(both), 'contract.executed', 'execution_confirmed')).toEqual(both);
    expect(
      names(subscription(['*', ...both, 'execution.*']), 'contract.executed', 'execution_confirmed'),
    ).toEqual(both);
    // An event that a client publishes with this name is not a fact of the platform.
    expect(names(subscription(['execution.confirmed']), 'contract.executed')).toEqual([]);
  });

  test('a pattern that matches several names of a fact gets the one of its own API', () => {
    const all = subscription(['*']);
    expect(names(all, 'contract.executed', 'execution_confirmed')).toEqual(['execution.confirmed']);
    expect(names({ ...all, face: 'events' }, 'contract.executed', 'execution_confirmed')).toEqual([
      'contract.executed',
    ]);
    // For a fact that is missing in the catalogue of its API, the name that it has.
    expect(names(all, 'contract.executed')).toEqual(['contract.executed']);
  });

  test('a fact is delivered once if two deliveries would be equal, or ordered', () => {
    const both = ['execution.confirmed', 'execution.completed'];
    const count = (more: Partial<Subscription>) =>
      names(subscription(both, more), 'contract.executed', 'execution_confirmed').length;
    expect(count({})).toBe(2);
    expect(count({ face: 'events' })).toBe(1);
    expect(count({ ordering: { path: ['data', 'id'], onFailure: 'block' } as never })).toBe(1);
    expect(count({ receiver: { ...plainReceiver, format: 'cloudevents_structured' } as never })).toBe(1);
    expect(count({ receiver: plainReceiver })).toBe(2);
  });

  test('a platform limits patterns to its own events; exact names outside of all platforms still match', () => {
    const outreach = subscription(['*', 'order.paid', 'webhook.subscription.failing'], {
      platform: 'outreach',
    });
    expect(names(outreach, 'campaign.created')).toEqual(['campaign.created']);
    expect(names(outreach, 'contract.created')).toEqual([]);
    expect(names(outreach, 'order.paid')).toEqual(['order.paid']);
    expect(names(outreach, 'order.refunded')).toEqual([]);
    expect(names(outreach, 'webhook.subscription.failing')).toEqual(['webhook.subscription.failing']);
    expect(names(outreach, 'webhook.subscription.disabled')).toEqual([]);
  });

  test('a notice reaches subscribers of its name, except the subscription that it is about', () => {
    const uuid = '018f0000-0000-7000-8000-000000000001';
    const type = 'webhook.subscription.failing';
    const notice = { subscription_id: `whs_${uuid.replaceAll('-', '')}` };
    const told = (one: Subscription) => names(one, type, 'webhook_subscription_failing', notice).length === 1;
    expect(told(subscription(['webhook.*']))).toBe(true);
    expect(told(subscription([type]))).toBe(true);
    expect(told(subscription(['*']))).toBe(false);
    expect(told(subscription(['*.subscription.*']))).toBe(false);
    expect(told(subscription(['webhook.*'], { id: uuid }))).toBe(false);
    // An event that a client publishes with this name is not a notice of the service.
    expect(names(subscription(['*'], { id: uuid }), type, null, notice)).toEqual([type]);
  });

  test('any set of patterns matches exactly like a simple check of each', () => {
    const segment = fc.constantFrom('a', 'b', 'c', 'long-name_1');
    const type = fc.array(segment, { minLength: 2, maxLength: 5 }).map((parts) => parts.join('.'));
    const pattern = fc.oneof(
      fc.constant('*'),
      fc
        .array(fc.oneof(segment, fc.constant('*')), { minLength: 2, maxLength: 5 })
        .map((parts) => parts.join('.')),
    );
    fc.assert(
      fc.property(fc.uniqueArray(pattern, { minLength: 1, maxLength: 8 }), type, (patterns, name) => {
        const expected = patterns.some((one) => naivelyMatches(one, name));
        expect(names(subscription(patterns), name)).toEqual(expected ? [name] : []);
        for (const one of patterns) {
          expect(matchesPattern(one, name)).toBe(naivelyMatches(one, name));
          expect(new RegExp(patternRegex(one)).test(name)).toBe(naivelyMatches(one, name));
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

/** The rule, literally: at the end, `*` stands for one or more segments, elsewhere for one. */
function naivelyMatches(pattern: string, type: string): boolean {
  const [first, ...rest] = pattern.split('.');
  const segments = type.split('.');
  if (rest.length === 0 && first === '*') return segments.length >= 1;
  if (segments.length === 0 || (first !== '*' && first !== segments[0])) return false;
  if (rest.length === 0) return segments.length === 1;
  return segments.length > 1 && naivelyMatches(rest.join('.'), segments.slice(1).join('.'));
}

describe('content filters', () => {
  test('conditions are evaluated on the payload as a receiver parses it', () => {
    const filtered = (filter: object) => subscription(['*'], { filter: compileContentFilter(filter) });
    const data = { n: 12_345_678_901, list: [{ k: 'a' }, { k: 'b' }], deep: { er: { v: null } } };
    const passes = (filter: object) => names(filtered(filter), 'a.b', null, data).length === 1;
    expect(passes({ n: { $gte: 12_345_678_901, $lt: 12_345_678_902 } })).toBe(true);
    expect(passes({ 'list.k': 'b' })).toBe(true);
    expect(passes({ 'deep.er.v': null })).toBe(true);
    expect(passes({ 'deep.er.w': { $exists: true } })).toBe(false);
    expect(passes({ $or: [{ n: 1 }, { 'list.k': { $in: ['a', 'z'] } }] })).toBe(true);
    expect(passes({ $nor: [{ n: { $gt: 5 } }] })).toBe(false);
    expect(passes({ 'deep.er': { v: null } })).toBe(true);
    expect(passes({ 'deep.toString': { $exists: false } })).toBe(true);
  });

  test('conditions that could run code or never end are refused with what to do', () => {
    expect(() => compileContentFilter({ a: { $where: 'while(1);' } })).toThrow(/only the operators/);
    expect(() => compileContentFilter({ a: { $regex: '(a+)+$' } })).toThrow(/only the operators/);
    expect(() => compileContentFilter({ $or: { a: 1 } })).toThrow(/a list/);
    expect(() => compileContentFilter({ a: { $in: Array.from({ length: 300 }, () => 1) } })).toThrow(
      /at most 200/,
    );
    let deep: object = { a: 1 };
    for (let i = 0; i < 20; i++) deep = { $and: [deep] };
    expect(() => compileContentFilter(deep)).toThrow(/levels deep/);
  });
});
