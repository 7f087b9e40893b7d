import { createHash } from 'node:crypto';
import type { StoredBlob } from '../../../../engine/blobs/index.ts';
import type { NewEvent } from '../../../../engine/spine/index.ts';
import { queryClient } from '../../../../kit/db/index.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import { required } from '../../../../kit/required.ts';
import { openBulkClient } from './bulk-client.ts';
import {
  findImport,
  findTwin,
  insertImport,
  type LeadImport,
  type NewImport,
  readBooksRevision,
} from './import.repository.ts';
import { mergeImportJob, mergeQueue } from './import-jobs.ts';
import type { ImportPorts } from './import-ports.ts';
import { importedEvent } from './imported-event.ts';
import type { StagedFile } from './run-staging.ts';
import { dropStaging } from './staging.repository.ts';
import type { ImportOptions } from './staging.ts';
import { writeRejects } from './write-rejects.repository.ts';

export interface CreateImportRequest {
  orgId: string;
  importId: string;
  file: { name: string | undefined; stored: StoredBlob };
  options: ImportOptions;
  correlationId: string | undefined;
}

/**
 * Reads a stored file, counts its contents and queues the merge; the counts are exact as of now. A dry run
 * ends there. Throws the refusal for a file that is not a list of leads.
 */
export async function createImport(ports: ImportPorts, request: CreateImportRequest): Promise<LeadImport> {
  const { orgId, importId, options, file } = request;
  const done = await findImport(ports.db, orgId, importId);
  if (done !== undefined) return done;
  if (options.campaignId !== null && !(await ports.hasCampaign(orgId, options.campaignId))) {
    throw notFound('campaign', 'campaign_id');
  }
  const twin = await findTwinOf(ports, request);
  if (twin !== undefined) return repeatImport(ports, request, twin);
  const staged = await stageStored(ports, request, file.stored.key);
  if (options.dryRun) return endDryRun(ports, request, staged);
  return ports.unitOfWork(async (tx) => {
    const record = newRecord(ports, request, staged, { status: 'queued', blobKey: file.stored.key });
    const queued = await insertImport(tx, record);
    if (queued !== undefined) {
      await ports.blobs.keep(tx, orgId, file.stored.key);
      await ports.jobs.add(tx, mergeImportJob, { orgId, importId }, { queue: mergeQueue(orgId) });
    }
    return { value: queued ?? required(await findImport(tx, orgId, importId), 'the import') };
  });
}

/** Reads the stored file into the import's staging tables. */
export async function stageStored(
  ports: ImportPorts,
  { orgId, importId, options }: { orgId: string; importId: string; options: ImportOptions },
  key: string,
): Promise<StagedFile> {
  const local = await ports.blobs.localFile(key);
  try {
    const { connection, clock } = ports;
    return await ports.threads.stage({
      orgId,
      importId,
      options,
      path: local.path,
      connection,
      nowMs: clock.now(),
    });
  } finally {
    await local.release();
  }
}

/** Hash of the options that determine the result of a file and what happens to its leads. */
function hashOptions({ dryRun: _, tags = [], ...others }: ImportOptions): string {
  const deciding = { ...others, ...(tags.length > 0 && { tags }) };
  return createHash('sha256').update(JSON.stringify(deciding)).digest('hex');
}

function findTwinOf(ports: ImportPorts, { orgId, file, options }: CreateImportRequest) {
  // Updates may change what has become known since, tags may have been removed, and without deduplication
  // every row counts again.
  if (options.dryRun || !options.deduplicate || options.dedupMode !== 'skip') return undefined;
  if ((options.tags ?? []).length > 0) return undefined;
  return findTwin(ports.db, {
    orgId,
    sha256: file.stored.sha256,
    optionsHash: hashOptions(options),
    now: new Date(ports.clock.now()),
  });
}

/** The same bytes again: every lead in them is known, so nothing needs to be read. */
async function repeatImport(
  ports: ImportPorts,
  request: CreateImportRequest,
  twin: LeadImport,
): Promise<LeadImport> {
  const record = await ports.unitOfWork(async (tx) => {
    const counts = {
      ...twin,
      duplicateExistingCount: twin.validRowCount - twin.duplicateInFileCount - twin.suppressedCount,
    };
    const inserted = await insertImport(tx, {
      ...newRecord(
        ports,
        request,
        { detected: twin.detected, counts },
        { status: statusOf(counts), blobKey: null },
      ),
      rejectsOf: twin.rejectsOf ?? twin.id,
      booksRevision: await readBooksRevision(tx, request.orgId),
      completedAt: new Date(ports.clock.now()),
    });
    const events: NewEvent[] = inserted === undefined ? [] : [importedEvent(inserted)];
    return {
      value: inserted ?? required(await findImport(tx, request.orgId, request.importId), 'the import'),
      events,
    };
  });
  await ports.blobs.delete(request.orgId, request.file.stored.key);
  return record;
}

async function endDryRun(
  ports: ImportPorts,
  request: CreateImportRequest,
  staged: StagedFile,
): Promise<LeadImport> {
  const { orgId, importId, options } = request;
  const client = await openBulkClient(ports.connection);
  try {
    await writeRejects(client, {
      orgId,
      importId,
      options,
      detected: staged.detected,
      now: new Date(ports.clock.now()),
    });
    await dropStaging(queryClient(client), importId);
  } finally {
    await client.end();
  }
  const record = await ports.unitOfWork(async (tx) => ({
    value: await insertImport(tx, {
      ...newRecord(ports, request, staged, { status: statusOf(staged.counts), blobKey: null }),
      completedAt: new Date(ports.clock.now()),
    }),
  }));
  await ports.blobs.delete(request.orgId, request.file.stored.key);
  return record ?? required(await findImport(ports.db, orgId, importId), 'the import');
}

function statusOf({ invalidRowCount }: { invalidRowCount: number }) {
  return invalidRowCount > 0 ? 'completed_with_errors' : 'completed';
}

function newRecord(
  { clock }: ImportPorts,
  { orgId, importId, options, file, correlationId }: CreateImportRequest,
  { detected, counts }: StagedFile,
  { status, blobKey }: Pick<NewImport, 'status' | 'blobKey'>,
): NewImport {
  return {
    id: importId,
    orgId,
    status,
    options,
    optionsHash: hashOptions(options),
    fileName: file.name ?? null,
    blobKey,
    sizeBytes: file.stored.sizeBytes,
    sha256: file.stored.sha256,
    detected,
    rowCount: counts.rowCount,
    validRowCount: counts.validRowCount,
    invalidRowCount: counts.invalidRowCount,
    duplicateInFileCount: counts.duplicateInFileCount,
    duplicateExistingCount: counts.duplicateExistingCount,
    suppressedCount: counts.suppressedCount,
    rejectsOf: null,
    booksRevision: null,
    correlationId: correlationId ?? null,
    createdAt: new Date(clock.now()),
    completedAt: null,
  };
}
