import {
  gradeOf,
  type ReadinessCheck,
  type ReadinessChecklist,
  type ReadinessFactor,
  type ReadinessKind,
} from '../types/readiness.ts';
import type { CheckRule, Effort, ReadinessFacts } from './check.ts';

export interface FactorRule {
  name: string;
  weight: number;
  checks: readonly CheckRule[];
}

export interface Cap {
  id: string;
  maxScore: number;
  reason: string;
}

const shareOf = { pass: 1, partial: 0.5, fail: 0, not_applicable: 0 } as const;

function judgeCheck(rule: CheckRule, facts: ReadinessFacts): ReadinessCheck {
  const { status, share, evidence } = rule.judge(facts);
  return {
    id: rule.id,
    weight: rule.weight,
    status,
    points: round2(rule.weight * (share ?? shareOf[status])),
    evidence: evidence ?? [],
    recommendation: status === 'fail' || status === 'partial' ? rule.recommendation : null,
  };
}

/** 100 x points / weight over the applicable checks; null if there are none. Not rounded. */
export function factorShare(checks: readonly ReadinessCheck[]): number | null {
  const applicable = checks.filter((check) => check.status !== 'not_applicable');
  const weight = applicable.reduce((sum, check) => sum + check.weight, 0);
  return weight === 0 ? null : (100 * applicable.reduce((sum, check) => sum + check.points, 0)) / weight;
}

/** The weighted mean of the applicable factors, before rounding and caps. */
export function meanOf(factors: readonly { weight: number; score: number | null }[]): number {
  const applicable = factors.filter((factor) => factor.score !== null);
  const weight = applicable.reduce((sum, factor) => sum + factor.weight, 0);
  return weight === 0
    ? 0
    : applicable.reduce((sum, factor) => sum + factor.weight * (factor.score ?? 0), 0) / weight;
}

/** A checklist with scores: every number follows from the checks, weights and caps in the result. */
export function scoreChecklist(
  kind: ReadinessKind,
  rules: readonly FactorRule[],
  facts: ReadinessFacts,
  caps: readonly Cap[],
  confidence: ReadinessChecklist['confidence'],
): ReadinessChecklist {
  const judged = rules.map((rule): JudgedFactor => {
    const checks = rule.checks.map((check) => judgeCheck(check, facts));
    const share = factorShare(checks);
    const score = share === null ? null : Math.round(share);
    return {
      factor: { name: rule.name, weight: rule.weight, score, checks },
      efforts: new Map(rule.checks.map(({ id, effort }) => [id, effort])),
    };
  });
  const factors = judged.map(({ factor }) => factor);
  const limit = Math.min(100, ...caps.map((cap) => cap.maxScore));
  const score = Math.min(Math.round(meanOf(factors)), limit);
  return {
    kind,
    score,
    grade: gradeOf(score),
    confidence,
    factors,
    caps: [...caps].sort((a, b) => a.maxScore - b.maxScore),
    recommendations: recommend(judged),
  };
}

interface JudgedFactor {
  factor: ReadinessFactor;
  /** The effort of each check, by id. */
  efforts: ReadonlyMap<string, Effort>;
}

const effortDays: Record<Effort, number> = { S: 1, M: 4, L: 12 };

/** What each failed check would add to the score (ignoring caps), the best ratio to its effort first. */
function recommend(judged: readonly JudgedFactor[]): ReadinessChecklist['recommendations'] {
  const factors = judged.map(({ factor }) => factor);
  const exact = factors.map((factor) => ({ weight: factor.weight, score: factorShare(factor.checks) }));
  const before = meanOf(exact);
  return judged
    .flatMap(({ factor, efforts }, index) =>
      factor.checks.flatMap((check) => {
        const effort = efforts.get(check.id);
        if (check.recommendation === null || effort === undefined) return [];
        const mended = factor.checks.map((one) => (one === check ? { ...one, points: one.weight } : one));
        const after = meanOf(
          exact.map((one, at) => (at === index ? { ...one, score: factorShare(mended) } : one)),
        );
        return [{ id: check.id, gain: round2(after - before), effort, text: check.recommendation }];
      }),
    )
    .sort((a, b) => b.gain / effortDays[b.effort] - a.gain / effortDays[a.effort] || (a.id < b.id ? -1 : 1));
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
