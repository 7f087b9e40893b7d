import { foldLetters } from '../../terms/fold-letters.ts';
import { findReturnDate, namesReturn } from './find-return-date.ts';
import type { InboundMail } from './inbound-mail.ts';
import { type InvitationAnswer, readInvitationAnswer } from './read-invitation-answer.ts';
import { stripSignature } from './strip-signature.ts';
import {
  BOUND,
  DENIED_YES,
  DENIES,
  FAR_TIME,
  HANDED_OVER,
  INTEREST,
  LATER,
  NEXT_STEP,
  NO,
  REQUEST,
  TIME,
  YES,
} from './words/answer-words.ts';
import { AUTOMATIC, AWAY, AWAY_SUBJECT, GONE } from './words/automatic-words.ts';
import { asksToEnd, LEAVE, LEAVE_ALONE } from './words/leave-words.ts';
import { CALENDAR_LINK, clausesOf, namesAnother, ROBOT_ADDRESS, TICKET } from './words/structure.ts';

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
  /** When an absent person will be back. */
  awayUntil: Date | undefined;
}

export interface Finding {
  classified: Classified;
  /** Who decided it. */
  engine: 'rules' | 'llm';
}

/** Below this the rules' verdict is doubtful. */
const SURE = 0.9;

/** Whether the rules need no second opinion. Opt-outs and machines are never doubted. */
export function isSure({
  classification,
  confidence,
}: Pick<Classified, 'classification' | 'confidence'>): boolean {
  return classification === 'unsubscribe' || confidence >= SURE;
}

type Verdict = Pick<Classified, 'classification' | 'confidence'>;

/** The beginning of a reply is enough to classify it. */
const READ = 8_000;
/** Anything shorter may be just an out-of-office notice. */
const NOTICE_LENGTH = 600;

/** Classifies a reply: by its headers and structure first, then by phrases in many languages. */
export function classifyReply(whole: InboundMail, now: Date): Classified {
  const mail = {
    ...whole,
    subject: foldLetters(whole.subject),
    text: foldLetters(whole.text.slice(0, READ)),
  };
  const invitation = readInvitationAnswer(mail);
  if (invitation !== undefined) return { ...judgeInvitation(mail, invitation), awayUntil: undefined };
  const isAuto = isAutomatic(mail);
  if (isAway(mail, isAuto, now)) {
    const awayUntil = findReturnDate(mail.text, now) ?? findReturnDate(mail.subject, now);
    return { classification: 'out_of_office', confidence: isAuto ? 0.98 : 0.85, awayUntil };
  }
  if (isAuto || isAutomaticText(mail)) {
    return { classification: 'auto_reply', confidence: isAuto ? 0.95 : 0.75, awayUntil: undefined };
  }
  return { ...classifyWritten(mail), awayUntil: undefined };
}

/** Somebody is temporarily away. People who have left for good do not count. */
function isAway(mail: InboundMail, isAuto: boolean, now: Date): boolean {
  const { text } = mail;
  const subject = stripPrefix(mail.subject);
  const saysAway = AWAY.test(`${subject}\n${text}`);
  const isBack = namesReturn(text, now);
  if (GONE.test(text) && (isAuto || AWAY_SUBJECT.test(subject))) return false;
  if (AWAY_SUBJECT.test(subject)) return saysAway || isBack || !AUTOMATIC.test(text);
  if (saysAway) return isAuto || isShortNotice(mail);
  return isAuto && isBack && !TICKET.test(subject);
}

function isAutomaticText({ subject, text }: InboundMail): boolean {
  return AUTOMATIC.test(`${stripPrefix(subject)}\n${text}`);
}

const OF_INVITATION: Record<InvitationAnswer, Verdict> = {
  accepted: { classification: 'positive', confidence: 0.95 },
  invited: { classification: 'positive', confidence: 0.9 },
  other_time: { classification: 'positive', confidence: 0.9 },
  tentative: { classification: 'neutral', confidence: 0.9 },
  declined: { classification: 'negative', confidence: 0.95 },
};

/** The calendar's answer counts, whatever the mail is titled, unless its owner opts out. */
function judgeInvitation(mail: InboundMail, answer: InvitationAnswer): Verdict {
  const written = classifyWritten(mail);
  return written.classification === 'unsubscribe' ? written : OF_INVITATION[answer];
}

