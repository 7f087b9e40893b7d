import { gradeOf } from '@trivium/scanner';
import { type Static, Type } from 'typebox';
import { describedAs, named, nullable } from '../../../kit/http/index.ts';
import { severityCounts } from '../applications/application-report.schema.ts';
import { formatCounts } from '../pipeline/severity.ts';
import { scoreCap } from '../readiness/readiness.schema.ts';
import type { ReviewAgent } from './review.repository.ts';

export const counted = {
  completed: Type.Integer({ description: 'Agents that have ended well, with those skipped.' }),
  failed: Type.Integer({ description: 'Agents that failed.' }),
  remaining: Type.Integer({ description: 'completed + failed + remaining = total, always.' }),
};

export const categoryRecord = named(
  'ReviewCategory',
  Type.Object({
    status: Type.String({
      enum: ['pending', 'running', 'completed', 'completed_with_errors', 'failed'],
      description: '`completed_with_errors`: some of its agents failed.',
    }),
    agents_total: Type.Integer({ description: 'Number of agents.' }),
    ...counted,
    findings: describedAs(severityCounts, 'Its findings, by severity.'),
    score: nullable(
      Type.Integer(),
      'What is left of 100 after its findings, limited by the lowest cap. Null until the review has ended, and if most of its agents had nothing to look at.',
    ),
    caps: Type.Array(scoreCap, {
      description:
        'Why the score cannot be higher: `unread_code`; for `testing` also `no_tests`, for `documentation` `no_readme`.',
    }),
    grade: nullable(Type.String({ enum: ['A', 'B', 'C', 'D', 'F'] }), 'Letter of the score.'),
  }),
);

export function countAgents(agents: readonly ReviewAgent[]) {
  const failed = agents.filter(({ status }) => status === 'failed').length;
  const completed = agents.filter(({ status }) => status === 'completed' || status === 'skipped').length;
  return { total: agents.length, completed, failed, remaining: agents.length - completed - failed };
}

/** Points that a finding takes off 100, by severity. */
const PENALTIES = [25, 10, 3, 1];

/** Without tests or documents, no findings about them is not a good score. */
const LACKING_AT_MOST = 59;

/** Facts about the application that cap the scores of its categories. */
export interface ScoreBounds {
  /** Percentage of the code that was read; null while unknown. */
  codeRead: number | null;
  isUntested: boolean;
  isUndocumented: boolean;
}

/**
 * `open` has the remaining findings at the end; before that, each agent's findings are used. Code that was
 * not read has no findings either, so the share of code that was read caps every score.
 */
export function toCategory(
  agents: readonly ReviewAgent[],
  open: readonly number[] | null,
  bounds: ScoreBounds,
): Static<typeof categoryRecord> {
  const { total, ...counts } = countAgents(agents);
  const found = [0, 1, 2, 3].map((rank) =>
    agents.reduce((sum, agent) => sum + (agent.findings[rank] ?? 0), 0),
  );
  const sums = open ?? found;
  // If most agents had nothing to look at, there is nothing to judge; the judging agents do not count.
  const looked = agents.filter(
    ({ status, category }) => status === 'completed' && category !== 'meta',
  ).length;
  const isJudged = counts.remaining === 0 && looked > 0 && looked * 2 > agents.length;
  const penalty = sums.reduce((sum, count, rank) => sum + count * (PENALTIES[rank] ?? 0), 0);
  const caps = capsOf(agents[0]?.category, bounds);
  const most = Math.min(...caps.map(({ max_score }) => max_score), Math.max(0, 100 - penalty));
  const score = isJudged && bounds.codeRead !== null ? most : null;
  return {
    status: categoryStatus(agents, counts),
    agents_total: total,
    ...counts,
    findings: formatCounts(sums),
    score,
    caps,
    grade: score === null ? null : gradeOf(score),
  };
}

function capsOf(category: string | undefined, { codeRead, isUntested, isUndocumented }: ScoreBounds) {
  const caps = [];
  if (codeRead !== null && codeRead < 100) {
    const reason = `${codeRead} % of the code was read. \`GET /v1/review/applications/:id/gaps\` names the rest.`;
    caps.push({ id: 'unread_code', max_score: codeRead, reason });
  }
  if (isUntested && category === 'testing') {
    const reason = 'No file of tests was found. Begin with the code that has most branches.';
    caps.push({ id: 'no_tests', max_score: LACKING_AT_MOST, reason });
  }
  if (isUndocumented && category === 'documentation') {
    const reason = 'No README was found. Say what it is, how to install it and how to use it.';
    caps.push({ id: 'no_readme', max_score: LACKING_AT_MOST, reason });
  }
  return caps;
}

function categoryStatus(
  agents: readonly ReviewAgent[],
  { remaining, failed, completed }: { remaining: number; failed: number; completed: number },
) {
  if (remaining > 0) return agents.every(({ status }) => status === 'pending') ? 'pending' : 'running';
  if (failed === 0) return 'completed';
  return completed > 0 ? 'completed_with_errors' : 'failed';
}
