import { Readable } from 'node:stream';
import { factData } from '../../../engine/catalog/index.ts';
import type { JobContext } from '../../../engine/jobs/index.ts';
import type { NewEvent } from '../../../engine/spine/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { ThreadFailure } from '../../../kit/threads/index.ts';
import { insertComponents } from '../components/component.repository.ts';
import { type EventSubject, reviewEvent, subjectOf } from '../events/review-event.ts';
import { isLongWork, MAX_SHORT_BYTES, NotShortWork, threadFor } from '../pipeline/analysis-threads.ts';
import { formatScores } from '../pipeline/format-scores.ts';
import { formatCounts } from '../pipeline/severity.ts';
import type { AnalysisOutput, ReadinessRow } from '../pipeline/worker-protocol.ts';
import { saveReadiness } from '../readiness/readiness.repository.ts';
import { startReviewJob } from '../review-jobs.ts';
import type { ReviewService } from '../review-service.ts';
import type { ReviewTransaction } from '../review-tables.ts';
import { failQueuedReviews, queuedReviewIds } from '../reviews/review.repository.ts';
import { runTried } from '../tries.ts';
import {
  type Application,
  failAnalysis,
  findApplication,
  findEarlierIndex,
  markAnalysisStarted,
  saveAnalysis,
  saveGaps,
  savePackages,
} from './application.repository.ts';

/**
 * Analyses an application. An error in the analysis itself becomes its outcome (`analysis_failed` with a
 * code); only errors around it, such as an unreachable database, are thrown and retried.
 */
export async function analyzeApplication(
  service: ReviewService,
  { orgId, applicationId }: { orgId: string; applicationId: string },
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const application = await findApplication(service.db, orgId, applicationId);
  if (application?.status !== 'analyzing') return;
  await noteStart(service, application);
  const work = { kind: 'analysis', orgId, id: applicationId } as const;
  try {
    const isDone = await runTried(service, work, async () =>
      keepAnalysis(service, application, await runAnalysis(service, application, signal)),
    );
    if (!isDone) throw new ThreadFailure('crashed', 'It came to nothing again and again.');
  } catch (error) {
    if (!(error instanceof ThreadFailure) || error.kind === 'aborted') throw error;
    service.log.warn({ err: error, application_id: formatId('app', applicationId) }, 'analysis failed');
    await noteFailure(service, application, error);
  }
}

/** Called when the analysis could not be started or its result not saved, after all attempts. */
export async function giveUpAnalysis(
  service: ReviewService,
  { orgId, applicationId }: { orgId: string; applicationId: string },
): Promise<void> {
  const application = await findApplication(service.db, orgId, applicationId);
  if (application?.status !== 'analyzing') return;
  await noteFailure(service, application, new ThreadFailure('crashed', 'It was tried too often.'));
}

async function keepAnalysis(
  service: ReviewService,
  application: Application,
  output: AnalysisOutput,
): Promise<void> {
  for (const fault of output.faults)
    service.log.error(
      { application_id: formatId('app', application.id), ...fault },
      'analysis of a file failed',
    );
  const pieces = Readable.from(piecesOf(output.index));
  const index = await service.blobs.put(pieces, { orgId: application.org_id });
  const isSaved = await save(service, application, output, index.key);
  if (!isSaved) await service.blobs.delete(index.orgId, index.key);
}

const PIECE_BYTES = 262_144;

/** In chunks, so that hashing and writing never block requests for long. */
function* piecesOf(bytes: Uint8Array): Generator<Buffer> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < all.length; at += PIECE_BYTES) yield all.subarray(at, at + PIECE_BYTES);
}

async function noteStart(service: ReviewService, application: Application): Promise<void> {
  const at = new Date(service.clock.now());
  await service.unitOfWork(async (tx: ReviewTransaction) => {
    if (!(await markAnalysisStarted(tx, application.org_id, application.id, at))) return { value: undefined };
    const data = {
      application_id: formatId('app', application.id),
      status: 'analyzing' as const,
      analysis_started_at: at.toISOString(),
    };
    return { value: undefined, events: [reviewEvent('analysis_started', subjectOf(application), data)] };
  });
}

function runAnalysis(
  service: ReviewService,
  application: Application,
  signal: AbortSignal,
): Promise<AnalysisOutput> {
  const { archive_key: archiveKey, work_bytes: workBytes, org_id: orgId, name } = application;
  return (
    service.ahead.take(archiveKey, signal) ??
    analyzeArchive(service, { archiveKey, workBytes, orgId, name }, signal)
  );
}

export interface StoredArchive {
  archiveKey: string;
  /** A lower bound of what will be read of it. */
  workBytes: number;
  /** The owner and name of the application: earlier versions have the same. */
  orgId: string;
  name: string;
}

