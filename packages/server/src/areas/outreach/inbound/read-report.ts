import type { InboundMail } from './inbound-mail.ts';

/** A bounce: RFC 3464, or the text of a server that does not write one. */
export interface Bounce {
  kind: 'bounce';
  isHard: boolean;
  /** RFC 3463 status such as `5.1.1`; undefined when none was found. */
  status: string | undefined;
  recipient: string | undefined;
  diagnostic: string;
  originalMessageId: string | undefined;
}

/** A complaint of a reader, told by the mailbox provider (ARF, RFC 5965). */
export interface Complaint {
  kind: 'complaint';
  recipient: string | undefined;
  originalMessageId: string | undefined;
}

const FAILED =
  /undeliver|deliver(?:y|ed)? (?:status )?(?:notification|failure|failed|problems)|delivery has failed|(?:could|can|was|were)(?: not|n['’]t)(?: be)? (?:deliver|send|sent)|not (?:be )?delivered|returned mail|mail delivery (?:failed|failure|system)|failure notice|message delayed|permanent (?:fatal )?error|unzustellbar|nicht zugestellt|non (?:remis|distribu)|échec de (?:la )?remise|pas pu être remis|no (?:se )?(?:pudo |ha podido )?entreg|mancata consegna|non (?:è stato )?(?:possibile )?consegna|não (?:foi )?(?:entregue|possível entregar)|onbestelbaar|niet (?:worden )?(?:afgeleverd|bezorgd)|配信不能|配[信達]できま|届けることができません/i;
// A line of a server's answer to SMTP.
const SMTP_ANSWER = /(?:^|[\s:<])[45]\d\d[ -](?:#?[45]\.\d{1,3}\.\d{1,3}|[A-Za-z<])/m;

/** The bounce or complaint that a mail tells of; undefined when it tells of none. */
export function readReport(mail: InboundMail): Bounce | Complaint | undefined {
  const feedback = mail.reports.get('message/feedback-report');
  if (feedback !== undefined) return readComplaint(mail, feedback);
  const status =
    mail.reports.get('message/delivery-status') ?? mail.reports.get('message/global-delivery-status');
  if (status !== undefined) return readDeliveryStatus(mail, status);
  return readPlainBounce(mail);
}

function readComplaint(mail: InboundMail, feedback: string): Complaint | undefined {
  const type = fieldOf(feedback, 'Feedback-Type')?.toLowerCase();
  if (type !== undefined && type !== 'abuse' && type !== 'fraud' && type !== 'other') return undefined;
  return {
    kind: 'complaint',
    recipient: addressIn(fieldOf(feedback, 'Original-Rcpt-To') ?? fieldOf(feedback, 'Removal-Recipient')),
    originalMessageId: originalMessageId(mail),
  };
}

function readDeliveryStatus(mail: InboundMail, text: string): Bounce | undefined {
  const action = fieldOf(text, 'Action')?.toLowerCase() ?? 'failed';
  // It was delivered, relayed or expanded: no bounce.
  if (action !== 'failed' && action !== 'delayed') return undefined;
  const status = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(fieldOf(text, 'Status') ?? '')?.[1];
  const diagnostic = fieldOf(text, 'Diagnostic-Code') ?? '';
  return {
    kind: 'bounce',
    isHard: action === 'failed' && isHard(status, diagnostic),
    status,
    recipient: addressIn(fieldOf(text, 'Original-Recipient') ?? fieldOf(text, 'Final-Recipient')),
    diagnostic: diagnostic.slice(0, 500),
    originalMessageId: originalMessageId(mail),
  };
}

/** A notice without a machine-readable part, from servers that never learned to write one. */
function readPlainBounce(mail: InboundMail): Bounce | undefined {
  const isDaemon = /^(?:mailer-daemon|postmaster|mail-daemon)@/i.test(mail.from) || mail.from === '';
  if (!isDaemon && !mail.headers.has('x-failed-recipients')) return undefined;
  const body = mail.text;
  const isFailure = FAILED.test(mail.subject) || SMTP_ANSWER.test(body) || FAILED.test(body);
  if (!isFailure && !mail.headers.has('x-failed-recipients')) return undefined;
  const status = /\b([45]\.\d{1,3}\.\d{1,3})\b/.exec(body)?.[1];
  const diagnostic = /\b[45]\d\d[ -][^\n]{3,300}/.exec(body)?.[0] ?? '';
  return {
    kind: 'bounce',
    isHard: isHard(status, diagnostic),
    status,
    recipient: addressIn(mail.headers.get('x-failed-recipients') ?? body),
    diagnostic,
    originalMessageId: /<com_[0-9a-f]{32}@[^<>\s]+>/.exec(body)?.[0] ?? originalMessageId(mail),
  };
}

/** A full mailbox or a policy may change; an address that is not there will not. */
function isHard(status: string | undefined, diagnostic: string): boolean {
  if (status !== undefined) return /^5\.(?:0\.0|1\.\d+|2\.[01]|4\.4|5\.\d+)$/.test(status);
  return /\b5(?:50|51|53|54)\b/.test(diagnostic);
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
