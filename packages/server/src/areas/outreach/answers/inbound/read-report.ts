import { cutText } from '../../../../kit/cut-text.ts';
import { foldLetters } from '../../terms/fold-letters.ts';
import { FAILED } from '../../terms/refusals/bounce-words.ts';
import { isUnknownRecipient } from '../../terms/refusals/judge-refusal.ts';
import { hasNullReturnPath } from './classify-reply.ts';
import type { InboundMail } from './inbound-mail.ts';

/** A bounce: per RFC 3464, or the free text of servers that do not follow it. */
export interface Bounce {
  kind: 'bounce';
  isHard: boolean;
  /** RFC 3463 status such as `5.1.1`; undefined when there is none. */
  status: string | undefined;
  recipient: string | undefined;
  diagnostic: string;
  originalMessageId: string | undefined;
}

/** A reader's spam complaint, reported by the mailbox provider (ARF, RFC 5965). */
export interface Complaint {
  kind: 'complaint';
  recipient: string | undefined;
  originalMessageId: string | undefined;
}

// A line of an SMTP response.
const SMTP_ANSWER = /(?:^|[\s:;<#])[45]\d\d[ -](?:#?[45]\.\d{1,3}\.\d{1,3}|[A-Za-z<])/m;

/** The bounce or complaint a mail reports; undefined when neither. */
export function readReport(mail: InboundMail): Bounce | Complaint | undefined {
  const feedback = mail.reports.get('message/feedback-report');
  if (feedback !== undefined) return readComplaint(mail, feedback);
  const status =
    mail.reports.get('message/delivery-status') ?? mail.reports.get('message/global-delivery-status');
  if (status !== undefined) return readDeliveryStatus(mail, status);
  return readPlainBounce(mail);
}

/**
 * Feedback types (RFC 5965) meaning the mail was unwanted; providers still send `opt-out` from the drafts.
 */
const UNWANTED: ReadonlySet<string> = new Set(['abuse', 'fraud', 'other', 'opt-out', 'opt-out-list']);

function readComplaint(mail: InboundMail, feedback: string): Complaint | undefined {
  const type = fieldOf(feedback, 'Feedback-Type')?.toLowerCase();
  if (type !== undefined && !UNWANTED.has(type)) return undefined;
  return {
    kind: 'complaint',
    recipient: addressIn(fieldOf(feedback, 'Original-Rcpt-To') ?? fieldOf(feedback, 'Removal-Recipient')),
    originalMessageId: originalMessageId(mail),
  };
}

function readDeliveryStatus(mail: InboundMail, text: string): Bounce | undefined {
  const action = fieldOf(text, 'Action')?.toLowerCase() ?? 'failed';
  // Delivered, relayed or expanded: not a bounce.
  if (action !== 'failed' && action !== 'delayed') return undefined;
  const status = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(fieldOf(text, 'Status') ?? '')?.[1];
  const diagnostic = fieldOf(text, 'Diagnostic-Code') ?? '';
  return {
    kind: 'bounce',
    isHard: action === 'failed' && isUnknownRecipient({ status, diagnostic, notice: noticeOf(mail.text) }),
    status,
    recipient: addressIn(fieldOf(text, 'Original-Recipient') ?? fieldOf(text, 'Final-Recipient')),
    diagnostic: cutText(diagnostic, 500),
    originalMessageId: originalMessageId(mail),
  };
}

const DAEMON =
  /^(?:mail(?:er)?[-_.]?(?:delivery[-_.]?)?(?:daemon|system|subsystem|administrator)|postmaster|mdaemon|microsoftexchange\w*|mail[-_]?devnull|bounce-?(?:handler|notification)?)@/i;
/** Where the notice ends and the returned mail begins. */
const COPY_MARK =
  /^[-= _]*(?:this is a copy of|below this line is a copy|included is a copy|the header of the original|original message (?:headers|follows)|message headers? follow|-+ ?original message)|^(?:received|return-path|message-id):/im;
const NOTICE_LENGTH = 4_000;

/** A notice without a machine-readable part, from servers that do not write one. */
function readPlainBounce(mail: InboundMail): Bounce | undefined {
  const { headers, subject } = mail;
  const told = headers.has('x-failed-recipients') || headers.has('x-ms-exchange-message-is-ndr');
  const isDaemon = DAEMON.test(mail.from) || mail.from === '';
  if (!isDaemon && !told && !hasNullReturnPath(mail)) return undefined;
  const body = mail.text;
  const notice = noticeOf(body);
  const isFailure =
    FAILED.test(foldLetters(subject)) ||
    SMTP_ANSWER.test(body) ||
    // A mailer daemon reports little else; any other null sender may be an absence notice.
    (isDaemon && FAILED.test(notice));
  if (!isFailure && !told) return undefined;
  const status = /(?<![\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(body)?.[1];
  const diagnostic = /(?<![\d.])[45]\d\d[ :-][^\n]{3,300}/.exec(body)?.[0] ?? '';
  return {
    kind: 'bounce',
    isHard: isUnknownRecipient({ status, diagnostic, notice: `${foldLetters(subject)}\n${notice}` }),
    status,
    recipient: addressIn(headers.get('x-failed-recipients') ?? body),
    diagnostic,
    originalMessageId: /<com_[0-9a-f]{32}@[^<>\s]+>/.exec(body)?.[0] ?? originalMessageId(mail),
  };
}

/** The server's notice, folded, without the returned mail. */
function noticeOf(body: string): string {
  const end = body.search(COPY_MARK);
  return foldLetters(body.slice(0, Math.min(end < 0 ? NOTICE_LENGTH : end, NOTICE_LENGTH)));
}

function originalMessageId(mail: InboundMail): string | undefined {
  for (const type of ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers']) {
    const id = /^Message-ID:\s*(<[^<>\s]+>)/im.exec(mail.reports.get(type) ?? '')?.[1];
    if (id !== undefined) return id;
  }
  return mail.references[0];
}

function fieldOf(text: string, name: string): string | undefined {
  const found = new RegExp(`^${name}:[ \\t]*((?:.|\\r?\\n[ \\t])*)`, 'im').exec(text);
  return found?.[1]?.replace(/\r?\n[ \t]+/g, ' ').trim();
}

function addressIn(text: string | undefined): string | undefined {
  return text?.match(/[^\s<>;,:"()]+@[^\s<>;,:"()]+/)?.[0]?.toLowerCase();
}
