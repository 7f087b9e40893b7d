import type { StoredBlob } from '../../../engine/blobs/index.ts';
import { cutText } from '../../../kit/cut-text.ts';
import { AppError } from '../../../kit/errors/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import { ThreadFailure } from '../../../kit/threads/index.ts';
import { reviewEvent } from '../events/review-event.ts';
import type { ArchiveCheck } from '../pipeline/worker-protocol.ts';
import { reviewErrors } from '../review-errors.ts';
import { analysisQueue, analyzeApplicationJob } from '../review-jobs.ts';
import type { ReviewService } from '../review-service.ts';
import type { ReviewTransaction } from '../review-tables.ts';
import { analyzeArchive } from './analyze-application.ts';
import {
  type Application,
  findApplication,
  insertApplication,
  type NewApplication,
} from './application.repository.ts';

export interface UploadRequest {
  orgId: string;
  /** The application's UUID. */
  id: string;
  name: string | undefined;
  revision: string | undefined;
  filename: string | undefined;
  stored: StoredBlob;
}

const MAX_PROCESSOR_MS = 20_000;

/**
 * Starts the analysis of an archive as soon as the archive can be read. How much has to be read is not known
 * yet.
 */
export function beginAnalysis(
  service: ReviewService,
  { key, sizeBytes }: Pick<StoredBlob, 'key' | 'sizeBytes'>,
  { orgId, ...given }: Pick<UploadRequest, 'orgId' | 'name' | 'filename'>,
): void {
  const name = given.name ?? nameOf(cleanName(given.filename));
  service.ahead.begin(key, sizeBytes, (signal) =>
    analyzeArchive(service, { archiveKey: key, workBytes: 0, orgId, name }, signal),
  );
}

/** Accepts a stored archive and makes sure that it is analysed. Throws `invalid_zip`. */
export async function uploadApplication(
  service: ReviewService,
  request: UploadRequest,
): Promise<Application> {
  const { stored } = request;
  // If files are stored elsewhere, this is the first call.
  beginAnalysis(service, stored, request);
  try {
    const checked = await checkStored(service, stored.key);
    return await recordUpload(service, request, checked);
  } catch (error) {
    service.ahead.drop(stored.key);
    throw error;
  }
}

function recordUpload(
  service: ReviewService,
  { orgId, id, stored, ...request }: UploadRequest,
  checked: ArchiveCheck,
): Promise<Application> {
  const at = new Date(service.clock.now());
  const filename = cleanName(request.filename);
  const application: NewApplication = {
    id,
    orgId,
    name: request.name ?? nameOf(filename),
    revision: request.revision ?? null,
    filename,
    sizeBytes: stored.sizeBytes,
    sha256: stored.sha256,
    archiveKey: stored.key,
    skippedEntries: JSON.stringify(checked.skipped),
    uncompressedBytes: checked.uncompressedBytes,
    workBytes: checked.workBytes,
    correlationId: formatId('app', id),
    at,
  };
  return service.unitOfWork(async (tx: ReviewTransaction) => {
    const isNew = await insertApplication(tx, application);
    const value = required(await findApplication(tx, orgId, id), 'the application just written');
    if (!isNew) {
      service.ahead.drop(stored.key);
      return { value };
    }
    await service.blobs.keep(tx, orgId, stored.key);
    await service.jobs.add(
      tx,
      analyzeApplicationJob,
      { orgId, applicationId: id },
      { queue: analysisQueue(id) },
    );
    return { value, events: [uploadedEvent(value)] };
  });
}

async function checkStored(service: ReviewService, key: string): Promise<ArchiveCheck> {
  try {
    return await service.localFiles.with([key], ([path]) =>
      service.checks.run('checkArchive', { path }, { processorMs: MAX_PROCESSOR_MS }),
    );
  } catch (error) {
    if (!(error instanceof ThreadFailure)) throw error;
    throw refusalOf(error);
  }
}

function refusalOf(failure: ThreadFailure): unknown {
  if (failure.kind === 'threw' && failure.thrown?.name !== 'InvalidArchive') return failure;
  if (failure.kind === 'aborted') {
    return new AppError('unavailable', { message: 'The service is stopping. Upload the archive again.' });
  }
  const isRefused = failure.kind === 'threw';
  return new AppError(reviewErrors.invalid_zip, {
    message: isRefused
      ? failure.message
      : 'The archive could not be read within the bounds of a check. Make it simpler.',
    field: 'file',
    details: { reason: isRefused ? failure.thrown?.reason : failure.kind },
    cause: failure,
  });
}

/** The filename in a form that the database can store; clients may send anything. */
function cleanName(filename = ''): string {
  const name = cutText(filename.replace(/\p{Cc}/gu, '').toWellFormed(), 255);
  return name === '' ? 'application.zip' : name;
}

/** The filename without its extension, bounded, for display. */
function nameOf(filename: string): string {
  const name = cutText(filename.replace(/\.zip$/i, ''), 200);
  return name === '' ? 'application' : name;
}

function uploadedEvent(application: Application) {
  return reviewEvent(
    'application_uploaded',
    { orgId: application.org_id, correlationId: application.correlation_id },
    {
      application_id: formatId('app', application.id),
      name: application.name,
      filename: application.filename,
      size_bytes: application.size_bytes,
      sha256: application.sha256,
      status: 'analyzing',
      uploaded_at: application.created_at.toISOString(),
    },
  );
}
