import type { InboundMail } from './inbound-mail.ts';

export type InvitationAnswer = 'accepted' | 'declined' | 'tentative' | 'other_time' | 'invited';

const PARTICIPATION: Record<string, InvitationAnswer> = {
  ACCEPTED: 'accepted',
  DECLINED: 'declined',
  TENTATIVE: 'tentative',
};

/**
 * What a calendar states on its owner's behalf (RFC 5546): the answer to an invitation, a counterproposal, or
 * an invitation of theirs. Undefined when the mail has no such part.
 */
export function readInvitationAnswer({ reports }: InboundMail): InvitationAnswer | undefined {
  const calendar = reports.get('text/calendar')?.replace(/\r?\n[ \t]/g, '');
  const method = calendar?.match(/^METHOD:[ \t]*(\w+)/im)?.[1]?.toUpperCase();
  if (method === 'COUNTER') return 'other_time';
  if (method === 'REQUEST') return 'invited';
  if (calendar === undefined || method !== 'REPLY') return undefined;
  const attendee = calendar.match(/^ATTENDEE[;:][^\r\n]*/im)?.[0];
  const participation = attendee?.match(/;PARTSTAT="?([\w-]+)/i)?.[1]?.toUpperCase();
  return participation === undefined ? undefined : PARTICIPATION[participation];
}
