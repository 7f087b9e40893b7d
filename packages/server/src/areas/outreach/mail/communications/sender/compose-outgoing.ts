import { formatAddress, type MailMessage } from '../../../../../engine/mail/index.ts';
import { refreshLinks } from '../../links/refresh-links.ts';
import { trackHtml } from '../../links/track-html.ts';
import type { SendingPorts } from '../sending-ports.ts';
import { complianceHeaders, senderOf } from '../write-message.ts';
import type { Outgoing } from './outgoing.ts';

/** The mail for a message: its text with tracked links and the required headers. */
export function composeOutgoing(
  { links, bounceAddress }: Pick<SendingPorts, 'links' | 'bounceAddress'>,
  { communication, mailbox, terms }: Outgoing,
): MailMessage {
  const { token, html, inReplyTo } = communication;
  const { opens = true, clicks = true } = terms?.strategy.tracking ?? {};
  return {
    orgId: communication.orgId,
    from: senderOf(mailbox),
    to: formatAddress(communication.toAddress, communication.toName),
    subject: communication.subject,
    text: refreshLinks(communication.body, token, links),
    ...(html !== null && {
      html: trackHtml(refreshLinks(html, token, links), { links, token, opens, clicks }),
    }),
    headers: {
      ...complianceHeaders(links.unsubscribe(token)),
      ...(inReplyTo !== null && { 'In-Reply-To': inReplyTo, References: inReplyTo }),
    },
    messageId: communication.messageId,
    envelopeFrom: bounceAddress === undefined ? mailbox.address : bounceAddressOf(bounceAddress, token),
    ...(communication.calendar !== null && { calendar: communication.calendar }),
  };
}

/** The envelope sender that identifies the message in a bounce (VERP): `bounces+<token>@example.com`. */
export function bounceAddressOf(bounceAddress: string, token: string): string {
  const at = bounceAddress.lastIndexOf('@');
  return `${bounceAddress.slice(0, at)}+${token}${bounceAddress.slice(at)}`;
}
