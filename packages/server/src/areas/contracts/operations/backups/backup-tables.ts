/** A table that a backup holds. */
export interface BackupTable {
  name: string;
  /** What names a record of it, beside organization and environment. */
  key: readonly string[];
}

/** Parents stand before what refers to them. The same list as `backup_tables()` in the migration, which feeds the journal. */
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
