import { formsOf, normalAddress } from '../../../../engine/mail/index.ts';
import type { QueryRows } from '../../../../kit/db/index.ts';
import { parseId } from '../../../../kit/ids.ts';
import type { ReadMail } from './read-mail.sandbox.ts';

/** The message a mail replies to, and how it was found. */
export interface Match {
  orgId: string;
  communicationId: string;
  by: 'verp' | 'message_id' | 'sender';
}

/**
 * Finds the message a mail belongs to: by the bounce address, which only its bounce knows; by the Message-IDs
 * it references; else the last message sent to its author from the mailbox it arrived at. `orgId` limits the
 * search to one organization, for mail submitted with that organization's key.
 */
export async function matchInbound(
  query: QueryRows,
  mail: Pick<ReadMail, 'from' | 'recipients' | 'references'>,
  {
    orgId,
    bounceAddress,
    about,
  }: { orgId: string | undefined; bounceAddress: string | undefined; about: string[] },
): Promise<Match | undefined> {
  const tokens = mail.recipients.flatMap((recipient) => tokenIn(recipient, bounceAddress) ?? []);
  if (tokens.length > 0) {
    const [row] = await query<{ org_id: string; id: string }>(
      `select org_id, id from communications where token = any($1::text[]) and ($2::uuid is null or org_id = $2) limit 2`,
      [tokens, orgId ?? null],
    );
    if (row !== undefined) return { orgId: row.org_id, communicationId: row.id, by: 'verp' };
  }
  const messageIds = [...about, ...mail.references].filter((id) => communicationIdIn(id) !== undefined);
  if (messageIds.length > 0) {
    const rows = await query<{ org_id: string; id: string; message_id: string }>(
      `select org_id, id, message_id from communications where message_id = any($1::text[]) and ($2::uuid is null or org_id = $2)`,
      [messageIds, orgId ?? null],
    );
    const nearest = messageIds.flatMap((id) => rows.find((row) => row.message_id === id) ?? [])[0];
    if (nearest !== undefined)
      return { orgId: nearest.org_id, communicationId: nearest.id, by: 'message_id' };
  }
  return matchSender(query, mail, orgId);
}

async function matchSender(
  query: QueryRows,
  mail: Pick<ReadMail, 'from' | 'recipients' | 'references'>,
  orgId: string | undefined,
): Promise<Match | undefined> {
  if (mail.from === '') return undefined;
  const [row] = await query<{ org_id: string; id: string }>(
    `select c.org_id, c.id from communications c
     join outreach_mailboxes m on m.org_id = c.org_id and m.id = c.mailbox_id
     where c.to_address = any($1::text[]) and c.sent_at is not null and m.address = any($2::text[])
       and ($3::uuid is null or c.org_id = $3)
     order by c.sent_at desc limit 1`,
    [formsOf(mail.from), mail.recipients.flatMap(formsOf), orgId ?? null],
  );
  return row && { orgId: row.org_id, communicationId: row.id, by: 'sender' };
}

/** The token in a bounce address. */
export function tokenIn(recipient: string, bounceAddress: string | undefined): string | undefined {
  if (bounceAddress === undefined) return undefined;
  const bounces = normalAddress(bounceAddress);
  const prefix = `${bounces.slice(0, bounces.lastIndexOf('@'))}+`;
  const domain = bounces.slice(bounces.lastIndexOf('@'));
  const address = normalAddress(recipient);
  if (!address.startsWith(prefix) || !address.endsWith(domain)) return undefined;
  return address.slice(prefix.length, address.length - domain.length);
}

function communicationIdIn(messageId: string): string | undefined {
  const local = /^<([^@<>]+)@/.exec(messageId)?.[1];
  return local === undefined ? undefined : parseId('com', local);
}

/** The message being answered; `isRepeat` when the same answer came before. */
export interface AnsweredMessage {
  campaignId: string | null;
  leadId: string | null;
  isRepeat: boolean;
  /** Number of answers to it that a model has judged. */
  judged: number;
}

export async function readAnswered(
  query: QueryRows,
  orgId: string,
  { communicationId, fingerprint }: { communicationId: string; fingerprint: string },
): Promise<AnsweredMessage | undefined> {
  const [about] = await query<AnsweredMessage>(
    `select c.campaign_id as "campaignId", c.lead_id as "leadId",
       exists (select from inbound_messages i where i.org_id = $1 and i.fingerprint = $3) as "isRepeat",
       (select count(*) from inbound_messages i
        where i.org_id = $1 and i.communication_id = $2 and i.engine = 'llm') as judged
     from communications c where c.org_id = $1 and c.id = $2`,
    [orgId, communicationId, Buffer.from(fingerprint, 'hex')],
  );
  return about;
}
