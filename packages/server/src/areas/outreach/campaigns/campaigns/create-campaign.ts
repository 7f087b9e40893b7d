import { normalAddress } from '../../../../engine/mail/index.ts';
import { rowsIn } from '../../../../kit/db/index.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import { formatId, newUuid, parseId } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { mailboxesOf } from '../../mail/mailboxes/mailbox.repository.ts';
import { createMailbox } from '../../mail/mailboxes/mailbox-service.ts';
import type { MessagingStrategy } from '../../terms/strategy.ts';
import { type Audience, addAudience, existingLeads, hasImport } from './audience.repository.ts';
import { findCampaign, insertCampaign } from './campaign.repository.ts';
import type { Campaign, ServiceLevels } from './campaign.ts';
import { createdEvent } from './campaign-events.ts';
import type { CampaignPorts } from './campaign-ports.ts';
import { checkIcp, checkStrategy } from './check-campaign.ts';
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

/** Makes a draft with its squad and its leads. Throws `invalid_request` for texts that cannot be, `not_found` for what it names and nobody has. */
export async function createCampaign(ports: CampaignPorts, request: NewCampaign): Promise<Campaign> {
  const { unitOfWork, clock, db } = ports;
  const { audience, agentConfig, orgId, id, correlationId } = request;
  checkIcp(request.icp);
  await checkStrategy(orgId, request.strategy);
  await checkMailboxes(ports, orgId, request.strategy);
  const strategy = await withMailbox(ports, orgId, request.strategy);
  if (audience.importId !== undefined && !(await hasImport(rowsIn(db), orgId, audience.importId))) {
    throw notFound('import', 'import_job_id');
  }
  if (audience.leadIds !== undefined) {
    const found = await existingLeads(rowsIn(db), orgId, audience.leadIds);
    const missing = audience.leadIds.findIndex((leadId) => !found.has(leadId));
    if (missing >= 0) throw notFound('lead', `lead_ids.${missing}`);
  }
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
      // A repeat of a request that died before its answer.
      return { value: required(await findCampaign(query, orgId, id), 'the campaign') };
    }
    await addAudience(query, orgId, id, audience, now);
    return { value: campaign, events: [createdEvent(campaign, correlationId)] };
  });
}

async function checkMailboxes(
  { db }: SendingPorts,
  orgId: string,
  { sender }: MessagingStrategy,
): Promise<void> {
  const ids = sender?.mailbox_ids ?? [];
  if (ids.length === 0) return;
  const known = new Set((await mailboxesOf(rowsIn(db), orgId)).map(({ id }) => id));
  const missing = ids.findIndex((id) => !known.has(parseId('mbx', id) ?? ''));
  if (missing < 0) return;
  throw notFound('mailbox', `messaging_strategy.sender.mailbox_ids.${missing}`);
}

/** Whoever names an address writes from it: from its mailbox, which is made where there is none. */
async function withMailbox(
  ports: CampaignPorts,
  orgId: string,
  strategy: MessagingStrategy,
): Promise<MessagingStrategy> {
  const { sender } = strategy;
  const address = normalAddress(sender?.email ?? '');
  if (address === '' || (sender?.mailbox_ids ?? []).length > 0) return strategy;
  const known = (await mailboxesOf(rowsIn(ports.db), orgId)).find((mailbox) => mailbox.address === address);
  const fields = sender?.name === undefined ? {} : { name: sender.name };
  const { id } =
    known ?? (await createMailbox(ports, { orgId, address, fields }, newUuid(ports.clock.now()))).mailbox;
  return { ...strategy, sender: { ...sender, mailbox_ids: [formatId('mbx', id)] } };
}
