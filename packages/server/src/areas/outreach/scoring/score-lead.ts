import { countryCode } from './country-code.ts';
import { closeness, readTitle, type Seniority } from './title-terms.ts';

/** The ideal customer, as a campaign describes it. What is left out is not looked at. */
export interface IdealCustomer {
  titles?: string[];
  seniorities?: string[];
  departments?: string[];
  industries?: string[];
  employee_min?: number;
  employee_max?: number;
  countries?: string[];
  technologies?: string[];
  keywords?: string[];
  exclusions?: { domains?: string[]; titles?: string[] };
  /** Weight of a criterion over the others, such as `{"titles": 40}`. */
  weights?: Record<string, number>;
}

/** What is known of a lead. Times are Unix milliseconds. */
export interface ScoredLead {
  title: string | null;
  company: string | null;
  domain: string | null;
  country: string | null;
  /** It may not be written to: suppressed, unsubscribed or bounced. */
  isBarred: boolean;
  profile: {
    industry?: string | null | undefined;
    employeeCount?: number | null | undefined;
    technologies?: string[];
    description?: string | null | undefined;
    seniority?: string | null | undefined;
    department?: string | null | undefined;
    country?: string | null | undefined;
    signals: {
      kind: 'hiring_activity' | 'recent_funding' | 'technology_migration';
      strength: number;
      atMs: number;
      evidence: string;
    }[];
  } | null;
  engagement: {
    sent: number;
    opens: number;
    machineOpens: number;
    clicks: number;
    replies: number;
    positiveReplies: number;
    negativeReplies: number;
    meetings: number;
    openedAtMs: number | null;
    clickedAtMs: number | null;
    repliedAtMs: number | null;
    metAtMs: number | null;
  } | null;
}

export type Component = 'fit' | 'intent' | 'engagement';
export type Recommendation = 'contact_now' | 'enrich_first' | 'nurture' | 'do_not_contact';

/** Points of a component with what they are for. The points of a component sum to its value. */
export interface Reason {
  component: Component;
  rule: string;
  points: number;
  evidence: string;
}

export interface Score {
  score: number;
  fit: number;
  intent: number;
  engagement: number;
  tier: 'A' | 'B' | 'C' | 'D';
  recommendation: Recommendation;
  /** 0 to 1: how much of what the score asks for is known. */
  confidence: number;
  reasons: Reason[];
}

export const MODEL_VERSION = 'rules-1';
export const WEIGHTS = { fit: 0.5, intent: 0.3, engagement: 0.2 } as const;

/** Whom most sellers to companies look for, where no campaign says otherwise. */
export const DEFAULT_CUSTOMER: IdealCustomer = {
  seniorities: ['c_level', 'owner', 'vp', 'director', 'head'],
};

const DAY_MS = 86_400_000;
const INTENT_HALF_LIFE_DAYS = 45;
const ENGAGEMENT_HALF_LIFE_DAYS = 14;

const criterionWeights = {
  titles: 25,
  seniorities: 20,
  departments: 10,
  industries: 20,
  employees: 15,
  countries: 10,
  technologies: 10,
  keywords: 5,
  business_email: 10,
} as const;

type Criterion = keyof typeof criterionWeights;

interface Match {
  criterion: Criterion;
  weight: number;
  /** 0 to 1; undefined when the lead's side is not known. */
  match: number | undefined;
  evidence: string;
}

/**
 * Scores a lead: half fit, three tenths intent, two tenths engagement. A pure function of what it is
 * given and of the day, so that it can be repeated. What is not known lowers the confidence, not the fit.
 */
export function scoreLead(lead: ScoredLead, customer: IdealCustomer, nowMs: number): Score {
  const matches = matchCustomer(lead, customer);
  const exclusion = excludedBy(lead, customer);
  const fit = exclusion === undefined ? fitReasons(matches) : [reason('fit', 'excluded', 0, exclusion)];
  const intent = intentReasons(lead, nowMs);
  const engagement = engagementReasons(lead, nowMs);
  const parts = { fit: sum(fit), intent: sum(intent), engagement: sum(engagement) };
  // In tenths, so that no binary fraction decides how a half is rounded.
  const score = Math.floor((parts.fit * 5 + parts.intent * 3 + parts.engagement * 2 + 5) / 10);
  const confidence = confidenceOf(lead, matches);
  const tier = score >= 80 ? 'A' : score >= 60 ? 'B' : score >= 40 ? 'C' : 'D';
  const isBarred = lead.isBarred || exclusion !== undefined;
  return {
    score,
    ...parts,
    tier,
    recommendation: recommend(isBarred, tier, confidence, parts),
    confidence,
    reasons: [...fit, ...intent, ...engagement],
  };
}

function recommend(
  isBarred: boolean,
  tier: Score['tier'],
  confidence: number,
  { intent, engagement }: { intent: number; engagement: number },
): Recommendation {
  if (isBarred) return 'do_not_contact';
  if (tier === 'A' || (tier === 'B' && confidence >= 0.5)) return 'contact_now';
  if (intent >= 50 || engagement >= 40) return 'contact_now';
  if (confidence < 0.5) return 'enrich_first';
  return 'nurture';
}

