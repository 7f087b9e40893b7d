import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { column, defineTable, insertRows, type NewRowOf, rowsIn, selectPage } from '../../../kit/db/index.ts';
import { required } from '../../../kit/required.ts';
import { formatScores } from '../pipeline/format-scores.ts';
import type { AnalysisOutput, GapRow, ReadinessRow } from '../pipeline/worker-protocol.ts';
import type {
  ApplicationStatus,
  ApplicationsTable,
  ReviewDatabase,
  ReviewTransaction,
} from '../review-tables.ts';

export type Application = Selectable<ApplicationsTable>;

/** An application as first inserted; its analysis fills in the rest. */
export const newApplications = defineTable('review_applications', {
  id: column.uuid(),
  orgId: column.uuid(),
  name: column.text(),
  revision: column.text().orNull(),
  filename: column.text(),
  sizeBytes: column.integer(),
  sha256: column.text(),
  archiveKey: column.text(),
  status: column.text<'analyzing'>(),
  skippedEntries: column.text(),
  uncompressedBytes: column.integer(),
  workBytes: column.integer(),
  correlationId: column.text(),
  createdAt: column.timestamp(),
  updatedAt: column.timestamp(),
});

export type NewApplication = Omit<NewRowOf<typeof newApplications>, 'status' | 'createdAt' | 'updatedAt'> & {
  at: Date;
};

export interface ApplicationFilter {
  status?: ApplicationStatus | undefined;
  minScore?: number | undefined;
  hasVulnerabilities?: boolean | undefined;
  name?: string | undefined;
  revision?: string | undefined;
}

/** Inserts the application; false when a repeated request finds the one it created before. */
export async function insertApplication(
  tx: ReviewTransaction,
  { at, ...given }: NewApplication,
): Promise<boolean> {
  const row = { ...given, status: 'analyzing', createdAt: at, updatedAt: at } as const;
  const made = await insertRows(rowsIn(tx), newApplications, [row], { skipTaken: true, returning: ['id'] });
  return made.length > 0;
}

