import { type Gate, type GateVerdict, judgeGate, severities } from '@trivium/scanner';
import { type Static, Type } from 'typebox';
import { named, nullable, strictObject } from '../../../kit/http/index.ts';
import { formatCounts } from '../pipeline/severity.ts';
import type { ReviewStatus, ReviewTransaction } from '../review-tables.ts';
import { findReview, type Review } from './review.repository.ts';

const mostNew = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description }));

const maxNew = strictObject(
  {
    critical: mostNew('New critical findings.'),
    high: mostNew('New findings that are high or graver.'),
    medium: mostNew('New findings that are medium or graver.'),
    low: mostNew('New findings of any severity.'),
  },
  {
    description:
      'Most new findings that are so severe or graver, by severity. One that is left out sets no bound.',
  },
);

export const gateBody = named(
  'ReviewGateRequest',
  strictObject(
    {
      max_new: Type.Optional(maxNew),
      readiness_not_lower: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Whether no readiness score may be lower than the baseline has.',
        }),
      ),
    },
    { description: 'What the change may bring at most; the review says whether it passed.' },
  ),
);

const gateRecord = named(
  'ReviewGate',
  Type.Object({
    status: Type.String({
      enum: ['pending', 'passed', 'failed'],
      description: 'A review that did not look at everything fails its gate. `pending` until it has ended.',
    }),
    max_new: Type.Record(Type.String(), Type.Integer(), {
      description: 'Most new findings of a severity; one that is left out has no limit.',
    }),
    readiness_not_lower: Type.Boolean({
      description: 'Whether no readiness score may be below that of the baseline.',
    }),
    conditions: Type.Array(
      Type.Object({
        condition: Type.String({
          description: '`complete`, `new_critical` to `new_low`, `readiness_cloud`, `_library` or `_mesh`.',
        }),
        passed: Type.Boolean({ description: 'Whether it is met.' }),
        message: Type.String({ description: 'What was found against what is allowed, in a sentence.' }),
      }),
      { description: 'Each with how it came out; empty until the review has ended.' },
    ),
  }),
);

export function readGate(body: Static<typeof gateBody> | undefined): Gate | undefined {
  if (body === undefined) return undefined;
  return {
    maxNew: { ...body.max_new } as Gate['maxNew'],
    readinessNotLower: body.readiness_not_lower ?? false,
  };
}

export function toGateRecord({ gate, gate_verdict: verdict, completed_at: ended }: Review) {
  if (gate === null) return null;
  const { maxNew: max, readinessNotLower } = JSON.parse(gate) as Gate;
  // A review that never began, because its application could not be analysed, gets no verdict.
  const judged: GateVerdict | undefined =
    verdict !== null ? JSON.parse(verdict) : ended !== null ? notBegun : undefined;
  return {
    status: judged === undefined ? 'pending' : judged.passed ? 'passed' : 'failed',
    max_new: max as Record<string, number>,
    readiness_not_lower: readinessNotLower,
    conditions: judged?.conditions ?? [],
  };
}

export const gateField = nullable(gateRecord, 'How the change came out; null when no gate was asked for.');

const notBegun: GateVerdict = {
  passed: false,
  conditions: [{ condition: 'complete', passed: false, message: 'The review could not be made.' }],
};

export interface Scores {
  cloud_readiness: number;
  library_readiness: number;
  mesh_readiness: number;
}

/** The verdict of a finished review against its gate; null without one. `counts` are of new findings. */
export async function judgeReview(
  tx: ReviewTransaction,
  review: Review,
  { status, counts, scores }: { status: ReviewStatus; counts: readonly number[]; scores: Scores },
): Promise<GateVerdict | null> {
  if (review.gate === null) return null;
  const base = review.baseline_review_id && (await findReview(tx, review.org_id, review.baseline_review_id));
  const baseScores: Scores | null = base ? JSON.parse(base.scores ?? 'null') : null;
  return judgeGate(JSON.parse(review.gate), {
    newFindings: formatCounts(counts),
    readiness: readinessOf(scores),
    baseReadiness: baseScores && readinessOf(baseScores),
    incomplete:
      status === 'completed' ? null : `The review ended as \`${status}\`: not everything was looked at.`,
  });
}

function readinessOf({ cloud_readiness: cloud, library_readiness: library, mesh_readiness: mesh }: Scores) {
  return { cloud, library, mesh };
}

/** Severities that a gate counts but the review would leave out; undefined if there are none. */
export function uncounted(gate: Gate | undefined, minSeverity: number | undefined): string | undefined {
  if (gate === undefined || minSeverity === undefined) return undefined;
  return severities.slice(minSeverity + 1).find((severity) => gate.maxNew[severity] !== undefined);
}