function matchCustomer(lead: ScoredLead, customer: IdealCustomer): Match[] {
  const { profile, title } = lead;
  const terms = title === null ? undefined : readTitle(title);
  const seniority = profile?.seniority ?? terms?.seniority ?? undefined;
  const department = profile?.department ?? terms?.department ?? undefined;
  const country = lead.country ?? profile?.country ?? undefined;
  const employees = profile?.employeeCount ?? undefined;
  const { employee_min: min, employee_max: max } = customer;
  const all: (Omit<Match, 'weight'> | false | undefined)[] = [
    wanted(customer.titles) && {
      criterion: 'titles',
      match: title === null ? undefined : titleMatch(title, customer.titles),
      evidence: title ?? '',
    },
    wanted(customer.seniorities) &&
      ({
        criterion: 'seniorities',
        match:
          seniority &&
          Math.max(...customer.seniorities.map((one) => closeness(seniority as Seniority, one as Seniority))),
        evidence: `seniority ${seniority}`,
      } as Omit<Match, 'weight'>),
    wanted(customer.departments) &&
      ({
        criterion: 'departments',
        match: department && (has(customer.departments, department) ? 1 : 0),
        evidence: `department ${department}`,
      } as Omit<Match, 'weight'>),
    wanted(customer.industries) && {
      criterion: 'industries',
      match: profile?.industry ? overlap(profile.industry, customer.industries) : undefined,
      evidence: `industry ${profile?.industry}`,
    },
    min !== undefined || max !== undefined
      ? {
          criterion: 'employees',
          match:
            employees === undefined
              ? undefined
              : sizeMatch(employees, min ?? 0, max ?? Number.POSITIVE_INFINITY),
          evidence: `${employees} employees`,
        }
      : undefined,
    wanted(customer.countries) && {
      criterion: 'countries',
      match: country === undefined ? undefined : countryMatch(country, customer.countries),
      evidence: `country ${country}`,
    },
    wanted(customer.technologies) && {
      criterion: 'technologies',
      match: profile?.technologies?.length ? share(profile.technologies, customer.technologies) : undefined,
      evidence: `uses ${profile?.technologies?.slice(0, 5).join(', ')}`,
    },
    wanted(customer.keywords) && {
      criterion: 'keywords',
      match: keywordMatch([profile?.description, lead.company, title], customer.keywords),
      evidence: 'keywords in what is known of the company',
    },
    {
      criterion: 'business_email',
      match: lead.domain === null ? 0 : 1,
      evidence:
        lead.domain === null ? 'address at a provider for everybody' : `company domain ${lead.domain}`,
    },
  ];
  return all.flatMap((match) => (match ? [{ ...match, weight: weightOf(match.criterion, customer) }] : []));
}

function wanted(list: string[] | undefined): list is string[] {
  return list !== undefined && list.length > 0;
}

function weightOf(criterion: Criterion, { weights }: IdealCustomer): number {
  const given = weights?.[criterion];
  return typeof given === 'number' && given >= 0 && given <= 1_000 ? given : criterionWeights[criterion];
}

/** Shares out 100 points by weight over the criteria that are known; whole points, by largest remainder. */
function fitReasons(matches: readonly Match[]): Reason[] {
  const known = matches.filter(({ match }) => match !== undefined);
  const weight = known.reduce((total, one) => total + one.weight, 0);
  if (weight === 0)
    return [reason('fit', 'nothing_known', 50, 'nothing is known of what the profile asks for')];
  const exact = known.map((one) => (100 * one.weight * one.match!) / weight);
  const total = Math.round(exact.reduce((all, points) => all + points, 0));
  const points = exact.map(Math.floor);
  const byRemainder = exact
    .map((value, i) => [value - points[i]!, i] as const)
    .sort((a, b) => b[0] - a[0] || a[1] - b[1]);
  let rest = total - points.reduce((all, one) => all + one, 0);
  for (const [, i] of byRemainder) if (rest-- > 0) points[i]!++;
  return known.map((one, i) => reason('fit', one.criterion, points[i]!, one.evidence));
}

const signalPoints = { hiring_activity: 40, recent_funding: 35, technology_migration: 25 } as const;

function intentReasons({ profile }: ScoredLead, nowMs: number): Reason[] {
  return (profile?.signals ?? []).map(({ kind, strength, atMs, evidence }) =>
    reason(
      'intent',
      kind,
      Math.round(
        (signalPoints[kind] *
          Math.min(Math.max(strength, 0), 100) *
          decay(atMs, nowMs, INTENT_HALF_LIFE_DAYS)) /
          100,
      ),
      evidence,
    ),
  );
}

