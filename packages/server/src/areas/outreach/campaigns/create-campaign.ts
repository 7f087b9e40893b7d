import { AppError } from '../../../kit/errors/index.ts';
import { rowsIn } from '../communications/query-rows.ts';
import type { SendingPorts } from '../communications/sending-ports.ts';
import { readWindow } from '../sequences/send-window.ts';
import { checkTemplate } from '../templates/render-template.ts';
import { type Audience, addAudience, existingLeads } from './audience.repository.ts';
import { findCampaign, insertCampaign } from './campaign.repository.ts';
import type { Campaign, ServiceLevels } from './campaign.ts';
import { createdEvent } from './campaign-events.ts';
import { ensureSquad } from './ensure-squad.ts';
import type { MessagingStrategy } from './strategy.ts';

export interface NewCampaign {
  orgId: string;
  id: string;
  name: string;
  description: string;
  icp: Record<string, unknown>;
  channels: string[];
  strategy: MessagingStrategy;
  agentConfig: Record<string, unknown> & { agents?: string[]; engine?: string };
  slo: ServiceLevels;
  audience: Audience;
}

/** Makes a draft with its squad and its leads. Throws `invalid_request` for texts or leads that are not there. */
export async function createCampaign(ports: SendingPorts, request: NewCampaign): Promise<Campaign> {
  const { unitOfWork, clock, db } = ports;
  const { audience, agentConfig, orgId, id } = request;
  checkStrategy(request.strategy);
  if (audience.leadIds !== undefined) {
    const found = await existingLeads(rowsIn(db), orgId, audience.leadIds);
    const missing = audience.leadIds.findIndex((leadId) => !found.has(leadId));
    if (missing >= 0) {
      throw new AppError('invalid_request', {
        field: `lead_ids.${missing}`,
        message: 'There is no such lead in your organization. Import it first.',
      });
    }
  }
  const now = new Date(clock.now());
  return unitOfWork(async (tx) => {
    const query = rowsIn(tx);
    const squad = await ensureSquad(query, orgId, { agents: agentConfig.agents, engine: 'rules' }, now);
    const campaign: Campaign = {
      ...request,
      status: 'draft',
      pauseReason: null,
      squad,
      dailySendLimit: null,
      createdAt: now,
      updatedAt: now,
      launchedAt: null,
      completedAt: null,
    };
    if (!(await insertCampaign(query, campaign))) {
      // A repeat of a request that died before its answer.
      return { value: (await findCampaign(query, orgId, id))! };
    }
    await addAudience(query, orgId, id, audience, now);
    return { value: campaign, events: [createdEvent(campaign)] };
  });
}

function checkStrategy(strategy: MessagingStrategy): void {
  const seen = new Set<number>();
  (strategy.sequence ?? []).forEach((step, i) => {
    const field = `messaging_strategy.sequence.${i}`;
    if (seen.has(step.step)) {
      throw new AppError('invalid_request', {
        field: `${field}.step`,
        message: 'Two steps have one number.',
      });
    }
    seen.add(step.step);
    const texts = [step, ...(step.variants ?? [])];
    if (texts.every(({ body }) => body === undefined)) {
      throw new AppError('invalid_request', {
        field: `${field}.body`,
        message: 'A step needs a `body`, or variants that have one.',
      });
    }
    for (const text of texts) {
      if (text.subject !== undefined) checkTemplate(text.subject, `${field}.subject`);
      if (text.body !== undefined) checkTemplate(text.body, `${field}.body`);
      if (text.html !== undefined) checkTemplate(text.html, `${field}.html`);
    }
  });
  if (strategy.send_window === undefined) return;
  const { startMinute, endMinute } = readWindow(strategy.send_window);
  if (startMinute >= endMinute) {
    throw new AppError('invalid_request', {
      field: 'messaging_strategy.send_window.end',
      message: 'The window must end after it starts, on the same day.',
    });
  }
}
