export { type BackupFile, BaseBackup, type WalRange } from './base-backup.ts';
export { EmbeddedPostgresError } from './embedded-postgres-error.ts';
export { findEmbeddedPostgres, hasEmbeddedPostgres } from './find-embedded-postgres.ts';
export { beginRestore, endRestore, halfRestoredFileName, isHalfRestored } from './half-restored.ts';
export {
  type DataDirLock,
  findDataDirHolder,
  isDirectoryLocked,
  lockDataDir,
  lockToRestore,
} from './lock-data-dir.ts';
export type { EmbeddedPostgresLog } from './postgres-log.ts';
export type { PostgresConnection } from './prepare-database.ts';
export { type RecoveryOptions, recoverCluster, removeCluster } from './recover-cluster.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';
