import { randomBytes } from 'node:crypto';
import { formatAddress } from '../../../../engine/mail/index.ts';
import { escapeHtml } from '../../../../kit/escape-html.ts';
import { formatId } from '../../../../kit/ids.ts';
import type { LegalTerms } from '../../terms/legal-terms.ts';
import { checkMessage } from '../compliance/check-message.ts';
import type { ComplianceVerdict } from '../compliance/compliance-check.ts';
import type { Links } from '../links/links.ts';
import type { Mailbox } from '../mailboxes/mailbox.ts';
import type { Rendered, TemplateVariables } from '../templates/plain-template.ts';
import { type NamedText, renderPlain, renderTexts } from '../templates/template-renderer.ts';
import type { Recipient } from './communication.ts';
import { textToHtml } from './text-to-html.ts';

/** As for what comes in as a subject. */
const MAX_SUBJECT = 998;

/** A message before it is written: texts with their variables, and all that the guard looks at. */
export interface Draft {
  orgId: string;
  subject: string;
  body: string;
  html: string | null;
  variables: TemplateVariables;
  recipient: Recipient;
  mailbox: Pick<Mailbox, 'address' | 'name' | 'postalAddress'>;
  legal: LegalTerms;
  evidence: readonly string[];
  suppressedBy: string | null;
  hasThread: boolean;
  /** When it is to go out; left out, the time is one that the recipient asked for. */
  sendsAt?: Date;
}

export interface WrittenMessage {
  token: string;
  messageId: string;
  subject: string;
  body: string;
  html: string;
  toName: string | null;
  verdict: ComplianceVerdict;
}

export interface WriteOptions {
  /** UUID of the message. */
  id: string;
  links: Links;
  reachesPeople: boolean;
  /** The texts were taken before: one that cannot be filled in is blocked, where else it is refused. */
  isStored?: boolean;
}

/** Fills in a draft, adds what every mail must hold, and has the guard judge the whole. */
export async function writeMessage(draft: Draft, options: WriteOptions): Promise<WrittenMessage> {
  const prepared = prepare(draft, options);
  const rendered = await renderTexts(draft.orgId, prepared.texts, prepared.variables, options);
  return finish(draft, options, prepared, rendered);
}

/** As `writeMessage`, at once; undefined where the texts ask for more than names of values. */
export function writePlainMessage(draft: Draft, options: WriteOptions): WrittenMessage | undefined {
  const prepared = prepare(draft, options);
  const rendered = renderPlain(prepared.texts, prepared.variables);
  return rendered && finish(draft, options, prepared, rendered);
}

interface Prepared {
  token: string;
  unsubscribeUrl: string;
  postalAddress: string | null;
  texts: NamedText[];
  variables: TemplateVariables;
}

function prepare(draft: Draft, { links }: WriteOptions): Prepared {
  const { subject, body, html, legal, mailbox } = draft;
  // Of one case: servers on the way back may change that of a bounce address.
  const token = randomBytes(16).toString('hex');
  const unsubscribeUrl = links.unsubscribe(token);
  const postalAddress = legal.postalAddress ?? mailbox.postalAddress;
  const variables = { ...fixedVariables(draft, { links, token, postalAddress }), ...draft.variables };
  // The links are the service's own: nothing may stand in for them.
  variables.unsubscribe_url = unsubscribeUrl;
  const texts = [
    { field: 'subject', text: subject },
    { field: 'body', text: body },
    ...(html === null ? [] : [{ field: 'html', text: html }]),
  ];
  return { token, unsubscribeUrl, postalAddress, texts, variables };
}