/** "Do not stop" is not a request to stop. */
const GO_ON = /\b(?:do not|don['’]?t|never) (?:you )?(?:dare |ever )?(?:to )?stop\b/gi;

/** Classifies what a person wrote. */
function classifyWritten(mail: InboundMail): Verdict {
  const text = stripSignature(mail.text).replace(GO_ON, 'go on');
  if (LEAVE_ALONE.test(text || stripPrefix(mail.subject))) {
    return { classification: 'unsubscribe', confidence: 0.98 };
  }
  if (LEAVE.test(text)) return { classification: 'unsubscribe', confidence: 0.92 };
  const said = findStatedFacts(text);
  if (asksToEnd(text) && !said.isTaken) return { classification: 'unsubscribe', confidence: 0.8 };
  return judgeAnswer(mail, text, said);
}

interface StatedFacts {
  isNo: boolean;
  /** A yes, or words of interest. */
  isTaken: boolean;
  /** Says only that it is interesting. */
  isMild: boolean;
  wantsMore: boolean;
  /** What would be wanted is negated. */
  isDenied: boolean;
  asks: boolean;
}

/** Judges each clause on its own: one may negate, another may want. */
function findStatedFacts(text: string): StatedFacts {
  const isNo = NO.test(text) || DENIED_YES.test(text);
  // A yes inside a no does not count: "not interested" contains "interested".
  const rest = text.replace(new RegExp(NO, 'giu'), ' - ').replace(new RegExp(DENIED_YES, 'giu'), ' - ');
  const said = { isTaken: false, isMild: true, wantsMore: false, isDenied: false };
  for (const clause of clausesOf(rest)) {
    const isDenial = DENIES.test(clause);
    const wants = NEXT_STEP.test(clause) || CALENDAR_LINK.test(clause);
    if (isDenial && !/[?？]$/.test(clause)) {
      said.isDenied ||= wants || INTEREST.test(clause);
      continue;
    }
    said.wantsMore ||= wants;
    if (YES.test(clause)) said.isMild = false;
    said.isTaken ||= YES.test(clause) || INTEREST.test(clause);
  }
  const asks = /[?？]|(?:ます|です|でしょう)か[。\s]|(?:ます|です|でしょう)か$/m.test(text);
  return { ...said, isNo, asks };
}

function judgeAnswer(mail: InboundMail, text: string, said: StatedFacts): Verdict {
  const { isNo, isTaken, isMild, wantsMore, asks } = said;
  const another = HANDED_OVER.test(text) || namesAnother(text, [mail.from, ...mail.recipients]);
  if (isNo) {
    return wantsMore && isTaken
      ? { classification: 'neutral', confidence: 0.5 }
      : { classification: 'negative', confidence: isTaken || wantsMore ? 0.75 : 0.9 };
  }
  // "Come back in some months" is neither won nor lost.
  if (LATER.test(text) && FAR_TIME.test(text) && !TIME.test(text) && isMild) {
    return { classification: 'neutral', confidence: 0.7 };
  }
  // A question after a polite "interesting" is a question.
  if (asks && isTaken && isMild && !wantsMore && !TIME.test(text) && !REQUEST.test(text)) {
    return { classification: 'question', confidence: 0.65 };
  }
  // Asking only for the price is not yet positive; naming a time or wanting to see more is.
  if (isTaken || (wantsMore && (REQUEST.test(text) || (!another && (!asks || TIME.test(text)))))) {
    return { classification: 'positive', confidence: isTaken && wantsMore ? 0.92 : 0.85 };
  }
  if (wantsMore && another && TIME.test(text)) return { classification: 'positive', confidence: 0.6 };
  // Naming a time without negating anything is a proposal.
  if (TIME.test(text) && (asks || !(DENIES.test(text) || another))) {
    return { classification: 'positive', confidence: 0.7 };
  }
  if (asks) return { classification: 'question', confidence: 0.8 };
  if (another) return { classification: 'neutral', confidence: 0.7 };
  if (said.isDenied || BOUND.test(text) || (text.length < 300 && DENIES.test(text))) {
    return { classification: 'negative', confidence: 0.65 };
  }
  return { classification: 'neutral', confidence: 0.6 };
}

/**
 * A machine-readable part (RFC 6522) that is neither a bounce nor a complaint: a read receipt, delivery
 * notice or policy report.
 */
function isReceipt({ reports }: InboundMail): boolean {
  return [...reports.keys()].some((type) =>
    /^message\/(?:(?:global-)?(?:delivery-status|disposition-notification)|feedback-report)$/.test(type),
  );
}

const AUTOMATIC_HEADERS = [
  'x-autoreply',
  'x-autorespond',
  'x-auto-reply-from',
  'x-autoreply-from',
  'x-autoresponder',
  'x-auto-response-suppress',
  'x-ms-exchange-generated-message-source',
  'x-ms-exchange-inbox-rules-loop',
  'x-autogenerated',
  'x-vacation',
];

/** RFC 3834, plus older and non-standard markers. */
function isAutomatic(mail: InboundMail): boolean {
  const { headers, from } = mail;
  if (isReceipt(mail) || hasNullReturnPath(mail)) return true;
  const submitted = headers.get('auto-submitted')?.toLowerCase() ?? 'no';
  if (submitted !== 'no' || AUTOMATIC_HEADERS.some((name) => headers.has(name))) return true;
  if (/auto[_-]?reply|junk|bulk/i.test(headers.get('precedence') ?? '')) return true;
  return ROBOT_ADDRESS.test(from);
}

/** A null return path marks mail nobody may reply to (RFC 5321 section 4.5.5). */
export function hasNullReturnPath({ headers }: InboundMail): boolean {
  return /^\s*<\s*>\s*$/.test(headers.get('return-path') ?? '');
}

/** People also mention holidays when they reply; a bare absence notice is short and asks nothing. */
function isShortNotice({ text }: InboundMail): boolean {
  return text.length < NOTICE_LENGTH && !/[?？]/.test(text) && !YES.test(text) && !NEXT_STEP.test(text);
}

function stripPrefix(subject: string): string {
  return subject
    .replace(/^(?:\s*(?:re|aw|sv|vs|fwd?|wg|tr|rif|antw|odp|ynt|res|r|ref)\s*(?:\[\d+\])?\s*[:：]\s*)+/i, '')
    .trim();
}
