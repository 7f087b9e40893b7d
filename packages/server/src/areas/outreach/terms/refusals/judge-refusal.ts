import { foldLetters } from '../fold-letters.ts';
import { MAY_PASS, NOT_US, SENDER, UNKNOWN_RECIPIENT } from './bounce-words.ts';

/** A mail server's response when it did not accept a mail. */
export interface Refusal {
  /** RFC 3463 status such as `5.1.1`; undefined when there is none. */
  status: string | undefined;
  /** Its SMTP response. */
  diagnostic: string;
  /** The rest of the bounce's text, folded. */
  notice?: string;
}

/**
 * Address status (x.1.x), except for the sender's (7, 8), which is not the recipient's fault, and for those
 * where others must be asked.
 */
const NO_SUCH_ADDRESS = /^5\.1\.(?!7$|8$)\d+$/;
/** The mailbox is disabled, or its domain has no route (310 is Microsoft's code for that). */
const NO_SUCH_MAILBOX = /^5\.(?:2\.1|4\.4|4\.310)$/;
/** `.0` means "other": conclusive for the address, not for mailbox, system or network. */
const UNSPECIFIC = /^5\.[02345]\.0$/;
/** Protocol errors: mostly the client's fault. */
const OF_PROTOCOL = /^5\.5\.\d+$/;

/**
 * Whether the address does not exist, now or later. A full mailbox or a policy may change; a missing address
 * will not. The status is the best evidence if it says anything, then the text, then the code.
 */
export function isUnknownRecipient({ status, diagnostic, notice = '' }: Refusal): boolean {
  const words = foldLetters(diagnostic);
  if (status !== undefined && !UNSPECIFIC.test(status) && !OF_PROTOCOL.test(status)) {
    if (NO_SUCH_MAILBOX.test(status)) return true;
    // Microsoft's response for an address that is not in its directory.
    if (status === '5.4.1') return /recipient address rejected: access denied/i.test(words);
    return NO_SUCH_ADDRESS.test(status) && !SENDER.test(words);
  }
  if (SENDER.test(words)) return false;
  const text = `${words}\n${notice}`;
  if (MAY_PASS.test(text)) return false;
  const isForGood = status !== undefined && UNSPECIFIC.test(status);
  return isForGood || UNKNOWN_RECIPIENT.test(text) || /(?<!\d)5(?:50|51|53|54)(?!\d)/.test(diagnostic);
}

/** Whether a relay rejects all mail from us, whoever the recipient. Many servers say so only at RCPT. */
export function refusesUs({ status, diagnostic }: Refusal): boolean {
  return /^5\.1\.[78]$/.test(status ?? '') || NOT_US.test(foldLetters(diagnostic));
}

/** The RFC 3463 status in an SMTP response. */
export function statusIn(answer: string): string | undefined {
  return /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(answer)?.[1];
}
