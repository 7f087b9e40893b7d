import type { GateVerdict } from '@trivium/scanner';
import type { JobContext } from '../../../engine/jobs/index.ts';
import type { NewEvent } from '../../../engine/spine/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import { ThreadFailure } from '../../../kit/threads/index.ts';
import { readinessEvent } from '../applications/analyze-application.ts';
import {
  type Application,
  findApplication,
  lockApplication,
  saveOverallScore,
  setStatus,
} from '../applications/application.repository.ts';
import { decisionEvent } from '../applications/decide-application.ts';
import { updateComponentFindings } from '../components/component.repository.ts';
import { reviewEvent, reviewSubject } from '../events/review-event.ts';
import { threadFor } from '../pipeline/analysis-threads.ts';
import { formatCounts } from '../pipeline/severity.ts';
import type { FinishOutput, ReadinessRow } from '../pipeline/worker-protocol.ts';
import { readScores, saveReadiness } from '../readiness/readiness.repository.ts';
import {
  countDropped,
  deleteBelow,
  readFindingTexts,
  replaceFindings,
} from '../results/finding.repository.ts';
import { countOpen } from '../results/results.repository.ts';
import type { ReviewService } from '../review-service.ts';
import type { ReviewStatus, ReviewTransaction } from '../review-tables.ts';
import { listSuppressed } from '../suppressions/suppression.repository.ts';
import { runTried } from '../tries.ts';
import { isEveryCategory } from './agent-list.ts';
import { applyBaseline, readMoved } from './baseline.ts';
import { judgeReview, type Scores } from './change-gate.ts';
import { findReview, listAgents, lockReview, type Review, updateReview } from './review.repository.ts';
import { gateDecision } from './review-gate.ts';

/** Ends a review after all agents: patches, baseline, scores, gate, and events. */
export async function finishReview(
  service: ReviewService,
  { orgId, reviewId }: { orgId: string; reviewId: string },
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const review = await findReview(service.db, orgId, reviewId);
  if (review?.status !== 'verifying') return;
  const application = required(
    await findApplication(service.db, orgId, review.application_id),
    'the application of a review',
  );
  const work = { kind: 'finish', orgId, id: reviewId } as const;
  try {
    const isDone = await runTried(service, work, async () =>
      keepEnd(service, review, await runInThread(service, review, application, signal)),
    );
    if (isDone) return;
  } catch (error) {
    if (!(error instanceof ThreadFailure) || error.kind === 'aborted') throw error;
    service.log.warn({ err: error, review_id: formatId('rev', reviewId) }, 'end of a review failed');
  }
  await keepEnd(service, review, undefined);
}

async function runInThread(
  service: ReviewService,
  review: Review,
  application: Application,
  signal: AbortSignal,
): Promise<FinishOutput> {
  const key = { orgId: review.org_id, reviewId: review.id };
  const now = service.clock.now();
  const [findings, suppressed, moved] = await Promise.all([
    readFindingTexts(service.db, key),
    listSuppressed(service.db, key, new Date(now)),
    readMoved(service.db, review),
  ]);
  const timeoutMs = service.bounds.agentTimeoutMs;
  const endsAt = (review.started_at?.getTime() ?? now) + review.time_limit_seconds * 1000;
  const indexKey = required(application.index_key, 'the index of an analysed application');
  const keys = [application.archive_key, indexKey, moved?.archiveKey ?? application.archive_key] as const;
  return service.localFiles.with(keys, ([archivePath, indexPath, basePath]) =>
    service.workers.run(
      'finish',
      {
        files: { indexKey, archivePath, indexPath },
        skippedEntries: application.skipped_entries,
        findings,
        suppressed,
        generatePatches: review.generate_patches,
        // Scores depend on the security agents' findings.
        rescore: review.categories.includes('security'),
        moved: moved && { archivePath: basePath, gone: moved.gone, come: moved.come },
        agents: service.agents,
        stopAfterMs: Math.max(0, Math.min(timeoutMs * 0.8, endsAt - now)),
      },
      {
        timeoutMs,
        signal,
        ...threadFor(application.archive_key, application.work_bytes, { isLast: true }),
      },
    ),
  );
}

