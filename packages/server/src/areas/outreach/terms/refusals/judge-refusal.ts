import { foldLetters } from '../fold-letters.ts';
import { MAY_PASS, NOBODY, NOT_US, SENDER } from './bounce-words.ts';

/** What a mail server said when it did not take a mail. */
export interface Refusal {
  /** RFC 3463 status such as `5.1.1`; undefined when none was found. */
  status: string | undefined;
  /** Its answer to SMTP. */
  diagnostic: string;
  /** What a bounce says beside it, folded. */
  notice?: string;
}

/** Of the address (1): but for the sender's (7, 8), which the recipient cannot help, and for where others must be asked. */
const NO_SUCH_ADDRESS = /^5\.1\.(?!7$|8$)\d+$/;
/** The mailbox is closed, or its domain leads nowhere (310 is Microsoft's word for that). */
const NO_SUCH_PLACE = /^5\.(?:2\.1|4\.4|4\.310)$/;
/** `.0` is "other": of the address that says enough, of the mailbox, the system or the network it does not. */
const SAYS_NOTHING = /^5\.[02345]\.0$/;
/** Of the protocol: mostly that the client spoke it badly. */
const OF_PROTOCOL = /^5\.5\.\d+$/;

/**
 * Whether nobody is at the address, now or later. A full mailbox or a policy may change; an address that is not there will
 * not. The status says it best, where it says anything; else the words; else the code.
 */
export function isNobodyThere({ status, diagnostic, notice = '' }: Refusal): boolean {
  const words = foldLetters(diagnostic);
  if (status !== undefined && !SAYS_NOTHING.test(status) && !OF_PROTOCOL.test(status)) {
    if (NO_SUCH_PLACE.test(status)) return true;
    // What Microsoft says of an address that its directory does not have.
    if (status === '5.4.1') return /recipient address rejected: access denied/i.test(words);
    return NO_SUCH_ADDRESS.test(status) && !SENDER.test(words);
  }
  if (SENDER.test(words)) return false;
  const text = `${words}\n${notice}`;
  if (MAY_PASS.test(text)) return false;
  const isForGood = status !== undefined && SAYS_NOTHING.test(status);
  return isForGood || NOBODY.test(text) || /(?<!\d)5(?:50|51|53|54)(?!\d)/.test(diagnostic);
}

/** Whether a relay does not take mail from us at all, whoever it is for. Many servers say so only when they hear a recipient. */
export function refusesUs({ status, diagnostic }: Refusal): boolean {
  return /^5\.1\.[78]$/.test(status ?? '') || NOT_US.test(foldLetters(diagnostic));
}

/** The RFC 3463 status in an answer to SMTP. */
export function statusIn(answer: string): string | undefined {
  return /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(answer)?.[1];
}
