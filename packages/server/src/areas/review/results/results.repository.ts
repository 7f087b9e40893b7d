import { type SqlBool, sql } from 'kysely';
import { selectPage } from '../../../kit/db/index.ts';
import type { Rank } from '../pipeline/severity.ts';
import type { SeverityCounts } from '../pipeline/worker-protocol.ts';
import type { ReviewDatabase } from '../review-tables.ts';

export type FindingStatus = 'new' | 'existing' | 'suppressed';

export interface ResultFilter {
  severity?: number | undefined;
  category?: string | undefined;
  file?: string | undefined;
  /** All statuses when undefined. */
  status?: FindingStatus | undefined;
}

export interface FoundFinding {
  fingerprint: string;
  finding: string;
  status: FindingStatus;
  /** Why it is suppressed; null if it is not. */
  reason: string | null;
}

/** The findings of a review with their current status; suppressions take effect at once. */
function findingsOf(db: ReviewDatabase, orgId: string, reviewId: string, at: Date) {
  const status = sql<FindingStatus>`case when s.id is not null then 'suppressed' when f.is_existing then 'existing' else 'new' end`;
  return {
    status,
    query: db
      .selectFrom('review_findings as f')
      .leftJoin('review_suppressions as s', (join) =>
        join
          .onRef('s.org_id', '=', 'f.org_id')
          .onRef('s.fingerprint', '=', 'f.fingerprint')
          .on(sql<SqlBool>`(s.expires_at is null or s.expires_at > ${at})`),
      )
      .where('f.org_id', '=', orgId)
      .where('f.review_id', '=', reviewId),
  };
}

/** A page of findings: most severe first, then by confidence, file, line. */
export async function listFindings(
  db: ReviewDatabase,
  { orgId, reviewId, at }: { orgId: string; reviewId: string; at: Date },
  filter: ResultFilter,
  page: { limit: number; offset: number },
): Promise<{ findings: FoundFinding[]; total: number }> {
  let { query, status } = findingsOf(db, orgId, reviewId, at);
  if (filter.severity !== undefined) query = query.where('f.severity', '=', filter.severity);
  if (filter.category !== undefined) query = query.where('f.category', '=', filter.category);
  if (filter.file !== undefined) query = query.where('f.file', '=', filter.file);
  if (filter.status !== undefined) query = query.where(status, '=', filter.status);
  const { rows: findings, total } = await selectPage(db, {
    rows: query
      .select(['f.fingerprint', 'f.finding', status.as('status'), 's.reason'])
      .orderBy('f.severity')
      .orderBy('f.confidence', 'desc')
      .orderBy('f.file')
      .orderBy('f.line')
      .orderBy('f.rule_id')
      .orderBy('f.fingerprint')
      .orderBy('f.agent_id')
      .limit(page.limit)
      .offset(page.offset),
    matching: query.select((select) => select.lit(1).as('matched')),
    page,
  });
  return { findings, total };
}

export interface FindingCount {
  category: string;
  severity: Rank;
  status: FindingStatus;
  count: number;
}

/** The number of findings of each kind. */
export function countFindings(
  db: ReviewDatabase,
  { orgId, reviewId, at }: { orgId: string; reviewId: string; at: Date },
): Promise<FindingCount[]> {
  const { query, status } = findingsOf(db, orgId, reviewId, at);
  return query
    .select([
      'f.category',
      'f.severity',
      status.as('status'),
      (select) => select.fn.countAll<number>().as('count'),
    ])
    .groupBy(['f.category', 'f.severity', status])
    .$narrowType<{ severity: Rank }>()
    .execute();
}

/** Findings that are new and not suppressed, by severity, in total and per category. */
export async function countOpen(
  db: ReviewDatabase,
  orgId: string,
  reviewId: string,
  at: Date,
): Promise<{ all: SeverityCounts; byCategory: Record<string, SeverityCounts> }> {
  const all: SeverityCounts = [0, 0, 0, 0];
  const byCategory: Record<string, SeverityCounts> = {};
  for (const { category, severity, status, count } of await countFindings(db, { orgId, reviewId, at })) {
    if (status !== 'new') continue;
    all[severity] += count;
    const ofCategory = byCategory[category] ?? [0, 0, 0, 0];
    ofCategory[severity] += count;
    byCategory[category] = ofCategory;
  }
  return { all, byCategory };
}
