import type pg from 'pg';
import { defineJob, handleJob, type JobHandler } from '../../../engine/jobs/index.ts';
import { eraseRows, type InBatch, readStoredTables } from '../../../engine/organization-data/index.ts';
import { queryClient, rowsIn } from '../../../kit/db/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import { accessEvent } from '../access-event.ts';
import { findDefaultOrganization } from '../organization/organization.repository.ts';
import type { OrganizationDataService } from '../organization-data-service.ts';
import { exportFiles } from '../organization-exports/export.repository.ts';
import {
  completeErasure,
  deleteExports,
  deleteJobs,
  failErasure,
  findErasure,
  forgetRoutes,
  lockLog,
  nextFiles,
  noteDeleted,
  noteFileDeleted,
  redactEvents,
} from './erasure.repository.ts';
import { deletedByTable } from './erasure.schema.ts';

export const runErasure = defineJob<{ organizationId: string }>('access.erase_organization', {
  maxAttempts: 25,
});

/**
 * Work in progress when the organization was suspended may still write, so the tables are swept up to this
 * often.
 */
const MAX_PASSES = 20;
const EVENTS_AT_ONCE = 500;

/** Erases in batches; after a crash it continues, and what was deleted stays counted. */
export function erasureJob(service: OrganizationDataService): JobHandler {
  return handleJob(
    runErasure,
    async ({ organizationId: orgId }, { signal }) => {
      if ((await findErasure(service.db, orgId))?.status !== 'running') return;
      const client = await service.connect();
      try {
        await erase(service, { client, orgId, signal });
      } finally {
        await client.end();
      }
    },
    async ({ organizationId: orgId }, { error }) => {
      service.onError(error);
      await failErasure(
        service.db,
        orgId,
        'It stopped. The log of the service says why. Request it again, and it continues.',
      );
    },
  );
}

interface Erasing {
  client: pg.Client;
  orgId: string;
  signal: AbortSignal;
}

async function erase(service: OrganizationDataService, erasing: Erasing): Promise<void> {
  const { orgId } = erasing;
  const inBatch = batchesOn(erasing);
  for (let pass = 0; ; pass++) {
    const gone = (await erasePass(service, erasing, inBatch)) + (await eraseFiles(service, orgId));
    if (gone === 0) break;
    if (pass === MAX_PASSES) throw new Error('something of the organization still writes');
  }
  while (await redactEvents(inBatch, orgId, EVENTS_AT_ONCE));
  await complete(service, orgId);
}

/** Runs each batch in its own transaction; a shutdown stops between batches. */
function batchesOn({ client, signal }: Erasing): InBatch {
  const query = queryClient(client);
  return async (work) => {
    signal.throwIfAborted();
    await client.query('begin');
    try {
      const value = await work(query);
      await client.query('commit');
      return value;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  };
}

/** Sweeps all tables once; returns the number of rows deleted. */
async function erasePass(
  { organizationTables }: OrganizationDataService,
  { orgId }: Erasing,
  inBatch: InBatch,
): Promise<number> {
  await inBatch(async (query) => {
    await deleteJobs(query, orgId);
    await forgetRoutes(query, orgId);
  });
  const erased = organizationTables.filter(({ kept, isOfFiles }) => kept === undefined && !isOfFiles);
  let total = 0;
  for (const table of await inBatch((query) => readStoredTables(query, erased))) {
    total += await eraseRows(inBatch, { table, orgId }, (query, rows) =>
      noteDeleted(query, orgId, { table: table.name, rows }),
    );
  }
  await inBatch((query) => forgetRoutes(query, orgId));
  return total;
}

/** Deletes stored files and exports; returns how many. */
async function eraseFiles({ db, blobs }: OrganizationDataService, orgId: string): Promise<number> {
  let total = 0;
  const remove = async (key: string) => {
    await blobs.delete(orgId, key);
    await noteFileDeleted(db, orgId);
    total++;
  };
  for (const { blobKey } of await exportFiles(db, orgId)) await remove(blobKey);
  await deleteExports(rowsIn(db), orgId);
  for (let keys = await nextFiles(db, orgId); keys.length > 0; keys = await nextFiles(db, orgId)) {
    for (const key of keys) await remove(key);
  }
  return total;
}

async function complete({ db, clock, unitOfWork }: OrganizationDataService, orgId: string): Promise<void> {
  const operator = required(await findDefaultOrganization(db), 'the organization of the operator');
  await unitOfWork(async (tx) => {
    // Redacts what was appended since; from here on nothing can write.
    await lockLog(tx, orgId);
    const inTransaction: InBatch = (work) => work(rowsIn(tx));
    while (await redactEvents(inTransaction, orgId, EVENTS_AT_ONCE));
    const done = await completeErasure(tx, orgId, new Date(clock.now()));
    if (done === undefined) return { value: undefined };
    const data = {
      organization_id: formatId('org', orgId),
      requested_by: done.requestedBy,
      requested_at: done.requestedAt.toISOString(),
      erased_at: required(done.completedAt, 'when it ended').toISOString(),
      deleted: deletedByTable(done),
      files_deleted: done.filesDeleted,
      events_redacted: done.redactedSize,
    };
    return {
      value: undefined,
      events: [accessEvent('access_organization_erased', { orgId: operator.id, data })],
    };
  });
}