function finish(
  draft: Draft,
  { id, reachesPeople }: WriteOptions,
  { token, unsubscribeUrl, postalAddress }: Prepared,
  texts: readonly Rendered[],
): WrittenMessage {
  const { recipient, mailbox, legal } = draft;
  const [subject, body, html] = texts as [Rendered, Rendered, Rendered | undefined];
  const text = addFooter(body.text, { unsubscribeUrl, postalAddress });
  const verdict = checkMessage({
    subject: subject.text,
    text,
    from: senderOf(mailbox),
    to: recipient.email,
    country: recipient.country,
    suppressedBy: draft.suppressedBy,
    unsubscribeUrl,
    headers: complianceHeaders(unsubscribeUrl),
    postalAddress,
    legalBasis: legal.basis,
    hasThread: draft.hasThread,
    unresolved: [...new Set(texts.flatMap(({ unresolved }) => unresolved))],
    fault: texts.find(({ fault }) => fault !== undefined)?.fault ?? tooLong(subject.text),
    evidence: draft.evidence,
    timing: draft.sendsAt && {
      atMs: draft.sendsAt.getTime(),
      zone: recipient.timezone,
      quietHours: legal.quietHours ?? null,
    },
    reachesPeople,
  });
  return {
    token,
    messageId: messageIdOf(id, mailbox),
    // A subject is one line: what a variable brings in must not become a header of its own.
    subject: toOneLine(subject.text),
    body: text,
    html: html === undefined ? textToHtml(text) : addHtmlFooter(html.text, { unsubscribeUrl, postalAddress }),
    toName: [recipient.firstName, recipient.lastName].filter(Boolean).join(' ') || null,
    verdict,
  };
}

function tooLong(subject: string): string | undefined {
  if (subject.length <= MAX_SUBJECT) return undefined;
  return `The subject comes to more than ${MAX_SUBJECT} characters.`;
}

/** Line breaks as spaces, in pieces: a pattern would go over one long blank again and again. */
function toOneLine(text: string): string {
  if (!/[\r\n]/.test(text)) return text.trim();
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** The headers that RFC 8058 asks for. */
export function complianceHeaders(unsubscribeUrl: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

export function senderOf(mailbox: Pick<Mailbox, 'address' | 'name'>): string {
  return formatAddress(mailbox.address, mailbox.name);
}

/** The same on every attempt, so that receivers can tell a repeat. */
function messageIdOf(id: string, mailbox: Pick<Mailbox, 'address'>): string {
  return `<${formatId('com', id)}@${mailbox.address.slice(mailbox.address.lastIndexOf('@') + 1)}>`;
}

function fixedVariables(
  { recipient, mailbox }: Draft,
  { links, token, postalAddress }: { links: Links; token: string; postalAddress: string | null },
): TemplateVariables {
  const fields = {
    email: recipient.email,
    first_name: recipient.firstName,
    last_name: recipient.lastName,
    full_name: [recipient.firstName, recipient.lastName].filter(Boolean).join(' ') || null,
    title: recipient.title,
    company: recipient.company,
    domain: recipient.domain,
    country: recipient.country,
  };
  // A name without a value is left out, so that a template that counts on it is stopped, not sent with a gap.
  const known = Object.entries({ ...recipient.customFields, ...fields }).filter(
    ([, value]) => value !== null && value !== '',
  );
  return {
    ...Object.fromEntries(known),
    lead: Object.fromEntries(known),
    sender: { name: mailbox.name, email: mailbox.address },
    sender_name: mailbox.name,
    sender_email: mailbox.address,
    booking_url: links.booking(token),
    ...(postalAddress !== null && { postal_address: postalAddress }),
  };
}

interface Footer {
  unsubscribeUrl: string;
  postalAddress: string | null;
}

function addFooter(text: string, { unsubscribeUrl, postalAddress }: Footer): string {
  const lines = [];
  if (postalAddress !== null && !text.includes(postalAddress)) lines.push(postalAddress);
  if (!text.includes(unsubscribeUrl)) lines.push(`Unsubscribe: ${unsubscribeUrl}`);
  return lines.length === 0 ? text : `${text.trimEnd()}\n\n-- \n${lines.join('\n')}\n`;
}

function addHtmlFooter(html: string, { unsubscribeUrl, postalAddress }: Footer): string {
  const lines = [];
  if (postalAddress !== null && !html.includes(postalAddress)) lines.push(escapeHtml(postalAddress));
  if (!html.includes(unsubscribeUrl)) lines.push(`<a href="${unsubscribeUrl}">Unsubscribe</a>`);
  if (lines.length === 0) return html;
  const footer = `<p style="font-size:12px;color:#666">${lines.join('<br>')}</p>`;
  const end = html.search(/<\/body>/i);
  return end < 0 ? html + footer : html.slice(0, end) + footer + html.slice(end);
}
