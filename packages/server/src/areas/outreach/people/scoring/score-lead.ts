import {
  excludedBy,
  type IdealCustomer,
  type Match,
  matchCustomer,
  type ScoredLead,
} from './match-customer.ts';

export type Component = 'fit' | 'intent' | 'engagement';
export type Recommendation = 'contact_now' | 'enrich_first' | 'nurture' | 'do_not_contact';

/** Points of a component and their reason. A component's points add up to its value. */
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
  /** 0 to 1: how much of the required information is known. */
  confidence: number;
  reasons: Reason[];
}

export interface ScoredResult extends Score {
  leadId: string;
  campaignId: string | undefined;
  traceId: string;
  scoredAt: Date;
}

export const MODEL_VERSION = 'rules-1';
export const WEIGHTS = { fit: 0.5, intent: 0.3, engagement: 0.2 } as const;

/** The usual B2B target, for when no campaign says otherwise. */
export const DEFAULT_CUSTOMER: IdealCustomer = {
  seniorities: ['c_level', 'owner', 'vp', 'director', 'head'],
};

const DAY_MS = 86_400_000;
const INTENT_HALF_LIFE_DAYS = 45;
const ENGAGEMENT_HALF_LIFE_DAYS = 14;

/**
 * Scores a lead: 50 % fit, 30 % intent, 20 % engagement. A pure function of its arguments and the day, so it
 * is repeatable. Unknown values lower the confidence, not the fit.
 */
export function scoreLead(lead: ScoredLead, customer: IdealCustomer, nowMs: number): Score {
  const matches = matchCustomer(lead, customer);
  const exclusion = excludedBy(lead, customer);
  const fit = exclusion === undefined ? fitReasons(matches) : [reason('fit', 'excluded', 0, exclusion)];
  const intent = intentReasons(lead, nowMs);
  const engagement = engagementReasons(lead, nowMs);
  const parts = { fit: sum(fit), intent: sum(intent), engagement: sum(engagement) };
  // In tenths, so that binary fractions do not affect how halves are rounded.
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

/** Distributes 100 points by weight over the known criteria, in whole points by largest remainder. */
function fitReasons(matches: readonly Match[]): Reason[] {
  const known = matches.flatMap(({ match, ...one }) => (match === undefined ? [] : [{ ...one, match }]));
  const weight = known.reduce((total, one) => total + one.weight, 0);
  if (weight === 0)
    return [reason('fit', 'nothing_known', 50, 'nothing is known of what the profile asks for')];
  const exact = known.map((one) => (100 * one.weight * one.match) / weight);
  const total = Math.round(exact.reduce((all, points) => all + points, 0));
  const shares = known.map((one, i) => ({ ...one, points: Math.floor(exact[i] ?? 0), exact: exact[i] ?? 0 }));
  let rest = total - shares.reduce((all, { points }) => all + points, 0);
  // The sort is stable: on a tie the first criterion gets the point.
  for (const share of shares.toSorted((a, b) => b.exact - b.points - (a.exact - a.points))) {
    if (rest-- > 0) share.points++;
  }
  return shares.map(({ criterion, points, evidence }) => reason('fit', criterion, points, evidence));
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

/** In whole days, so that scores taken on the same day are equal. */
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

function sum(reasons: readonly Reason[]): number {
  return reasons.reduce((total, { points }) => total + points, 0);
}

function reason(component: Component, rule: string, points: number, evidence: string): Reason {
  return { component, rule, points, evidence: evidence.slice(0, 200) };
}
