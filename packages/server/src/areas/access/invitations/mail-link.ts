import { randomUUID } from 'node:crypto';
import { MailError } from '../../../engine/mail/index.ts';
import type { PeopleService } from '../people/people-service.ts';
import type { Invitation } from './invitation.repository.ts';

const words = {
  invitation: {
    subject: 'You are invited to Trivium',
    text: 'You are invited. Choose a name and a password here:',
  },
  password: { subject: 'A new password for Trivium', text: 'Choose a new password here:' },
};

/**
 * Mails the link if mail is enabled. False when it was not sent: the person who created the link sees it and
 * passes it on.
 */
export async function mailLink(
  { mail }: PeopleService,
  { invitation, link }: { invitation: Invitation; link: string },
  kind: keyof typeof words,
): Promise<boolean> {
  if (mail.mailer.mode !== 'smtp') return false;
  const { subject, text } = words[kind];
  const ends = `${invitation.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  try {
    await mail.mailer.send({
      orgId: invitation.orgId,
      from: mail.from,
      to: invitation.email,
      subject,
      text: `${text}\n\n${link}\n\nThe link works once, until ${ends}. If you do not know why you got this, do nothing.\n`,
      messageId: `<${randomUUID()}@${mail.from.slice(mail.from.lastIndexOf('@') + 1)}>`,
    });
    return true;
  } catch (error) {
    if (error instanceof MailError) return false;
    throw error;
  }
}
