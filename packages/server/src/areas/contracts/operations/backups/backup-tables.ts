/** A table that backups include. */
export interface BackupTable {
  name: string;
  /** The key columns of a record, besides organization and environment. */
  key: readonly string[];
}

/**
 * Parents come before the tables that refer to them. The same list as `backup_tables()` in the migration,
 * which fills the journal.
 */
export const backupTables: readonly BackupTable[] = [
  { name: 'contracts', key: ['id'] },
  { name: 'contract_versions', key: ['contract_id', 'version'] },
  { name: 'contract_rollbacks', key: ['id'] },
  { name: 'transactions', key: ['id'] },
  { name: 'spend_limits', key: ['id'] },
  { name: 'alert_rules', key: ['id'] },
  { name: 'alerts', key: ['id'] },
  { name: 'ingestion_rules', key: ['id'] },
  { name: 'ingestion_jobs', key: ['id'] },
];
