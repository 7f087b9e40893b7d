import { type AnyRoute, defineRoute, ok, toRecord } from '../../../../kit/http/index.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { hasCampaign } from '../../people/leads/known-campaign.repository.ts';
import { leadIdOf } from '../../people/leads/lead.routes.ts';
import { leadParams } from '../../people/leads/lead.schema.ts';
import { knownCampaign } from '../../terms/named-campaign.ts';
import type { MessagingStrategy } from '../../terms/strategy.ts';
import { withDefaults } from '../campaigns/single-step.ts';
import { previewMailBody, previewRecord } from './preview.schema.ts';
import { previewStep } from './preview-step.ts';

export function previewRoutes(service: () => SendingPorts): AnyRoute[] {
  return [
    defineRoute({
      tag: 'Outreach',
      access: 'outreach:read',
      limits: ['outreach_queries'],
      method: 'POST',
      path: '/v1/outreach/leads/:id/preview',
      operationId: 'previewMail',
      summary: 'See a mail of a campaign as a lead would get it',
      description:
        'A dry run: the texts are filled in with what is known of the lead, and the guard checks the mail as when it is sent. Nothing is sent or stored. Its links lead nowhere.',
      params: leadParams,
      body: previewMailBody,
      responses: { 200: previewRecord },
      errors: ['not_found'],
      handler: async ({ principal, params, body }) => {
        const preview = await previewStep(service(), {
          orgId: principal.orgId,
          leadId: leadIdOf(params.id),
          strategy: withDefaults(body.messaging_strategy as unknown as MessagingStrategy),
          step: body.step ?? 1,
          variant: body.variant,
          campaignId: await knownCampaign(
            { hasCampaign: (orgId, id) => hasCampaign(service().db, orgId, id) },
            principal.orgId,
            body.campaign_id,
          ),
        });
        return ok(toRecord(previewRecord, preview, { compliance: preview.verdict }));
      },
    }),
  ];
}
