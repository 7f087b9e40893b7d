import type pg from 'pg';
import type { JobContext } from '../../../../engine/jobs/index.ts';
import { queryClient, rowsIn } from '../../../../kit/db/index.ts';
import { required } from '../../../../kit/required.ts';
import { findKnown } from './analyse-rows.repository.ts';
import { openBulkClient } from './bulk-client.ts';
import { stageStored } from './create-import.ts';
import {
  completeImport,
  failImport,
  findImport,
  type LeadImport,
  readBooksRevision,
  startImport,
} from './import.repository.ts';
import { enrichImportJob, scoreImportJob } from './import-jobs.ts';
import type { ImportPorts } from './import-ports.ts';
import { importedEvent } from './imported-event.ts';
import { findPieces, isDivisible, type MergeRequest, mergePiece } from './merge-rows.repository.ts';
import { dropStaging, hasStagedRows } from './staging.repository.ts';
import { writeRejects } from './write-rejects.repository.ts';

/** Connections merging one file: on two cores, the second adds half again to the speed. */
const LANES = 2;

/**
 * Merges a staged file into the leads piece by piece. Each piece commits together with its counts and the
 * record that it is merged, so an interrupted run resumes where it stopped and counts nothing twice.
 */
export async function mergeImport(
  ports: ImportPorts,
  { orgId, importId }: { orgId: string; importId: string },
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const one = await startImport(ports.db, orgId, importId, now(ports));
  if (one === undefined) return;
  const client = await openBulkClient(ports.connection);
  try {
    // Read before the suppressions: a change during the merge makes the next import check again.
    const booksRevision = await readBooksRevision(ports.db, orgId);
    const request = {
      orgId,
      importId,
      options: one.options,
      detected: one.detected,
      now: now(ports),
      createdAt: one.createdAt,
    };
    if (!(await isStaged(client, one)))
      await stageStored(
        ports,
        { orgId, importId, options: one.options },
        required(one.blobKey, 'the file of an import'),
      );
    else await findKnown(client, request);
    await mergePieces(ports, client, request, signal);
    await endImport(ports, one, booksRevision);
    await dropStaging(queryClient(client), importId);
  } finally {
    await client.end();
  }
  if (one.blobKey !== null) await ports.blobs.delete(orgId, one.blobKey);
}

/** In parallel if the pieces allow it: one connection merges while the other first writes the rejects. */
async function mergePieces(
  { connection }: ImportPorts,
  client: pg.Client,
  request: MergeRequest,
  signal: AbortSignal,
): Promise<void> {
  const pieces = await findPieces(client, request);
  let hasFailed = false;
  const merge = async (lane: pg.Client) => {
    for (let piece = pieces.shift(); piece !== undefined && !hasFailed; piece = pieces.shift()) {
      if (signal.aborted) throw new Error('the service stops; the import continues when it runs again');
      await mergePiece(lane, request, piece);
    }
  };
  const rejectAndMerge = async (lane: pg.Client) => {
    await writeRejects(lane, request);
    await merge(lane);
  };
  const lanes = isDivisible(request) && pieces.length > 1 ? LANES : 1;
  const others = await Promise.all(Array.from({ length: lanes - 1 }, () => openBulkClient(connection)));
  try {
    const work = [...others.map(merge), rejectAndMerge(client)].map((lane) =>
      lane.catch((error: unknown) => {
        hasFailed = true;
        throw error;
      }),
    );
    const failed = (await Promise.allSettled(work)).find(({ status }) => status === 'rejected');
    if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
  } finally {
    await Promise.all(others.map((lane) => lane.end()));
  }
}

/** Unlogged tables are empty after a database crash; the file is then read again. */
async function isStaged(client: pg.Client, { id, rowCount }: LeadImport): Promise<boolean> {
  const found = await hasStagedRows(client, id);
  return found !== 'no table' && (found || rowCount === 0);
}

async function endImport(
  ports: ImportPorts,
  { orgId, id: importId, options }: LeadImport,
  booksRevision: number,
) {
  await ports.unitOfWork(async (tx) => {
    const completed = await completeImport(tx, orgId, importId, booksRevision, now(ports));
    if (completed === undefined) return { value: undefined };
    if (options.autoEnrich) await ports.jobs.add(tx, enrichImportJob, { orgId, importId });
    else if (options.autoScore) await ports.jobs.add(tx, scoreImportJob, { orgId, importId });
    return { value: undefined, events: [importedEvent(completed)] };
  });
}

/** The import failed for good, after all retries. */
export async function giveUpImport(
  ports: ImportPorts,
  { orgId, importId }: { orgId: string; importId: string },
): Promise<void> {
  const one = await findImport(ports.db, orgId, importId);
  if (one === undefined || (one.status !== 'queued' && one.status !== 'processing')) return;
  const error = { code: 'internal_error', message: 'The import could not be finished. Send the file again.' };
  await failImport(ports.db, orgId, importId, error, now(ports));
  await dropStaging(rowsIn(ports.db), importId);
  if (one.blobKey !== null) await ports.blobs.delete(orgId, one.blobKey);
}

function now({ clock }: ImportPorts): Date {
  return new Date(clock.now());
}
