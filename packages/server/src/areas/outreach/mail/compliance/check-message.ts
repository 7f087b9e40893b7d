import { DateTime } from 'luxon';
import { domainOf } from '../../../../engine/mail/index.ts';
import { cutText } from '../../../../kit/cut-text.ts';
import type { QuietHours } from '../../terms/legal-terms.ts';
import { type ComplianceCheck, type ComplianceVerdict, verdictOf } from './compliance-check.ts';
import { findUnsupportedClaims } from './find-claims.ts';
import { quietUntil, usualQuietHours } from './quiet-hours.ts';

/** What the guard checks: the message as it will be sent, and what is known of its recipient. */
export interface GuardedMessage {
  subject: string;
  text: string;
  from: string;
  to: string;
  /** The recipient's country, ISO 3166 alpha-2, if known. */
  country: string | null;
  suppressedBy: string | null;
  unsubscribeUrl: string;
  /** The mail's headers as they will be sent. */
  headers: Readonly<Record<string, string>>;
  postalAddress: string | null;
  legalBasis: string | null;
  /** Whether we sent this person an earlier mail that a `Re:` may refer to. */
  hasThread: boolean;
  unresolved: readonly string[];
  /** Why a text could not be rendered at all. */
  fault?: string | undefined;
  /** The sender's texts that support claims: the value proposition, cited findings. */
  evidence: readonly string[];
  /**
   * When it is to be sent, the recipient's time zone, and the sender's quiet hours; null for the usual ones.
   */
  timing?: { atMs: number; zone: string | null; quietHours: QuietHours | null } | undefined;
  /** Whether the mail can reach a real person. In the sandbox it cannot. */
  reachesPeople: boolean;
}

// Countries whose law requires consent or another stated basis before the first commercial mail.
const CONSENT_COUNTRIES = new Set(
  'AT BE BG CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
    ' ',
  ),
);

/** The guard: code, not a model. Runs when a message is queued and again right before it is handed over. */
export function checkMessage(message: GuardedMessage): ComplianceVerdict {
  return verdictOf([
    checkSuppression(message),
    checkInjection(message),
    checkUnsubscribeLink(message),
    checkOneClick(message),
    checkPostalAddress(message),
    checkSubject(message),
    checkFrom(message),
    checkLegalBasis(message),
    checkQuietHours(message),
    checkVariables(message),
    checkClaims(message),
  ]);
}

type CheckMessage = (message: GuardedMessage) => ComplianceCheck;

const checkSuppression: CheckMessage = ({ suppressedBy }) =>
  suppressedBy === null
    ? passed('suppression', 'The address is not on the suppression list.')
    : blocked('suppression', `The address is on the suppression list: ${suppressedBy}.`);

const checkInjection: CheckMessage = ({ subject, from, to, headers }) =>
  [subject, from, to, ...Object.values(headers)].some((value) => /[\r\n\0]/.test(value))
    ? blocked('header_injection', 'A header holds a line break.')
    : passed('header_injection', 'No header holds a line break.');

const checkUnsubscribeLink: CheckMessage = ({ text, unsubscribeUrl }) =>
  text.includes(unsubscribeUrl)
    ? passed('unsubscribe_link', 'The text holds the unsubscribe link.')
    : blocked('unsubscribe_link', 'The text holds no unsubscribe link. Add {{ unsubscribe_url }}.');

const checkOneClick: CheckMessage = ({ headers }) =>
  /<https?:\/\/[^>]+>/.test(headers['List-Unsubscribe'] ?? '') &&
  headers['List-Unsubscribe-Post'] === 'List-Unsubscribe=One-Click'
    ? passed('one_click_header', 'The mail can be unsubscribed from with one click (RFC 8058).')
    : blocked('one_click_header', 'The headers of one-click unsubscribe (RFC 8058) are missing.');

const checkPostalAddress: CheckMessage = ({ postalAddress, text, reachesPeople }) => {
  if (postalAddress !== null && text.includes(postalAddress)) {
    return passed('postal_address', 'The text holds the postal address of the sender.');
  }
  const detail =
    'There is no postal address of the sender. Set `legal.postal_address` of the campaign or `postal_address` of the mailbox.';
  return reachesPeople ? blocked('postal_address', detail) : sandboxWarning('postal_address', detail);
};

const checkSubject: CheckMessage = ({ subject, hasThread }) => {
  if (subject.trim() === '') return blocked('honest_subject', 'The subject is empty.');
  if (/^\s*(re|aw|sv|fwd?|wg|tr|rv)\s*:/i.test(subject) && !hasThread) {
    return blocked('honest_subject', 'The subject pretends to be a reply, and there is no earlier mail.');
  }
  const letters = subject.replace(/[^\p{L}]/gu, '');
  if (letters.length > 12 && letters === letters.toUpperCase() && letters !== letters.toLowerCase()) {
    return { ...warning('honest_subject', 'The subject is written in capitals.'), severity: 'low' };
  }
  return passed('honest_subject', 'The subject does not pretend to be what it is not.');
};

