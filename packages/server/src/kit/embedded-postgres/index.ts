export { type BackupFile, BaseBackup, type WalRange } from './base-backup.ts';
export { EmbeddedPostgresError } from './embedded-postgres-error.ts';
export { findEmbeddedPostgres, hasEmbeddedPostgres } from './find-embedded-postgres.ts';
export { type DataDirLock, findDataDirHolder, lockDataDir } from './lock-data-dir.ts';
export type { EmbeddedPostgresLog } from './postgres-log.ts';
export type { PostgresConnection } from './prepare-database.ts';
export { type RecoveryOptions, recoverCluster } from './recover-cluster.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';
