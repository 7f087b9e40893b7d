import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { defineJob, handleJob, type JobHandler } from '../../../../engine/jobs/index.ts';
import { required } from '../../../../kit/required.ts';
import { type Backup, findChain } from './backup.repository.ts';
import { BackupFileError, boundRecords, openBackup, verifyBackup } from './backup-file.ts';
import type { BackupService } from './backup-service.ts';
import { failRestore, findRestore, type Restore } from './restore.repository.ts';
import {
  beginRestore,
  completeRestore,
  hasStrangers,
  loadChanges,
  loadRecords,
  replaceEnvironment,
} from './restored.repository.ts';

interface RestorePayload {
  orgId: string;
  environment: string;
  restoreId: string;
}

export const runRestore = defineJob<RestorePayload>('contracts.run_restore', { maxAttempts: 3 });

/** Restores a backup, in a single transaction. */
export function restoreJob(service: BackupService): JobHandler {
  const read = ({ orgId, environment, restoreId }: RestorePayload) =>
    findRestore(service.db, { orgId, environment }, restoreId);
  const fail = async (restore: Restore, error: unknown) => {
    service.onError(error);
    const end = { ...problemOf(error), at: new Date(service.clock.now()) };
    await service.unitOfWork(async (tx) => ({ value: await failRestore(tx, restore, end) }));
  };
  return handleJob(
    runRestore,
    async (payload, { signal }) => {
      const restore = await read(payload);
      if (restore?.status !== 'in_progress') return;
      try {
        await writeRestore(service, restore, signal);
      } catch (error) {
        if (findFileError(error) === undefined) throw error;
        await fail(restore, error);
      }
    },
    async (payload, { error }) => {
      const restore = await read(payload);
      if (restore?.status === 'in_progress') await fail(restore, error);
    },
  );
}

function problemOf(error: unknown) {
  const broken = findFileError(error);
  if (broken !== undefined) {
    return {
      error: { code: 'integrity_check_failed', message: broken.message },
      integrity: 'failed' as const,
    };
  }
  const message = 'The restore could not be written; the log of the service says why.';
  return { error: { code: 'restore_failed', message }, integrity: null };
}

/** The error of a file may be wrapped by the stream or statement that it broke. */
function findFileError(error: unknown): BackupFileError | undefined {
  if (error instanceof BackupFileError) return error;
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown };
  // Damage in an unencrypted file shows as data that no longer decompresses or parses.
  if (/^(ZSTD_|Z_|ERR_ZSTD|ERR_ZLIB|22P0|2202|2203|23)/.test(code ?? '')) {
    return new BackupFileError('The stored bytes were changed: they can no longer be read.', error);
  }
  return cause === undefined ? undefined : findFileError(cause);
}

async function writeRestore(service: BackupService, restore: Restore, signal: AbortSignal): Promise<void> {
  const chain = await findChain(service.db, restore, restore.backupId);
  const full = chain[0];
  if (full === undefined || chain.some(({ status }) => status !== 'completed')) {
    throw new BackupFileError('The backup, or one that it builds on, has expired.');
  }
  // To a point in time: the full backup and the journal of changes. Otherwise only the files.
  const files = restore.pointInTime === null ? chain : [full];
  if (restore.verifyIntegrity) {
    for (const file of files) await verifyBackup(service.blobs, storedFile(file));
  }
  const client = await service.connect();
  try {
    await beginRestore(client);
    for (const file of files) await load(service, client, file, signal);
    if (restore.pointInTime !== null) await loadChanges(client, full, restore.pointInTime);
    if (await hasStrangers(client, restore)) {
      throw new BackupFileError(
        'The file holds records that are not of this environment, or of a kind that this version does not know.',
      );
    }
    const restored = await replaceEnvironment(client, restore);
    await completeRestore(client, restore, restored, new Date(service.clock.now()));
    await client.query('commit');
  } finally {
    // Closing the connection rolls back everything uncommitted.
    await client.end();
  }
}

async function load(
  service: BackupService,
  client: pg.Client,
  file: Backup,
  signal: AbortSignal,
): Promise<void> {
  const body = await openBackup(service.blobs, service.secretBox, storedFile(file));
  const table = client.query(loadRecords());
  await pipeline(body, boundRecords(required(file.rows, 'how many rows were written')), table, { signal });
  if (table.rowCount !== file.rows) {
    throw new BackupFileError(`The file holds ${table.rowCount} records, not ${file.rows} as were written.`);
  }
}

function storedFile(backup: Backup) {
  return {
    orgId: backup.orgId,
    backupId: backup.id,
    blobKey: required(backup.blobKey, 'the place of its bytes'),
    sizeBytes: required(backup.sizeBytes, 'its size'),
    sha256: required(backup.sha256, 'its hash'),
  };
}
