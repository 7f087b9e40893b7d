import { type Static, Type } from 'typebox';
import { rowsIn } from '../../../../kit/db/index.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import {
  type AnyRoute,
  defineRoute,
  listOf,
  named,
  okList,
  pageOf,
  pageQuery,
  strictObject,
  timestampField,
} from '../../../../kit/http/index.ts';
import { parseId } from '../../../../kit/ids.ts';
import { type FollowedLink, listFollowedLinks } from '../../mail/tracking/followed-link.repository.ts';
import { findCampaign } from './campaign.repository.ts';
import { campaignParams } from './campaign.schema.ts';
import type { CampaignPorts } from './campaign-ports.ts';

const linkRecord = named(
  'CampaignLink',
  Type.Object({
    url: Type.String({ description: 'The target URL.' }),
    clicks: Type.Integer({ description: 'How often people followed it; machines are not counted.' }),
    messages: Type.Integer({ description: 'Number of messages in which it was followed.' }),
    first_clicked_at: timestampField('When it was followed first.'),
    last_clicked_at: timestampField('When it was followed last.'),
  }),
);

/** Clicks on the links in a campaign's mails. */
export function campaignLinkRoutes(service: () => Pick<CampaignPorts, 'db'>): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/outreach/campaigns/:id/links',
      operationId: 'listCampaignLinks',
      tag: 'Outreach',
      summary: 'List the links of a campaign that were followed',
      description: 'Most clicks first. A link that nobody followed is not among them.',
      access: 'outreach:read',
      limits: ['outreach_queries'],
      params: campaignParams,
      query: strictObject(pageQuery),
      responses: { 200: listOf('links', linkRecord) },
      errors: ['not_found'],
      handler: async ({ principal: { orgId }, params, query: asked }) => {
        const query = rowsIn(service().db);
        const id = parseId('cmp', params.id);
        const campaign = id && (await findCampaign(query, orgId, id));
        if (!campaign) throw notFound('campaign');
        const page = pageOf(asked);
        const { rows, total } = await listFollowedLinks(query, orgId, campaign.id, page);
        return okList('links', rows.map(toLinkRecord), total, page);
      },
    }),
  ];
}

function toLinkRecord(link: FollowedLink): Static<typeof linkRecord> {
  const { url, clicks, messages, firstClickedAt, lastClickedAt } = link;
  return {
    url,
    clicks,
    messages,
    first_clicked_at: firstClickedAt.toISOString(),
    last_clicked_at: lastClickedAt.toISOString(),
  };
}
