import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { factData, factEvent } from '../../../../engine/catalog/index.ts';
import { defineJob, handleJob, type JobHandler } from '../../../../engine/jobs/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import {
  type Backup,
  type BackupProblem,
  completeBackup,
  failBackup,
  findBackup,
} from './backup.repository.ts';
import { sealBackup } from './backup-file.ts';
import { problemOf } from './backup-problem.ts';
import type { BackupService } from './backup-service.ts';
import { beginSnapshot, copyRecords, writingTransactions } from './copied.repository.ts';

interface BackupPayload {
  orgId: string;
  environment: string;
  backupId: string;
}

export const runBackup = defineJob<BackupPayload>('contracts.run_backup', { maxAttempts: 3 });

const DAY_MS = 86_400_000;
const BARRIER_POLL_MS = 20;
const BARRIER_LIMIT_MS = 30_000;

/** Writes a backup. After a crash it starts again; only a complete file is ever marked as completed. */
export function backupJob(service: BackupService): JobHandler {
  const read = ({ orgId, environment, backupId }: BackupPayload) =>
    findBackup(service.db, { orgId, environment }, backupId);
  return handleJob(
    runBackup,
    async (payload, { signal }) => {
      const backup = await read(payload);
      if (backup?.status === 'in_progress') await writeBackup(service, backup, signal);
    },
    async (payload, { error }) => {
      const backup = await read(payload);
      if (backup?.status !== 'in_progress') return;
      service.onError(error);
      await giveUp(service, backup, problemOf(error));
    },
  );
}

/** Fails a backup, and publishes that. */
export async function giveUp(
  { unitOfWork, clock }: BackupService,
  backup: Backup,
  error: BackupProblem,
): Promise<void> {
  const now = new Date(clock.now());
  await unitOfWork(async (tx) => {
    if (!(await failBackup(tx, backup, error, now))) return { value: undefined };
    const event = factEvent('backup_failed', {
      orgId: backup.orgId,
      source: 'contracts',
      data: factData('backup_failed', backup, {
        backup_id: formatId('bkp', backup.id),
        status: 'failed',
        error: { code: error.code, message: error.message },
        started_at: backup.createdAt.toISOString(),
        failed_at: now.toISOString(),
      }),
    });
    return { value: undefined, events: [event] };
  });
}

async function writeBackup(service: BackupService, backup: Backup, signal: AbortSignal): Promise<void> {
  const client = await service.connect();
  try {
    if (backup.backupType === 'full') await awaitJournal(client);
    const { snapshot, snapshotAt } = await beginSnapshot(client);
    const copied = client.query(copyRecords(client, backup, await baseSnapshot(service, backup)));
    const stored = await store(service, backup, copied, signal);
    await client.query('commit');
    await complete(service, backup, { ...stored, rows: copied.rowCount ?? 0, snapshot, snapshotAt });
  } finally {
    await client.end();
  }
}

async function store(
  { blobs, secretBox }: BackupService,
  backup: Backup,
  copied: Readable,
  signal: AbortSignal,
) {
  const sealed = sealBackup(secretBox, { ...backup, backupId: backup.id }, copied);
  const bytes = new PassThrough();
  // The store reads what the pipeline writes; if one fails, so does the other.
  const [stored] = await Promise.all([
    blobs.put(bytes, { orgId: backup.orgId }),
    pipeline(sealed, bytes, { signal }),
  ]);
  return { blobKey: stored.key, sizeBytes: stored.sizeBytes, sha256: stored.sha256 };
}

/**
 * Waits for the end of every transaction of this database that was writing when the backup started: its
 * changes from before the journal began are in no journal. Transactions of other databases on the server do
 * not matter, and may take hours.
 */
async function awaitJournal(client: pg.Client): Promise<void> {
  const writing = await writingTransactions(client);
  const deadline = performance.now() + BARRIER_LIMIT_MS;
  for (let left = writing; left.length > 0; ) {
    if (performance.now() > deadline) throw new Error('a transaction of the database takes too long');
    await new Promise((resolve) => setTimeout(resolve, BARRIER_POLL_MS));
    const now = new Set(await writingTransactions(client));
    left = left.filter((id) => now.has(id));
  }
}

async function baseSnapshot(
  { db }: BackupService,
  backup: Backup,
): Promise<{ snapshot: string; at: Date } | null> {
  if (backup.baseId === null) return null;
  const base = await findBackup(db, backup, backup.baseId);
  if (base?.status !== 'completed') throw new Error('the backup that it builds on is gone');
  return {
    snapshot: required(base.snapshot, 'the snapshot that it builds on'),
    at: required(base.snapshotAt, 'when that snapshot was taken'),
  };
}

type Written = {
  blobKey: string;
  sizeBytes: number;
  sha256: string;
  rows: number;
  snapshot: string;
  snapshotAt: string;
};

async function complete(
  { unitOfWork, blobs, clock }: BackupService,
  backup: Backup,
  written: Written,
): Promise<void> {
  const completedAt = new Date(clock.now());
  const expiresAt = new Date(completedAt.getTime() + backup.retentionDays * DAY_MS);
  await unitOfWork(async (tx) => {
    await blobs.keep(tx, backup.orgId, written.blobKey);
    if (!(await completeBackup(tx, backup, { ...written, completedAt, expiresAt }))) {
      throw new Error('another run ended this backup first');
    }
    const event = factEvent('backup_completed', {
      orgId: backup.orgId,
      source: 'contracts',
      data: factData('backup_completed', backup, {
        backup_id: formatId('bkp', backup.id),
        status: 'completed',
        size_mb: sizeMb(written.sizeBytes),
        checksum: `sha256:${written.sha256}`,
        started_at: backup.createdAt.toISOString(),
        completed_at: completedAt.toISOString(),
        expires_at: expiresAt.toISOString(),
      }),
    });
    return { value: undefined, events: [event] };
  });
}

/** Mebibytes; small sizes are exact to the byte. */
export function sizeMb(bytes: number): number {
  return Number((bytes / 1_048_576).toFixed(6));
}
