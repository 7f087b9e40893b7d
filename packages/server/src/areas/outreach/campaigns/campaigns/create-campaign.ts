import { rowsIn } from '../../../../kit/db/index.ts';
import { required } from '../../../../kit/required.ts';
import { checkLeads } from '../../people/leads/check-leads.ts';
import type { MessagingStrategy } from '../../terms/strategy.ts';
import { type Audience, addAudience } from './audience.repository.ts';
import { findCampaign, insertCampaign } from './campaign.repository.ts';
import type { Campaign, ServiceLevels } from './campaign.ts';
import { createdEvent } from './campaign-events.ts';
import type { CampaignPorts } from './campaign-ports.ts';
import { checkIcp } from './check-campaign.ts';
import { prepareStrategy } from './prepare-campaign.ts';
import { ensureSquad } from './squad.repository.ts';

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
  correlationId?: string | undefined;
}

/**
 * Creates a draft with its squad and leads. Throws `invalid_request` for invalid texts, `not_found` for
 * references that do not exist.
 */
export async function createCampaign(ports: CampaignPorts, request: NewCampaign): Promise<Campaign> {
  const { unitOfWork, clock, db } = ports;
  const { audience, agentConfig, orgId, id, correlationId } = request;
  checkIcp(request.icp);
  const strategy = await prepareStrategy(ports, orgId, request.strategy);
  await checkLeads(db, orgId, audience);
  const now = new Date(clock.now());
  return unitOfWork(async (tx) => {
    const query = rowsIn(tx);
    const squad = await ensureSquad(
      query,
      orgId,
      { agents: agentConfig.agents, engine: agentConfig.engine === 'rules' ? 'rules' : ports.agentEngine },
      now,
    );
    const campaign: Campaign = {
      ...request,
      strategy,
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
      // A retry of a request that died before responding.
      return { value: required(await findCampaign(query, orgId, id), 'the campaign') };
    }
    await addAudience(query, orgId, id, audience, now);
    return { value: campaign, events: [createdEvent(campaign, correlationId)] };
  });
}