export function findApplication(
  db: ReviewDatabase,
  orgId: string,
  id: string,
): Promise<Application | undefined> {
  return db
    .selectFrom('review_applications')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The index of the application's last analysed version, in the blob store. */
export async function findEarlierIndex(
  db: ReviewDatabase,
  orgId: string,
  name: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('review_applications')
    .select('index_key')
    .where('org_id', '=', orgId)
    .where('name', '=', name)
    .where('index_key', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.index_key ?? undefined;
}

/** Locks the application against concurrent changes until the transaction ends. */
export function lockApplication(
  tx: ReviewTransaction,
  orgId: string,
  id: string,
): Promise<Application | undefined> {
  return tx
    .selectFrom('review_applications')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Newest first, ties by id. */
export async function listApplications(
  db: ReviewDatabase,
  orgId: string,
  filter: ApplicationFilter,
  page: { limit: number; offset: number },
): Promise<{ applications: Application[]; total: number }> {
  let query = db.selectFrom('review_applications').where('org_id', '=', orgId);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.name !== undefined) query = query.where('name', '=', filter.name);
  if (filter.revision !== undefined) query = query.where('revision', '=', filter.revision);
  if (filter.minScore !== undefined) query = query.where('overall_score', '>=', filter.minScore);
  if (filter.hasVulnerabilities !== undefined) {
    query = query.where('vulnerabilities', filter.hasVulnerabilities ? '>' : '=', 0);
  }
  const { rows: applications, total } = await selectPage(db, {
    rows: query
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(page.limit)
      .offset(page.offset),
    matching: query.select((select) => select.lit(1).as('matched')),
    page,
  });
  return { applications, total };
}

/**
 * Records the first start of the analysis; undefined when there is nothing to analyse, or the start is
 * already recorded.
 */
export async function markAnalysisStarted(
  tx: ReviewTransaction,
  orgId: string,
  id: string,
  at: Date,
): Promise<boolean> {
  const updated = await tx
    .updateTable('review_applications')
    .set({ analysis_started_at: at, updated_at: at })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('status', '=', 'analyzing')
    .where('analysis_started_at', 'is', null)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Saves the result; false when the application no longer waits for it. */
export async function saveAnalysis(
  tx: ReviewTransaction,
  { orgId, id }: { orgId: string; id: string },
  output: AnalysisOutput,
  indexKey: string,
  at: Date,
): Promise<boolean> {
  const updated = await tx
    .updateTable('review_applications')
    .set({
      status: 'analyzed',
      report: output.report,
      index_key: indexKey,
      lines_code: output.linesCode,
      overall_score: output.overallScore,
      vulnerabilities: output.vulnerabilities.reduce((sum, count) => sum + count, 0),
      analysis_completed_at: at,
      updated_at: at,
    })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('status', '=', 'analyzing')
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

export async function savePackages(
  tx: ReviewTransaction,
  { orgId, id }: { orgId: string; id: string },
  packages: readonly string[],
): Promise<void> {
  if (packages.length === 0) return;
  await sql`
    insert into review_packages (application_id, org_id, ordinal, package)
    select ${id}, ${orgId}, ordinal, package
    from unnest(${packages}::text[]) with ordinality as given (package, ordinal)`.execute(tx);
}

/** Rows per statement. */
const GAPS_AT_ONCE = 5_000;

export async function saveGaps(
  tx: ReviewTransaction,
  { orgId, id }: { orgId: string; id: string },
  gaps: readonly GapRow[],
): Promise<void> {
  for (let at = 0; at < gaps.length; at += GAPS_AT_ONCE) {
    const part = gaps.slice(at, at + GAPS_AT_ONCE);
    await sql`
      insert into review_gaps (application_id, org_id, ordinal, status, gap)
      select ${id}, ${orgId}, ordinal + ${at}::int, status, gap
      from unnest(${part.map(({ status }) => status)}::text[], ${part.map(({ json }) => json)}::text[])
        with ordinality as given (status, gap, ordinal)`.execute(tx);
  }
}

/** What was not fully analysed, as JSON texts: first what the archive itself leaves out, then by path. */
export async function listGaps(
  db: ReviewDatabase,
  { orgId, id }: { orgId: string; id: string },
  status: GapRow['status'] | undefined,
  page: { limit: number; offset: number },
): Promise<{ texts: string[]; total: number }> {
  let query = db.selectFrom('review_gaps').where('org_id', '=', orgId).where('application_id', '=', id);
  if (status !== undefined) query = query.where('status', '=', status);
  const { rows, total } = await selectPage(db, {
    rows: query.select('gap').orderBy('ordinal').limit(page.limit).offset(page.offset),
    matching: query.select((select) => select.lit(1).as('matched')),
    page,
  });
  return { texts: rows.map(({ gap }) => gap), total };
}

export async function failAnalysis(
  tx: ReviewTransaction,
  { orgId, id }: { orgId: string; id: string },
  error: { code: string; message: string },
  at: Date,
): Promise<boolean> {
  const updated = await tx
    .updateTable('review_applications')
    .set({
      status: 'analysis_failed',
      error_code: error.code,
      error_message: error.message,
      analysis_completed_at: at,
      updated_at: at,
    })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('status', '=', 'analyzing')
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

export async function setStatus(
  tx: ReviewTransaction,
  { orgId, id }: { orgId: string; id: string },
  status: ApplicationStatus,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('review_applications')
    .set({ status, updated_at: at })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute();
}

/** Replaces the scores that the record shows. */
export async function saveOverallScore(
  tx: ReviewTransaction,
  application: Application,
  rows: readonly ReadinessRow[],
  at: Date,
): Promise<void> {
  const readiness = formatScores(rows);
  const report = JSON.stringify({
    ...JSON.parse(required(application.report, 'the report of an analysed application')),
    readiness,
  });
  await tx
    .updateTable('review_applications')
    .set({ report, overall_score: readiness.overall, updated_at: at })
    .where('org_id', '=', application.org_id)
    .where('id', '=', application.id)
    .execute();
}
