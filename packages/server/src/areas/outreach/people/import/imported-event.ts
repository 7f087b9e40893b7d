import { factData, factEvent } from '../../../../engine/catalog/index.ts';
import type { NewEvent } from '../../../../engine/spine/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import type { LeadImport } from './import.repository.ts';

/** Valid rows without effect because they duplicate another row or a known lead. */
export function skippedDuplicates(one: LeadImport): number {
  const { options, duplicateInFileCount, duplicateExistingCount } = one;
  const updates = options.deduplicate && options.dedupMode !== 'skip';
  return duplicateInFileCount + (updates ? 0 : duplicateExistingCount);
}

/** Published once per completed import. */
export function importedEvent(one: LeadImport): NewEvent {
  const completedAt = required(one.completedAt, 'the end of an import that is over');
  return factEvent('lead_imported', {
    orgId: one.orgId,
    source: 'outreach',
    correlationId: one.correlationId,
    data: factData(
      'lead_imported',
      { ...one, completedAt },
      {
        import_job_id: formatId('imp', one.id),
        campaign_id: one.options.campaignId && formatId('cmp', one.options.campaignId),
        status: one.invalidRowCount > 0 ? 'completed_with_errors' : 'completed',
        duplicate_count: skippedDuplicates(one),
      },
    ),
  });
}
