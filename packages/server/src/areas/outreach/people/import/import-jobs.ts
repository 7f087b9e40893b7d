import { defineJob } from '../../../../engine/jobs/index.ts';

/** Merges a staged file into the leads. */
export const mergeImportJob = defineJob<{ orgId: string; importId: string }>('outreach.merge_import', {
  maxAttempts: 8,
});

/** Scores the leads that an import brought. */
export const scoreImportJob = defineJob<{ orgId: string; importId: string }>('outreach.score_import');

/** Queues the enrichment of the leads that an import brought, page by page. */
export const enrichImportJob = defineJob<{ orgId: string; importId: string; after?: string }>(
  'outreach.enrich_import',
);

/** Imports of one organization are merged one after another, so that each finds what the last one brought. */
export function mergeQueue(orgId: string): string {
  return `lead_import_${orgId}`;
}