const checkFrom: CheckMessage = ({ from, to }) => {
  const name = from.replace(/<[^<>]*>\s*$/, '');
  const claimed = /[\w.+-]+@([\w-]+(?:\.[\w-]+)+)/.exec(name)?.[1]?.toLowerCase();
  if (claimed !== undefined && claimed !== domainOf(from)) {
    return blocked('honest_from', 'The name of the sender shows an address of another domain.');
  }
  if (
    domainOf(from) === domainOf(to) &&
    !/localhost$|\.test$|\.example$|example\.(com|net|org)$/.test(domainOf(to))
  ) {
    return { ...warning('honest_from', 'Sender and recipient are of one domain.'), severity: 'low' };
  }
  return passed('honest_from', 'The sender is the mailbox that sends.');
};

const checkLegalBasis: CheckMessage = ({ legalBasis, country, reachesPeople }) => {
  if (legalBasis !== null) return passed('legal_basis', `The legal basis is ${legalBasis}.`);
  if (country === null || !CONSENT_COUNTRIES.has(country.toUpperCase())) {
    return passed('legal_basis', 'No country is known that asks for a legal basis first.');
  }
  const detail = `Mail to ${country.toUpperCase()} needs a legal basis. Set \`legal.basis\`.`;
  return reachesPeople ? blocked('legal_basis', detail) : sandboxWarning('legal_basis', detail);
};

const checkQuietHours: CheckMessage = ({ timing }) => {
  if (timing === undefined) return passed('quiet_hours', 'It goes out at a time that was chosen before.');
  const { atMs, zone, quietHours } = timing;
  if (zone === null) return passed('quiet_hours', 'Nobody knows what time it is where the recipient is.');
  const until = quietUntil(quietHours ?? usualQuietHours, zone, atMs);
  if (until === undefined) return passed('quiet_hours', 'It is day where the recipient is.');
  const end = `${DateTime.fromMillis(until, { zone }).toFormat('HH:mm')} (${zone})`;
  return quietHours === null
    ? warning(
        'quiet_hours',
        `It is night where the recipient is. \`legal.quiet_hours\` of a campaign would hold it until ${end}.`,
      )
    : passed('quiet_hours', `It waits until ${end}, when the quiet hours end.`);
};

// No pattern here may rescan the rest of the text from every position.
const LEFTOVERS =
  /\{\{[^{}]*\}\}|\{%[^%]*%\}|\[(?:first|last|full)?[ _]?(?:name|company|title)\]|%(?:FIRST|LAST)?_?NAME%|<<[A-Za-z_ ]+>>/i;

const checkVariables: CheckMessage = ({ unresolved, fault, subject, text }) => {
  if (fault !== undefined) return blocked('unresolved_variables', fault);
  if (unresolved.length > 0) {
    return blocked(
      'unresolved_variables',
      `Nothing stands for ${unresolved.map((name) => `\`${name}\``).join(', ')}. Give it a value, or a \`default\` in the template.`,
    );
  }
  const leftover = LEFTOVERS.exec(`${subject}\n${text}`)?.[0];
  return leftover === undefined
    ? passed('unresolved_variables', 'Every variable was filled in.')
    : blocked('unresolved_variables', `\`${cutText(leftover, 60)}\` was not filled in.`);
};

const checkClaims: CheckMessage = ({ subject, text, evidence }) => {
  const [claim] = findUnsupportedClaims(`${subject}\n${text}`, evidence);
  return claim === undefined
    ? passed('claims_without_evidence', 'No claim stands without evidence.')
    : {
        rule: 'claims_without_evidence',
        result: 'blocked',
        severity: 'medium',
        detail: `“${claim}” is claimed, and nothing supports it.`,
      };
};

function passed(rule: ComplianceCheck['rule'], detail: string): ComplianceCheck {
  return { rule, result: 'passed', severity: 'low', detail };
}

function warning(rule: ComplianceCheck['rule'], detail: string): ComplianceCheck {
  return { rule, result: 'warning', severity: 'medium', detail };
}

function sandboxWarning(rule: ComplianceCheck['rule'], detail: string): ComplianceCheck {
  return warning(rule, `${detail} It is let through because the sandbox reaches nobody.`);
}

function blocked(rule: ComplianceCheck['rule'], detail: string): ComplianceCheck {
  return { rule, result: 'blocked', severity: 'high', detail };
}
