import { findReturnDate } from './find-return-date.ts';
import type { InboundMail } from './inbound-mail.ts';
import {
  AUTOMATIC,
  AWAY,
  AWAY_SUBJECT,
  asksToEnd,
  BOUND,
  DENIED_YES,
  DENIES,
  HANDED_OVER,
  LEAVE,
  LEAVE_ALONE,
  NEXT_STEP,
  NO,
  TIME,
  YES,
} from './reply-words.ts';
import { stripSignature } from './strip-signature.ts';

export const classifications = [
  'positive',
  'negative',
  'question',
  'neutral',
  'unsubscribe',
  'out_of_office',
  'auto_reply',
  'bounce',
  'soft_bounce',
  'complaint',
] as const;

export type Classification = (typeof classifications)[number];

export interface Classified {
  classification: Classification;
  /** 0 to 1. */
  confidence: number;
  /** When somebody who is out of office is back. */
  awayUntil: Date | undefined;
}

/** What a reply is stands at its beginning. */
const READ = 8_000;

/** Says what a reply is: by its headers, then by words of several languages. */
export function classifyReply(whole: InboundMail, now: Date): Classified {
  const mail = { ...whole, text: whole.text.slice(0, READ) };
  const isAuto = isAutomatic(mail);
  const subject = stripPrefix(mail.subject);
  const away =
    AWAY_SUBJECT.test(subject) ||
    (AWAY.test(`${mail.subject}\n${mail.text}`) && (isAuto || isShortNotice(mail)));
  if (away) {
    const awayUntil = findReturnDate(mail.text, now);
    return { classification: 'out_of_office', confidence: isAuto ? 0.98 : 0.85, awayUntil };
  }
  if (isAuto || AUTOMATIC.test(`${subject}\n${mail.text}`)) {
    return { classification: 'auto_reply', confidence: isAuto ? 0.95 : 0.75, awayUntil: undefined };
  }
  return { ...classifyWritten(mail), awayUntil: undefined };
}

/** What a person wrote. */
function classifyWritten(mail: InboundMail): Pick<Classified, 'classification' | 'confidence'> {
  const text = stripSignature(mail.text);
  if (LEAVE_ALONE.test(text || stripPrefix(mail.subject))) {
    return { classification: 'unsubscribe', confidence: 0.98 };
  }
  if (LEAVE.test(text)) return { classification: 'unsubscribe', confidence: 0.92 };
  const isNo = NO.test(text) || DENIED_YES.test(text);
  // A yes inside of a no is none: "not interested" holds "interested".
  const rest = text.replace(new RegExp(NO, 'giu'), ' ').replace(new RegExp(DENIED_YES, 'giu'), ' ');
  const isTaken = YES.test(rest);
  const wantsMore = NEXT_STEP.test(rest);
  if (asksToEnd(text) && !isTaken) return { classification: 'unsubscribe', confidence: 0.8 };
  const asks = /[?？]|(?:ます|です|でしょう)か[。\s]|(?:ます|です|でしょう)か$/m.test(text);
  if (isNo) {
    return wantsMore && isTaken
      ? { classification: 'neutral', confidence: 0.5 }
      : { classification: 'negative', confidence: isTaken || wantsMore ? 0.75 : 0.9 };
  }
  // Whoever asks only what it costs is not won yet; whoever names a time, or wants to see more, is.
  if (isTaken || (wantsMore && (!asks || TIME.test(text) || isRequest(text)))) {
    return { classification: 'positive', confidence: isTaken && wantsMore ? 0.92 : 0.85 };
  }
  // Who names a time, and denies nothing, proposes it.
  if (TIME.test(text) && (asks || !(DENIES.test(text) || HANDED_OVER.test(text)))) {
    return { classification: 'positive', confidence: 0.7 };
  }
  if (asks) return { classification: 'question', confidence: 0.8 };
  if (HANDED_OVER.test(text)) return { classification: 'neutral', confidence: 0.7 };
  if (BOUND.test(text) || (text.length < 300 && DENIES.test(text))) {
    return { classification: 'negative', confidence: 0.65 };
  }
  return { classification: 'neutral', confidence: 0.6 };
}

/** A question that asks for something to be done or sent, not to be told. */
function isRequest(text: string): boolean {
  return /\b(?:can|could|would|shall) (?:you|we)\b|können (?:sie|wir)|könnten (?:sie|wir)|pou(?:vez|rriez|vons)|puede|podemos|podría|possiamo|può|potrebbe|pode\b|poderia|podemos|kun(?:t|nen) (?:je|u|we)|いただけ|頂け|でき(?:ます|る)/i.test(
    text,
  );
}

/** A part for machines (RFC 6522) that tells of no bounce and no complaint: a receipt, a delivery, a report on policy. */
function isReceipt({ reports }: InboundMail): boolean {
  return [...reports.keys()].some((type) =>
    /^message\/(?:(?:global-)?(?:delivery-status|disposition-notification)|feedback-report)$/.test(type),
  );
}

/** RFC 3834, and what came before and beside it. */
function isAutomatic(mail: InboundMail): boolean {
  const { headers, from } = mail;
  if (isReceipt(mail)) return true;
  const submitted = headers.get('auto-submitted')?.toLowerCase() ?? 'no';
  if (submitted !== 'no') return true;
  if (headers.has('x-autoreply') || headers.has('x-autorespond') || headers.has('x-auto-reply-from'))
    return true;
  if (headers.has('x-autoreply-from') || headers.get('x-ms-exchange-generated-message-source') !== undefined)
    return true;
  if (/auto[_-]?reply|junk/i.test(headers.get('precedence') ?? '')) return true;
  return /^(?:no-?reply|do-?not-?reply|donotreply|mailer-daemon)@/i.test(from);
}

/** People who answer also mention holidays; who only tells of an absence asks nothing and says little. */
function isShortNotice({ text }: InboundMail): boolean {
  return text.length < 600 && !/[?？]/.test(text) && !YES.test(text);
}

function stripPrefix(subject: string): string {
  return subject.replace(/^(?:\s*(?:re|aw|sv|fwd?|wg|tr|rif|antw)\s*:\s*)+/i, '').trim();
}
