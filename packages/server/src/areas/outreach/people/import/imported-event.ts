import { factEvent } from '../../../../engine/catalog/index.ts';
import type { NewEvent } from '../../../../engine/spine/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import type { LeadImport } from './import.repository.ts';

/** Usable rows that became nothing because they repeat another row or a known lead. */
export function skippedDuplicates(one: LeadImport): number {
  const { options, duplicateInFileCount, duplicateExistingCount } = one;
  const updates = options.deduplicate && options.dedupMode !== 'skip';
  return duplicateInFileCount + (updates ? 0 : duplicateExistingCount);
}

/** Told once for each import that was completed. */
export function importedEvent(one: LeadImport): NewEvent {
  return factEvent('lead_imported', {
    orgId: one.orgId,
    source: 'outreach',
    correlationId: one.correlationId,
    data: {
      import_job_id: formatId('imp', one.id),
      campaign_id: one.options.campaignId && formatId('cmp', one.options.campaignId),
      status: one.invalidRowCount > 0 ? 'completed_with_errors' : 'completed',
      row_count: one.rowCount,
      valid_row_count: one.validRowCount,
      invalid_row_count: one.invalidRowCount,
      duplicate_count: skippedDuplicates(one),
      inserted_count: one.insertedCount,
      updated_count: one.updatedCount,
      suppressed_count: one.suppressedCount,
      completed_at: one.completedAt!.toISOString(),
    },
  });
}
