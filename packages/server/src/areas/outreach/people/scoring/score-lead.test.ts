import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { IdealCustomer, ScoredLead } from './match-customer.ts';
import { DEFAULT_CUSTOMER, scoreLead } from './score-lead.ts';
import { readTitle } from './title-terms.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const DAY_MS = 86_400_000;

const nobody: ScoredLead = {
  title: null,
  company: null,
  domain: null,
  country: null,
  isBarred: false,
  profile: null,
  engagement: null,
};
const quiet = {
  sent: 3,
  opens: 0,
  machineOpens: 0,
  clicks: 0,
  replies: 0,
  positiveReplies: 0,
  negativeReplies: 0,
  meetings: 0,
  openedAtMs: null,
  clickedAtMs: null,
  repliedAtMs: null,
  metAtMs: null,
};

const words = fc.constantFrom(
  'CTO',
  'VP Sales',
  'Head of Data',
  'Intern',
  'Berlin',
  'Germany',
  'kafka',
  'rust',
  '',
  'x',
);
const count = fc.nat({ max: 40 });
const moment = fc.option(fc.integer({ min: NOW - 400 * DAY_MS, max: NOW + DAY_MS }));
const leads: fc.Arbitrary<ScoredLead> = fc.record({
  title: fc.option(words),
  company: fc.option(words),
  domain: fc.option(fc.constantFrom('acme.test', 'x.evil.test')),
  country: fc.option(words),
  isBarred: fc.boolean(),
  profile: fc.option(
    fc.record({
      industry: fc.option(words),
      employeeCount: fc.option(fc.nat({ max: 100_000 })),
      technologies: fc.array(words, { maxLength: 4 }),
      description: fc.option(words),
      seniority: fc.option(fc.constantFrom('vp', 'entry', 'nonsense')),
      department: fc.option(words),
      signals: fc.uniqueArray(
        fc.record({
          kind: fc.constantFrom(
            'hiring_activity' as const,
            'recent_funding' as const,
            'technology_migration' as const,
          ),
          strength: fc.integer({ min: -50, max: 300 }),
          atMs: fc.integer({ min: NOW - 400 * DAY_MS, max: NOW + DAY_MS }),
          evidence: words,
        }),
        { selector: ({ kind }) => kind, maxLength: 3 },
      ),
    }),
  ),
  engagement: fc.option(
    fc.record({
      sent: count,
      opens: count,
      machineOpens: count,
      clicks: count,
      replies: count,
      positiveReplies: count,
      negativeReplies: count,
      meetings: count,
      openedAtMs: moment,
      clickedAtMs: moment,
      repliedAtMs: moment,
      metAtMs: moment,
    }),
  ),
});
const list = fc.array(words, { maxLength: 3 });
const customers: fc.Arbitrary<IdealCustomer> = fc.record(
  {
    titles: list,
    seniorities: list,
    departments: list,
    industries: list,
    employee_min: fc.nat({ max: 500 }),
    employee_max: fc.nat({ max: 5_000 }),
    countries: list,
    technologies: list,
    keywords: list,
    exclusions: fc.record({ domains: fc.constant(['evil.test']), titles: fc.constant(['intern']) }),
    weights: fc.dictionary(fc.constantFrom('titles', 'business_email', 'countries'), fc.nat({ max: 50 })),
  },
  { requiredKeys: [] },
);

test('points add up to each part, the parts to the score, and scoring again gives the same bytes', () => {
  fc.assert(
    fc.property(leads, customers, (lead, customer) => {
      const score = scoreLead(lead, customer, NOW);
      for (const part of ['fit', 'intent', 'engagement'] as const) {
        const points = score.reasons.filter(({ component }) => component === part);
        expect(points.reduce((sum, one) => sum + one.points, 0)).toBe(score[part]);
        expect(score[part]).toBeGreaterThanOrEqual(0);
        expect(score[part]).toBeLessThanOrEqual(100);
        expect(Number.isInteger(score[part])).toBe(true);
      }
      expect(
        Math.abs(score.score - (0.5 * score.fit + 0.3 * score.intent + 0.2 * score.engagement)),
      ).toBeLessThanOrEqual(0.5 + 1e-9);
      expect(score.tier).toBe(
        score.score >= 80 ? 'A' : score.score >= 60 ? 'B' : score.score >= 40 ? 'C' : 'D',
      );
      if (lead.isBarred) expect(score.recommendation).toBe('do_not_contact');
      expect(JSON.stringify(scoreLead(lead, customer, NOW + 1))).toBe(JSON.stringify(score));
    }),
    { numRuns: 1_000 },
  );
});

test('openings by machines count nothing, those by people do', () => {
  const by = (opens: number, machineOpens: number) =>
    scoreLead({ ...nobody, engagement: { ...quiet, opens, machineOpens, openedAtMs: NOW } }, {}, NOW)
      .engagement;
  expect([by(0, 500), by(3, 500), by(3, 0)]).toEqual([0, 6, 6]);
});

test('the value of engagement halves in 14 days, that of intent in 45', () => {
  const replied = (days: number) =>
    scoreLead(
      { ...nobody, engagement: { ...quiet, positiveReplies: 1, repliedAtMs: NOW - days * DAY_MS } },
      {},
      NOW,
    ).engagement;
  expect([replied(0), replied(14), replied(28)]).toEqual([30, 15, 8]);
  const hiring = (days: number) => {
    const signals = [
      { kind: 'hiring_activity' as const, strength: 100, atMs: NOW - days * DAY_MS, evidence: 'e' },
    ];
    return scoreLead({ ...nobody, profile: { signals } }, {}, NOW).intent;
  };
  expect([hiring(0), hiring(45), hiring(90)]).toEqual([40, 20, 10]);
});

test('unknown data lowers the confidence, not the fit', () => {
  const known = { ...nobody, domain: 'acme.test', title: 'CTO' };
  const asked = { ...DEFAULT_CUSTOMER, industries: ['Logistics'] };
  const without = scoreLead(known, asked, NOW);
  const withIndustry = scoreLead({ ...known, profile: { industry: 'Logistics', signals: [] } }, asked, NOW);
  expect([without.fit, withIndustry.fit]).toEqual([100, 100]);
  expect(without.confidence).toBeLessThan(withIndustry.confidence);
});

test('a lead with an excluded domain or title must never be contacted, whatever else fits', () => {
  const fitting = { ...nobody, domain: 'mail.evil.test', title: 'CTO' };
  const score = scoreLead(fitting, { seniorities: ['c_level'], exclusions: { domains: ['evil.test'] } }, NOW);
  expect(score).toMatchObject({ fit: 0, recommendation: 'do_not_contact' });
});

describe('titles', () => {
  test.each([
    ['Chief Technology Officer', 'c_level', 'engineering'],
    ['VP of Sales EMEA', 'vp', 'sales'],
    ['Head of People', 'head', 'human_resources'],
    ['Geschäftsführer', 'c_level', null],
    ['Vertriebsleiter', 'head', null],
    ['Directrice Marketing', 'director', 'marketing'],
    ['Co-Founder', 'owner', null],
    ['Senior Software Engineer', 'senior', 'engineering'],
    ['Baker', 'individual', null],
  ])('%s', (title, seniority, department) => {
    expect(readTitle(title)).toEqual({ seniority, department });
  });
});
