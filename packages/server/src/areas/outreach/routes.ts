import type { AnyRoute } from '../../kit/http/index.ts';
import { agentRoutes } from './agents/executions/agent.routes.ts';
import { inboundRoutes } from './answers/inbound/inbound.routes.ts';
import { showMail } from './answers/inbound/read-mail.ts';
import { meetingRoutes } from './answers/meetings/meeting.routes.ts';
import { costRoutes } from './books/economics/cost.routes.ts';
import { eventRoutes } from './books/events/event.routes.ts';
import { traceRoutes } from './books/traces/trace.routes.ts';
import { campaignRoutes } from './campaigns/campaigns/campaign.routes.ts';
import { campaignLinkRoutes } from './campaigns/campaigns/campaign-links.routes.ts';
import { previewRoutes } from './campaigns/sequences/preview.routes.ts';
import { communicationRoutes } from './mail/communications/communication.routes.ts';
import { mailboxRoutes } from './mail/mailboxes/mailbox.routes.ts';
import { sandboxRoutes } from './mail/sandbox/sandbox.routes.ts';
import { templateRoutes } from './mail/templates/template.routes.ts';
import type { OutreachLeads } from './open-leads.ts';
import type { OutreachSending } from './open-sending.ts';
import { enrichmentRoutes } from './people/enrichment/enrichment.routes.ts';
import { importRoutes } from './people/import/import.routes.ts';
import { leadRoutes } from './people/leads/lead.routes.ts';
import { leadTagRoutes } from './people/leads/lead-tag.routes.ts';
import { scoreRoutes } from './people/scoring/score.routes.ts';
import { suppressionRoutes } from './people/suppressions/suppression.routes.ts';

export interface OutreachService {
  leads: OutreachLeads;
  sending: OutreachSending;
}

/** The Outreach API. */
export function outreachRoutes(service: () => OutreachService): AnyRoute[] {
  const leads = () => service().leads;
  const sending = () => service().sending;
  return [
    ...importRoutes(leads),
    ...leadRoutes(leads),
    ...leadTagRoutes(leads),
    ...enrichmentRoutes(leads),
    ...scoreRoutes(leads),
    ...suppressionRoutes(leads),
    ...agentRoutes(leads),
    ...costRoutes(leads),
    ...traceRoutes(leads),
    ...eventRoutes(leads),
    ...campaignRoutes(sending),
    ...campaignLinkRoutes(sending),
    ...previewRoutes(sending),
    ...communicationRoutes(sending),
    ...mailboxRoutes(sending),
    ...templateRoutes(sending),
    ...sandboxRoutes(sending, showMail),
    ...inboundRoutes(sending),
    ...meetingRoutes(sending),
  ];
}