function engagementReasons({ engagement }: ScoredLead, nowMs: number): Reason[] {
  if (engagement === null) return [];
  const { opens, machineOpens, clicks, replies, positiveReplies, negativeReplies, meetings } = engagement;
  const worth = (most: number, each: number, times: number, atMs: number | null) =>
    Math.round(
      Math.min(most, each * times) * (atMs === null ? 1 : decay(atMs, nowMs, ENGAGEMENT_HALF_LIFE_DAYS)),
    );
  const all = [
    meetings > 0 &&
      reason(
        'engagement',
        'meeting',
        worth(35, 35, meetings, engagement.metAtMs),
        `${meetings} meetings booked`,
      ),
    positiveReplies > 0 &&
      reason(
        'engagement',
        'positive_reply',
        worth(30, 30, positiveReplies, engagement.repliedAtMs),
        `${positiveReplies} positive replies`,
      ),
    replies > 0 &&
      reason('engagement', 'reply', worth(15, 15, replies, engagement.repliedAtMs), `${replies} replies`),
    clicks > 0 &&
      reason('engagement', 'click', worth(12, 4, clicks, engagement.clickedAtMs), `${clicks} clicks`),
    opens > 0 &&
      reason('engagement', 'open', worth(8, 2, opens, engagement.openedAtMs), `${opens} opens by people`),
    machineOpens > 0 &&
      reason('engagement', 'machine_open', 0, `${machineOpens} opens by machines, worth nothing`),
  ].filter((one) => one !== false);
  if (negativeReplies > 0) {
    const lost = Math.min(sum(all), worth(20, 20, negativeReplies, engagement.repliedAtMs));
    all.push(
      reason('engagement', 'negative_reply', lost === 0 ? 0 : -lost, `${negativeReplies} negative replies`),
    );
  }
  return all;
}

/** By whole days, so that a score taken twice on a day is the same. */
function decay(atMs: number, nowMs: number, halfLifeDays: number): number {
  const days = Math.max(0, Math.floor(nowMs / DAY_MS) - Math.floor(atMs / DAY_MS));
  return 2 ** (-days / halfLifeDays);
}

function confidenceOf(lead: ScoredLead, matches: readonly Match[]): number {
  const weight = (list: readonly Match[]) => list.reduce((total, one) => total + one.weight, 0);
  const asked = weight(matches);
  const known = asked === 0 ? 0 : weight(matches.filter(({ match }) => match !== undefined)) / asked;
  const exact =
    0.6 * known + (lead.profile === null ? 0 : 0.3) + ((lead.engagement?.sent ?? 0) > 0 ? 0.1 : 0);
  return Math.round(exact * 100) / 100;
}

function excludedBy({ domain, title }: ScoredLead, { exclusions }: IdealCustomer): string | undefined {
  const host = domain?.toLowerCase();
  const ofDomain = exclusions?.domains?.find((one) => {
    const excluded = one.trim().toLowerCase();
    return host !== undefined && (host === excluded || host.endsWith(`.${excluded}`));
  });
  if (ofDomain !== undefined) return `the domain ${ofDomain} is excluded`;
  const words = ` ${title?.toLowerCase() ?? ''} `;
  const ofTitle = exclusions?.titles?.find(
    (one) => one.trim() !== '' && words.includes(` ${one.trim().toLowerCase()} `),
  );
  return ofTitle === undefined ? undefined : `titles with ${ofTitle} are excluded`;
}

/** 1 when a wanted title stands in the lead's, word for word; else the share of its words that do, by half. */
function titleMatch(title: string, wantedTitles: readonly string[]): number {
  const words = title
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const text = ` ${words.join(' ')} `;
  let best = 0;
  for (const one of wantedTitles) {
    const asked = one
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);
    if (asked.length === 0) continue;
    if (text.includes(` ${asked.join(' ')} `)) return 1;
    best = Math.max(best, (0.5 * asked.filter((word) => words.includes(word)).length) / asked.length);
  }
  return best;
}

function has(list: readonly string[], value: string): boolean {
  const key = normal(value);
  return list.some((one) => normal(one) === key);
}

function overlap(value: string, list: readonly string[]): number {
  const key = normal(value);
  if (has(list, value)) return 1;
  return list.some((one) => key.includes(normal(one)) || normal(one).includes(key)) ? 0.5 : 0;
}

function share(own: readonly string[], asked: readonly string[]): number {
  return asked.filter((one) => has(own, one)).length / asked.length;
}

function sizeMatch(employees: number, min: number, max: number): number {
  if (employees >= min && employees <= max) return 1;
  return employees >= min / 2 && employees <= max * 2 ? 0.5 : 0;
}

function countryMatch(country: string, list: readonly string[]): number {
  const code = countryCode(country) ?? normal(country);
  return list.some((one) => (countryCode(one) ?? normal(one)) === code) ? 1 : 0;
}

function keywordMatch(
  texts: readonly (string | null | undefined)[],
  keywords: readonly string[],
): number | undefined {
  const text = texts.filter(Boolean).join(' ').toLowerCase();
  if (text === '') return undefined;
  return keywords.filter((one) => text.includes(one.toLowerCase())).length / keywords.length;
}

function normal(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();
}

function sum(reasons: readonly Reason[]): number {
  return reasons.reduce((total, { points }) => total + points, 0);
}

function reason(component: Component, rule: string, points: number, evidence: string): Reason {
  return { component, rule, points, evidence: evidence.slice(0, 200) };
}