async function keepEnd(
  service: ReviewService,
  { org_id: orgId, id }: Review,
  output: FinishOutput | undefined,
) {
  const at = new Date(service.clock.now());
  await service.unitOfWork(async (tx: ReviewTransaction) => {
    const review = await lockReview(tx, orgId, id);
    if (review?.status !== 'verifying') return { value: undefined };
    const application = required(
      await lockApplication(tx, orgId, review.application_id),
      'the application of a review',
    );
    const key = { orgId, reviewId: id };
    await replaceFindings(tx, key, output?.patched ?? []);
    const belowMinimum = review.min_severity === null ? 0 : await deleteBelow(tx, key, review.min_severity);
    const { existing, fixed } = await applyBaseline(tx, review, output?.moved);
    const scored = await keepScores(tx, review, application, output?.readiness ?? [], at);
    const of = { orgId, applicationId: application.id };
    if (output) await updateComponentFindings(tx, of, output.componentFindings, at);
    const open = await countOpen(tx, orgId, id, at);
    const counts = open.all;
    const status = await endStatus(tx, review, output === undefined);
    const patches = (output?.patched ?? []).filter(({ json }) => !json.includes('"patch":null')).length;
    const scores = await scoresOf(tx, application);
    const verdict = await judgeReview(tx, review, { status, counts, scores });
    await updateReview(tx, review, {
      status,
      completed_at: at,
      updated_at: at,
      scores: JSON.stringify(scores),
      findings: JSON.stringify(open.byCategory),
      dropped: JSON.stringify({
        ...(await countDropped(tx, key)),
        baseline: existing,
        below_min_severity: belowMinimum,
      }),
      coverage: output?.coverage ?? null,
      patches_generated: patches,
      fixed_findings: fixed,
      gate_verdict: verdict && JSON.stringify(verdict),
      ...(output === undefined && {
        error_code: 'review_finish_failed',
        error_message: 'Patches and scores could not be made; the findings are whole.',
      }),
    });
    const events: NewEvent[] = [
      ...scored,
      completedEvent(review, { status, scores, counts, patches, verdict, at }),
      ...(await passGate(tx, application, review, {
        status,
        counts,
        codeReadPercent: output === undefined ? 0 : JSON.parse(output.coverage).code_read_percent,
        at,
      })),
    ];
    return { value: undefined, events };
  });
}

/** Saves scores that changed, and publishes them. */
async function keepScores(
  tx: ReviewTransaction,
  review: Review,
  application: Application,
  rows: readonly ReadinessRow[],
  at: Date,
): Promise<NewEvent[]> {
  if (rows.length === 0) return [];
  const { org_id: orgId, id: applicationId } = application;
  const before = await readScores(tx, orgId, applicationId);
  if (rows.every(({ kind, checklist }) => before[kind]?.checklist === checklist)) return [];
  await saveReadiness(tx, { orgId, applicationId }, rows, at);
  await saveOverallScore(tx, application, rows, at);
  return [readinessEvent(reviewSubject(review), formatId('app', applicationId), rows, at)];
}

async function scoresOf(tx: ReviewTransaction, application: Application) {
  const scores = await readScores(tx, application.org_id, application.id);
  return {
    cloud_readiness: scores.cloud.score,
    library_readiness: scores.library.score,
    mesh_readiness: scores.mesh.score,
  };
}

/** Completed only if every agent did its work, and every model call was answered. */
async function endStatus(tx: ReviewTransaction, review: Review, isEndFailed: boolean): Promise<ReviewStatus> {
  const agents = await listAgents(tx, review.org_id, [review.id]);
  const failed = agents.filter(({ status }) => status === 'failed').length;
  const detectors = agents.filter(({ category }) => category !== 'meta');
  if (detectors.length > 0 && detectors.every(({ status }) => status === 'failed')) return 'failed';
  const isWithoutModel = agents.some(({ reason }) => reason?.startsWith('model_'));
  return failed > 0 || isEndFailed || isWithoutModel ? 'completed_with_errors' : 'completed';
}

export function completedEvent(
  review: Review,
  end: {
    status: ReviewStatus;
    scores: Scores;
    counts: readonly number[];
    patches: number;
    /** Null without a gate. */
    verdict: GateVerdict | null;
    at: Date;
  },
): NewEvent {
  return reviewEvent('review_completed', reviewSubject(review), {
    review_id: formatId('rev', review.id),
    application_id: formatId('app', review.application_id),
    status: end.status,
    scores: end.scores,
    findings: formatCounts(end.counts),
    patches_generated: end.patches,
    duration_seconds: durationSeconds(review, end.at),
    ...(end.verdict !== null && { gate: gateFact(review, end.verdict) }),
  });
}

function gateFact({ baseline_review_id: baselineId }: Review, { passed, conditions }: GateVerdict) {
  return {
    status: passed ? ('passed' as const) : ('failed' as const),
    baseline_review_id: baselineId && formatId('rev', baselineId),
    conditions,
  };
}

export function durationSeconds({ started_at: startedAt }: Review, at: Date): number {
  return startedAt === null ? 0 : Math.max(0, Math.round((at.getTime() - startedAt.getTime()) / 1000));
}

/** After a review by all agents, the gate decides, unless a person has. */
async function passGate(
  tx: ReviewTransaction,
  application: Application,
  review: Review,
  {
    status,
    counts,
    codeReadPercent,
    at,
  }: { status: ReviewStatus; counts: readonly number[]; codeReadPercent: number; at: Date },
): Promise<NewEvent[]> {
  if (!isEveryCategory(review.categories) || status !== 'completed' || application.status !== 'analyzed')
    return [];
  const made = gateDecision(counts, codeReadPercent);
  if (made === undefined) return [];
  await setStatus(tx, { orgId: application.org_id, id: application.id }, made.decision, at);
  return [
    decisionEvent(reviewSubject(review), application, made.decision, {
      by: 'gate',
      reviewId: review.id,
      reason: made.reason,
      at,
    }),
  ];
}
