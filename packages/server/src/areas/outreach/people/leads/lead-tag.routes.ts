import type { Static } from 'typebox';
import { MAX_COUNTED } from '../../../../kit/db/index.ts';
import { invalidField, notFound } from '../../../../kit/errors/index.ts';
import { type AnyRoute, defineRoute, ok, okList, pageOf } from '../../../../kit/http/index.ts';
import { parseId } from '../../../../kit/ids.ts';
import { toTag } from '../../terms/lead-tag.ts';
import { campaignIdOf } from '../../terms/named-campaign.ts';
import type { LeadFilter, LeadStatus, Tier } from './lead.repository.ts';
import { type LeadRoutesPorts, leadIdOf } from './lead.routes.ts';
import { listLeadTags } from './lead-tag.repository.ts';
import { leadTagList, listLeadTagsQuery, taggedRecord, tagLeadsBody } from './lead-tag.schema.ts';
import { changeTags } from './tag-leads.ts';

const read = { tag: 'Leads', access: 'outreach:read', limits: ['outreach_queries'] } as const;
const write = { tag: 'Leads', access: 'outreach:write', limits: ['outreach_leads'] } as const;

export function leadTagRoutes(service: () => LeadRoutesPorts): AnyRoute[] {
  return [
    defineRoute({
      ...write,
      method: 'POST',
      path: '/v1/outreach/lead-tags',
      operationId: 'tagLeads',
      summary: 'Add tags to leads, and remove tags',
      description:
        'Select leads by exactly one of `lead_ids`, `import_job_id` and `filter`; at most 100,000 leads at once. A repeat changes nothing.',
      body: tagLeadsBody,
      responses: { 200: taggedRecord },
      errors: ['not_found'],
      handler: async ({ principal, body }) =>
        ok(
          await changeTags(service(), {
            orgId: principal.orgId,
            filter: chosenBy(body),
            add: tagsOf('add', body.add),
            remove: tagsOf('remove', body.remove),
          }),
        ),
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/lead-tags',
      operationId: 'listLeadTags',
      reads: 'replica',
      summary: 'List the tags of leads, by name',
      query: listLeadTagsQuery,
      responses: { 200: leadTagList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const { tags, total } = await listLeadTags(service().db, principal.orgId, page);
        const shown = tags.map((tag) => (tag.leads < MAX_COUNTED ? tag : { ...tag, leads_is_minimum: true }));
        return okList('tags', shown, total, page);
      },
    }),
  ];
}

function tagsOf(field: string, given: readonly string[] = []): string[] {
  return [...new Set(given.map((tag, at) => toTag(tag, `${field}.${at}`)))];
}

/** Throws `invalid_request` unless exactly one of the ways is given. */
function chosenBy({
  lead_ids: ids,
  import_job_id: importId,
  filter,
}: Static<typeof tagLeadsBody>): LeadFilter {
  const ways = [ids, importId, filter].filter((one) => one !== undefined).length;
  if (ways !== 1) {
    throw invalidField('filter', 'Select leads by exactly one of `lead_ids`, `import_job_id` and `filter`.');
  }
  if (ids !== undefined) return { ids: ids.map((id, at) => leadIdOf(id, `lead_ids.${at}`)) };
  if (importId !== undefined) {
    const uuid = parseId('imp', importId);
    if (uuid === undefined) throw notFound('import', 'import_job_id');
    return { importId: uuid };
  }
  const { campaign_id: campaignId, status, tier, tag, ...rest } = filter ?? {};
  return {
    ...rest,
    status: status as LeadStatus | undefined,
    tier: tier as Tier | undefined,
    tag: tag === undefined ? undefined : toTag(tag, 'filter.tag'),
    campaignId: campaignId === undefined ? undefined : campaignIdOf(campaignId),
  };
}
