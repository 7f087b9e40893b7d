import { normalAddress } from '../../../../engine/mail/index.ts';
import { rowsIn } from '../../../../kit/db/index.ts';
import { newUuid } from '../../../../kit/ids.ts';
import { findSuppressed, type Suppression } from '../../people/suppressions/suppression.repository.ts';
import { type CampaignTerms, readCampaignTerms } from '../../terms/campaign-terms.repository.ts';
import type { Mailbox } from '../mailboxes/mailbox.ts';
import { ensureMailboxes } from '../mailboxes/mailbox-service.ts';
import { findTemplates, type StoredTemplate } from '../templates/template.repository.ts';
import {
  ensureRecipients,
  findEarlierMessages,
  findRecipients,
  findThreads,
} from './communication.repository.ts';
import type { EarlierMessage, Recipient } from './communication.ts';
import type { QueueRequest } from './queue-request.ts';
import type { SendingPorts } from './sending-ports.ts';

/** Everything needed to write the messages of a batch. */
export interface QueueContext {
  mailboxes: Mailbox[];
  campaigns: Map<string, CampaignTerms>;
  templates: Map<string, StoredTemplate>;
  leadsById: Map<string, Recipient>;
  leadsByEmail: Map<string, Recipient>;
  /** By campaign ('' for none), then by address. */
  suppressed: Map<string, Map<string, Suppression>>;
  threads: Set<string>;
  /** Messages these ones continue. */
  earlier: Map<string, EarlierMessage>;
}

const REPLY_SUBJECT = /^\s*\p{L}{2,3}\s*:/u;

/** Reads it in a handful of statements, whatever the batch size. */
export async function readQueueContext(
  ports: SendingPorts,
  orgId: string,
  requests: readonly QueueRequest[],
): Promise<QueueContext> {
  const query = rowsIn(ports.db);
  const now = new Date(ports.clock.now());
  const pick = (field: 'campaignId' | 'templateId' | 'leadId' | 'inReplyTo') => [
    ...new Set(requests.flatMap((request) => request[field] ?? [])),
  ];
  const emails = new Set(
    requests.flatMap(({ leadId, to }) => (leadId === undefined && to !== undefined ? normalAddress(to) : [])),
  );
  const people = [...emails].map((email) => ({ id: newUuid(now.getTime()), email }));
  const [mailboxes, campaigns, templates, leadsById, leadsByEmail, earlier] = await Promise.all([
    ensureMailboxes(ports, orgId),
    readCampaignTerms(query, orgId, pick('campaignId')),
    findTemplates(query, orgId, pick('templateId')),
    findRecipients(query, orgId, pick('leadId')),
    ensureRecipients(query, orgId, people, now),
    findEarlierMessages(query, orgId, pick('inReplyTo')),
  ]);
  const addressOf = ({ leadId, to }: QueueRequest) =>
    to === undefined ? leadId && leadsById.get(leadId)?.email : normalAddress(to);
  const addressesOf = (list: readonly QueueRequest[]) => [
    ...new Set(list.flatMap((one) => addressOf(one) ?? [])),
  ];
  const suppressed = new Map<string, Map<string, Suppression>>();
  const repliers = requests.filter(({ subject }) => subject === undefined || REPLY_SUBJECT.test(subject));
  const [threads] = await Promise.all([
    findThreads(query, orgId, addressesOf(repliers)),
    ...[...Map.groupBy(requests, ({ campaignId }) => campaignId)].map(async ([campaignId, group]) => {
      const found = await findSuppressed(ports.db, orgId, addressesOf(group), { campaignId, now });
      suppressed.set(campaignId ?? '', found);
    }),
  ]);
  return { mailboxes, campaigns, templates, leadsById, leadsByEmail, suppressed, threads, earlier };
}
