import { type Static, Type } from 'typebox';
import {
  listOf,
  named,
  nullable,
  pageQuery,
  strictObject,
  timestampField,
  toRecord,
} from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { type Backup, backupTypes } from './backup.repository.ts';
import type { Restore } from './restore.repository.ts';
import { sizeMb } from './run-backup.ts';

const statuses = ['in_progress', 'completed', 'failed', 'expired'] as const;
const restoreStatuses = ['in_progress', 'completed', 'failed'] as const;
export const targetEnvironments = ['staging', 'production', 'development', 'sandbox'] as const;

const problem = nullable(
  named(
    'Failure',
    Type.Object({
      code: Type.String({ description: 'A stable code, such as `storage_full`.' }),
      message: Type.String({ description: 'What happened, in a sentence.' }),
    }),
  ),
  'Why it failed; null if it did not.',
);

export const backupParams = Type.Object({
  id: Type.String({ description: 'The id of the backup, `bkp_…`.' }),
});
export const restoreParams = Type.Object({
  id: Type.String({ description: 'The id of the restore, `rst_…`.' }),
});
export const listBackupsQuery = strictObject({
  ...pageQuery,
  status: Type.Optional(Type.Enum([...statuses], { type: 'string', description: 'Only these values.' })),
  backup_type: Type.Optional(
    Type.Enum([...backupTypes], { type: 'string', description: 'Only these values.' }),
  ),
});

export const listRestoresQuery = strictObject({
  ...pageQuery,
  status: Type.Optional(
    Type.Enum([...restoreStatuses], { type: 'string', description: 'Only these values.' }),
  ),
});

export const createBackupBody = strictObject({
  backup_type: Type.Optional(
    Type.Enum([...backupTypes], {
      type: 'string',
      default: 'full',
      description:
        '`full`: everything. `incremental`: the changes since the last backup. `differential`: the changes since the last full one.',
    }),
  ),
  encryption: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'AES-256-GCM with its own key, which is encrypted with ENCRYPTION_KEY.',
    }),
  ),
  compression: Type.Optional(Type.Boolean({ default: true, description: 'Zstandard.' })),
  retention_days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3_650,
      default: 30,
      description: 'When the backup is deleted. A backup that others build on stays as long as they do.',
    }),
  ),
});

export const backupRecord = named(
  'Backup',
  Type.Object({
    backup_id: Type.String({ description: '`bkp_…`' }),
    status: Type.Enum([...statuses], { type: 'string', description: 'Expired: its bytes are deleted.' }),
    backup_type: Type.String({
      description:
        '`full`, or the changes: `incremental` since the last backup, `differential` since the last full one.',
    }),
    encryption: Type.Boolean({
      description: 'Whether the stored bytes are encrypted.',
    }),
    compression: Type.Boolean({ description: 'Whether they are compressed.' }),
    retention_days: Type.Integer({ description: 'Days that it is kept after it is completed.' }),
    base_backup_id: nullable(
      Type.String(),
      'The backup that it holds the changes since; null for a full one.',
    ),
    started_at: timestampField('When it was asked for.'),
    created_at: timestampField('The same.'),
    completed_at: nullable(timestampField('A moment.'), 'When it ended; null before.'),
    expires_at: nullable(timestampField('A moment.'), 'When it is deleted; null before it is completed.'),
    covers_until: nullable(
      timestampField('A moment.'),
      'The moment whose state it holds; null before it is completed.',
    ),
    estimated_size_mb: Type.Number({ description: 'The estimate when it was requested.' }),
    size_mb: nullable(Type.Number(), 'Size of the stored bytes; null before it is completed.'),
    records: nullable(Type.Integer(), 'Number of records, or of changes of records.'),
    checksum: nullable(
      Type.String({ pattern: '^sha256:[0-9a-f]{64}$' }),
      'SHA-256 of the stored bytes; null before it is completed.',
    ),
    error: problem,
  }),
);
export const backupList = listOf('backups', backupRecord);

export const restoreBody = strictObject({
  target_environment: Type.Enum([...targetEnvironments], {
    type: 'string',
    description:
      'Where the records go, with their ids. They replace the contracts data of that environment. Read them with a key of that environment.',
  }),
  point_in_time: Type.Optional(
    timestampField(
      'The moment to restore to: from the `created_at` of the full backup that this one builds on, which stands for the moment whose state it holds, until now. Left out, the moment of the backup.',
    ),
  ),
  verify_integrity: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Every stored byte is checked against the checksum before anything is written.',
    }),
  ),
});

export const restoreRecord = named(
  'Restore',
  Type.Object({
    restore_id: Type.String({ description: '`rst_…`' }),
    backup_id: Type.String({ description: '`bkp_…`' }),
    status: Type.Enum([...restoreStatuses], {
      type: 'string',
      description: 'A restore writes all of it or nothing.',
    }),
    target_environment: Type.String({ description: 'The environment whose records are replaced.' }),
    point_in_time: nullable(timestampField('A moment.'), 'Null for the moment of the backup.'),
    verify_integrity: Type.Boolean({
      description: 'Whether the bytes are checked against the checksum before anything is written.',
    }),
    integrity: nullable(
      Type.Enum(['verified', 'failed'], { type: 'string' }),
      'Null if there was nothing to check, or no check was requested.',
    ),
    estimated_duration_minutes: Type.Number({ description: 'The estimate when it was requested.' }),
    restored: nullable(
      Type.Object({}, { additionalProperties: Type.Integer() }),
      'Records written, by kind; null before it is completed.',
    ),
    error: problem,
    started_at: timestampField('When it was asked for.'),
    completed_at: nullable(timestampField('A moment.'), 'When it ended; null before.'),
  }),
);

export const restoreList = listOf('restores', restoreRecord);

export function toBackupRecord(backup: Backup): Static<typeof backupRecord> {
  return toRecord(backupRecord, backup, {
    backup_id: formatId('bkp', backup.id),
    base_backup_id: backup.baseId && formatId('bkp', backup.baseId),
    started_at: backup.createdAt.toISOString(),
    covers_until: backup.snapshotAt?.toISOString() ?? null,
    estimated_size_mb: sizeMb(backup.estimatedSizeBytes),
    size_mb: backup.sizeBytes === null ? null : sizeMb(backup.sizeBytes),
    records: backup.rows,
    checksum: backup.sha256 === null ? null : `sha256:${backup.sha256}`,
  });
}

export function toRestoreRecord(restore: Restore): Static<typeof restoreRecord> {
  return toRecord(restoreRecord, restore, {
    restore_id: formatId('rst', restore.id),
    backup_id: formatId('bkp', restore.backupId),
    started_at: restore.createdAt.toISOString(),
  });
}
