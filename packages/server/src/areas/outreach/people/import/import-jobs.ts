import { defineJob } from '../../../../engine/jobs/index.ts';

/** Merges a staged file into the leads. */
export const mergeImportJob = defineJob<{ orgId: string; importId: string }>('outreach.merge_import', {
  maxAttempts: 8,
});

/** Scores the leads of an import. */
export const scoreImportJob = defineJob<{ orgId: string; importId: string }>('outreach.score_import');

/** Queues the enrichment of an import's leads, page by page. */
export const enrichImportJob = defineJob<{ orgId: string; importId: string; after?: string }>(
  'outreach.enrich_import',
);

/** Imports of one organization are merged one at a time, so that each sees the result of the previous one. */
export function mergeQueue(orgId: string): string {
  return `lead_import_${orgId}`;
}
