import type { QueryRows } from '../../../../kit/db/index.ts';
import { AppError } from '../../../../kit/errors/index.ts';
import { type AudienceKind, hasOwnLeads } from './audience.repository.ts';
import type { Campaign } from './campaign.ts';
import { hasCriterion, icpCriteria } from './icp-conditions.ts';

/**
 * Whom a launch contacts. Never assumed: all leads only if the launch says so, else the campaign's own, else
 * those matching its ideal customer. Throws `invalid_state` when there is no audience.
 */
export async function chooseAudience(
  query: QueryRows,
  { orgId, id, icp }: Campaign,
  asked: 'all' | undefined,
): Promise<AudienceKind> {
  if (asked !== undefined) return asked;
  if (await hasOwnLeads(query, orgId, id)) return 'campaign';
  if (hasCriterion(icp)) return 'icp';
  throw new AppError('invalid_state', {
    field: 'audience',
    message: `Nobody is chosen for this campaign. Give it leads (\`lead_ids\`, \`import_job_id\` or a \`filter\` when it is created, or an import with its \`campaign_id\`), or an \`icp\` with one of ${icpCriteria.join(', ')}; or launch it at every lead with {"audience": "all"}.`,
  });
}

/** The error for a launch whose ideal customer no known lead matches. */
export function noMatchingLeads(): AppError {
  return new AppError('invalid_state', {
    field: 'icp',
    message:
      'No lead is known to meet every criterion of the `icp`; what is not known of a lead fits nothing. Enrich the leads, make the campaign with fewer criteria or with leads of its own, or launch it at every lead with {"audience": "all"}.',
  });
}
