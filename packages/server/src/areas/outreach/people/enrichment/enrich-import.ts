import { defineJob, type Jobs } from '../../../../engine/jobs/index.ts';
import { newUuid } from '../../../../kit/ids.ts';
import { findImport } from '../import/import.repository.ts';
import { enrichImportJob } from '../import/import-jobs.ts';
import { nextLeads } from '../scoring/score-import.repository.ts';
import { leadRange } from '../scoring/score-import.ts';
import { type ScorePorts, scoreOne } from '../scoring/score-one.ts';
import { type EnrichPorts, enrichLead } from './enrich-lead.ts';

export interface EnrichImportPorts extends EnrichPorts, ScorePorts {
  jobs: Jobs;
}

/** Enriches one lead of an import, and scores it if the import asked for that. */
export const enrichLeadJob = defineJob<{ orgId: string; leadId: string; score: boolean }>(
  'outreach.enrich_lead',
  {
    maxAttempts: 3,
  },
);

const PAGE_LEADS = 500;

/**
 * Queues the enrichment of an import's leads page by page; each page commits together with the job for the
 * next.
 */
export async function enrichImport(
  { db, unitOfWork, jobs }: EnrichImportPorts,
  { orgId, importId, after }: { orgId: string; importId: string; after?: string },
): Promise<void> {
  const one = await findImport(db, orgId, importId);
  if (one === undefined) return;
  const { firstLeadId, lastLeadId } = leadRange(one);
  await unitOfWork(async (tx) => {
    const leads = { orgId, importId, after: after ?? firstLeadId, lastLeadId };
    const ids = await nextLeads(tx, leads, PAGE_LEADS);
    const score = one.options.autoScore;
    await jobs.addMany(
      tx,
      enrichLeadJob,
      ids.map((id) => ({ payload: { orgId, leadId: id, score }, key: `enrich ${id}`, priority: 10 })),
    );
    const last = ids.at(-1);
    if (last !== undefined && ids.length === PAGE_LEADS) {
      await jobs.add(tx, enrichImportJob, { orgId, importId, after: last }, { priority: 20 });
    }
    return { value: undefined };
  });
}

export async function enrichQueuedLead(
  ports: EnrichImportPorts,
  { orgId, leadId, score }: { orgId: string; leadId: string; score: boolean },
): Promise<void> {
  try {
    await enrichLead(ports, { orgId, leadId, enrichmentId: newUuid() });
    if (score) await scoreOne(ports, { orgId, leadId });
  } catch (error) {
    // Erased meanwhile: nothing left to do.
    if ((error as { code?: string }).code !== 'not_found') throw error;
  }
}