/** Analyses a stored archive in a thread. Rejects with `ThreadFailure`. */
export function analyzeArchive(
  service: ReviewService,
  { archiveKey, workBytes, ...version }: StoredArchive,
  signal: AbortSignal,
): Promise<AnalysisOutput> {
  const { agents } = service;
  const { analysisTimeoutMs: timeoutMs } = service.bounds;
  return withEarlier(service, version, archiveKey, async (archivePath, earlierIndexPath) => {
    const analyze = (bytes: number, largestBytes = Number.POSITIVE_INFINITY) =>
      service.workers.run(
        'analyze',
        { archivePath, agents, largestBytes, earlierIndexPath },
        { timeoutMs, signal, ...threadFor(archiveKey, bytes, { isLast: true }) },
      );
    if (isLongWork(workBytes)) return analyze(workBytes);
    return analyze(workBytes, MAX_SHORT_BYTES).catch((error) => {
      if (!(error instanceof ThreadFailure && error.thrown?.name === NotShortWork.name)) throw error;
      return analyze(MAX_SHORT_BYTES + 1);
    });
  });
}

/** Runs with the archive, and with the index of the application's previous version if it is available. */
async function withEarlier<T>(
  { db, localFiles }: ReviewService,
  { orgId, name }: { orgId: string; name: string },
  archiveKey: string,
  use: (archivePath: string, earlierIndexPath: string | undefined) => Promise<T>,
): Promise<T> {
  const earlier = await findEarlierIndex(db, orgId, name);
  let isHeld = false;
  const useBoth = ([archivePath, indexPath]: readonly [string, string]) => {
    isHeld = true;
    return use(archivePath, indexPath);
  };
  if (earlier !== undefined) {
    try {
      return await localFiles.with([archiveKey, earlier], useBoth);
    } catch (error) {
      // A missing index is no reason to fail.
      if (isHeld) throw error;
    }
  }
  return localFiles.with([archiveKey], ([archivePath]) => use(archivePath, undefined));
}

function save(
  service: ReviewService,
  application: Application,
  output: AnalysisOutput,
  indexKey: string,
): Promise<boolean> {
  const { org_id: orgId, id } = application;
  const at = new Date(service.clock.now());
  return service.unitOfWork(async (tx: ReviewTransaction) => {
    if (!(await saveAnalysis(tx, { orgId, id }, output, indexKey, at))) return { value: false };
    await service.blobs.keep(tx, orgId, indexKey);
    await saveReadiness(tx, { orgId, applicationId: id }, output.readiness, at);
    await insertComponents(tx, { orgId, applicationId: id }, output.components, at);
    await savePackages(tx, { orgId, id }, output.packages);
    await saveGaps(tx, { orgId, id }, output.gaps);
    // Reviews that were requested meanwhile start now.
    const waiting = await queuedReviewIds(tx, orgId, id);
    await service.jobs.addMany(
      tx,
      startReviewJob,
      waiting.map((reviewId) => ({ payload: { orgId, reviewId }, key: `review-start-${reviewId}` })),
    );
    return { value: true, events: analyzedEvents(application, output, at) };
  });
}

function analyzedEvents(application: Application, output: AnalysisOutput, at: Date): NewEvent[] {
  const subject = subjectOf(application);
  const applicationId = formatId('app', application.id);
  return [
    reviewEvent(
      'analysis_completed',
      subject,
      factData('analysis_completed', output, {
        application_id: applicationId,
        status: 'analyzed',
        files_analyzed: output.files.full,
        files_partial: output.files.partial,
        files_skipped: output.files.skipped,
        vulnerabilities: formatCounts(output.vulnerabilities),
        analysis_completed_at: at.toISOString(),
      }),
    ),
    readinessEvent(subject, applicationId, output.readiness, at),
  ];
}

/** The three scores as published in events. */
export function readinessEvent(
  subject: EventSubject,
  applicationId: string,
  rows: readonly ReadinessRow[],
  at: Date,
): NewEvent {
  return reviewEvent('readiness_scored', subject, {
    application_id: applicationId,
    readiness: formatScores(rows),
    computed_at: at.toISOString(),
  });
}

async function noteFailure(
  service: ReviewService,
  application: Application,
  failure: ThreadFailure,
): Promise<void> {
  const at = new Date(service.clock.now());
  const error = describeFailure(failure);
  const { org_id: orgId, id } = application;
  await service.unitOfWork(async (tx: ReviewTransaction) => {
    if (await failAnalysis(tx, { orgId, id }, error, at))
      await failQueuedReviews(tx, { orgId, applicationId: id }, error, at);
    return { value: undefined };
  });
}

/** The error in the record of a failed analysis; internal messages stay in the log. */
function describeFailure({ kind, thrown, message }: ThreadFailure): { code: string; message: string } {
  if (kind === 'timed_out')
    return { code: 'analysis_timeout', message: `The analysis was ended. ${message}` };
  if (kind === 'out_of_memory')
    return { code: 'analysis_out_of_memory', message: `The analysis was ended. ${message}` };
  if (kind === 'crashed') return { code: 'analysis_crashed', message: 'The analysis died on this archive.' };
  if (thrown?.name === 'InvalidArchive') return { code: 'invalid_zip', message };
  return { code: 'analysis_failed', message: 'The analysis engine failed on this archive.' };
}
