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

/** Same limit as for inbound subjects. */
const MAX_SUBJECT = 998;

/** A message before rendering: texts with variables, and everything the guard checks. */
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
  /** When it is to be sent; undefined when the recipient asked for the time. */
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
  /**
   * Whether the texts were accepted earlier: one that cannot be rendered is then blocked instead of rejected.
   */
  isStored?: boolean;
}

/** Renders a draft, adds what every mail must contain, and has the guard check the result. */
export async function writeMessage(draft: Draft, options: WriteOptions): Promise<WrittenMessage> {
  const prepared = prepare(draft, options);
  const rendered = await renderTexts(draft.orgId, prepared.texts, prepared.variables, options);
  return finish(draft, options, prepared, rendered);
}

/** Like `writeMessage`, but synchronous; undefined when the texts need more than plain placeholders. */
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
  // Lower case only: servers on the return path may change the case of a bounce address.
  const token = randomBytes(16).toString('hex');
  const unsubscribeUrl = links.unsubscribe(token);
  const postalAddress = legal.postalAddress ?? mailbox.postalAddress;
  const variables = { ...fixedVariables(draft, { links, token, postalAddress }), ...draft.variables };
  // Variables must not override the service's own links.
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
    // A subject is one line: variables must not be able to inject headers.
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

/**
 * Replaces line breaks with spaces, piecewise: a single regex would rescan long runs of blanks again and
 * again.
 */
function toOneLine(text: string): string {
  if (!/[\r\n]/.test(text)) return text.trim();
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** The headers required by RFC 8058. */
export function complianceHeaders(unsubscribeUrl: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

export function senderOf(mailbox: Pick<Mailbox, 'address' | 'name'>): string {
  return formatAddress(mailbox.address, mailbox.name);
}

/** The same on every attempt, so that receivers can detect duplicates. */
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
  // Empty values are left out, so that a template that needs one is blocked rather than sent with a gap.
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
