import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import { AppError, invalidField, notFound } from '../../../../kit/errors/index.ts';
import { required } from '../../../../kit/required.ts';
import type { Owner } from '../../terms/contract-tables.ts';
import { type Backup, findBackup, findChain, readCoverage } from './backup.repository.ts';
import type { BackupService } from './backup-service.ts';
import { findRestore, insertRestore, type Restore } from './restore.repository.ts';
import { runRestore } from './run-restore.ts';

export interface RestoreRequest extends Owner {
  /** UUID; the same for a repeated request. */
  id: string;
  backupId: string;
  targetEnvironment: string;
  pointInTime: Date | null;
  verifyIntegrity: boolean;
}

const PRODUCTION = 'production';
/** The approximate speed of restoring, measured; only for the estimate in the response. */
const BYTES_PER_MINUTE = 300 * 1_048_576;

/**
 * Queues the restore of a backup into another environment. It replaces that environment's contract data when
 * it succeeds; a failed restore changes nothing.
 *
 * @throws AppError not_found, invalid_state, invalid_request (`target_environment`, `point_in_time`),
 * forbidden
 */
export async function requestRestore(service: BackupService, request: RestoreRequest): Promise<Restore> {
  const backup = await findBackup(service.db, request, request.backupId);
  if (backup === undefined) throw notFound('backup');
  if (backup.status !== 'completed') {
    throw new AppError('invalid_state', {
      message: `The backup is ${backup.status.replace('_', ' ')}; only a completed one can be restored.`,
    });
  }
  checkTarget(request);
  const chain = await findChain(service.db, request, backup.id);
  if (request.pointInTime !== null)
    await checkPoint(service.db, required(chain[0], 'the full backup'), request.pointInTime);
  const bytes = chain.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
  const estimatedDurationMinutes = Math.max(0.1, Number((bytes / BYTES_PER_MINUTE).toFixed(1)));
  const createdAt = new Date(service.clock.now());
  return service.unitOfWork(async (tx) => {
    if (await insertRestore(tx, { ...request, estimatedDurationMinutes, createdAt })) {
      const { orgId, environment, id, targetEnvironment } = request;
      // Restores into the same environment run one after another.
      const options = { queue: `restore ${orgId} ${targetEnvironment}` };
      await service.jobs.add(tx, runRestore, { orgId, environment, restoreId: id }, options);
    }
    return { value: required(await findRestore(tx, request, request.id), 'the restore just written') };
  });
}

function checkTarget({ environment, targetEnvironment }: RestoreRequest): void {
  if (targetEnvironment === environment) {
    throw invalidField(
      'target_environment',
      `The environment \`${environment}\` is the running one, which a restore leaves untouched. Name another.`,
    );
  }
  if (targetEnvironment === PRODUCTION) {
    throw new AppError('forbidden', {
      message: `A key of the environment \`${environment}\` cannot write into production.`,
      field: 'target_environment',
    });
  }
}

/** The period covered by a backup's chain and the journal of changes: from its full backup until now. */
async function checkPoint(db: AnyDatabase, full: Backup, point: Date): Promise<void> {
  const { from, to } = await readCoverage(db, full);
  if (point >= from && point <= to) return;
  throw new AppError('invalid_request', {
    message: `\`point_in_time\` must lie between ${from.toISOString()} and ${to.toISOString()}, which this backup and the changes since cover.`,
    field: 'point_in_time',
    details: { covered_from: from.toISOString(), covered_to: to.toISOString() },
  });
}
