import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import { rowsIn } from '../../../../kit/db/index.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import { existingLeads, hasImport } from './known-lead.repository.ts';

interface NamedLeads {
  leadIds?: readonly string[] | undefined;
  importId?: string | undefined;
}

/** Throws `not_found` for an import or lead the organization does not have. */
export async function checkLeads(
  db: AnyDatabase,
  orgId: string,
  { importId, leadIds }: NamedLeads,
): Promise<void> {
  if (importId !== undefined && !(await hasImport(rowsIn(db), orgId, importId))) {
    throw notFound('import', 'import_job_id');
  }
  if (leadIds === undefined) return;
  const found = await existingLeads(rowsIn(db), orgId, leadIds);
  const missing = leadIds.findIndex((leadId) => !found.has(leadId));
  if (missing >= 0) throw notFound('lead', `lead_ids.${missing}`);
}
