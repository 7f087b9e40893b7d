import { decodeHTML } from 'entities';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { cutText } from '../../../../kit/cut-text.ts';
import { stripQuotes } from './strip-quotes.ts';

/** A parsed inbound mail. */
export interface InboundMail {
  from: string;
  /** All addressees, plus the envelope recipients if known. */
  recipients: string[];
  subject: string;
  /** The new text, without quotes. */
  text: string;
  messageId: string | undefined;
  /** Message-IDs it replies to, nearest first. */
  references: string[];
  headers: ReadonlyMap<string, string>;
  /** Machine-readable parts by media type: reports (RFC 6522) and calendars (RFC 6047). */
  reports: ReadonlyMap<string, string>;
  date: Date | undefined;
}

const MESSAGE_ID = /<[^<>\s]+@[^<>\s]+>/g;
const TEXT_LIMIT = 20_000;
const HEADERS_LIMIT = 1_048_576;
/** The author's own words come first in a mail; the quoted part may be long. */
const HTML_LIMIT = 400_000;
const QUOTING_LIMIT = 200_000;
const UNSEEN: readonly (readonly [from: RegExp, to: RegExp])[] = [
  [/<!--/g, /-->/g],
  [/<style\b/gi, /<\/style>/gi],
  [/<script\b/gi, /<\/script>/gi],
  [/<head\b/gi, /<\/head>/gi],
  [/<blockquote\b/gi, /<\/blockquote>/gi],
];

/** Parses raw bytes, however malformed. Cost is unbounded: run it in the sandbox. */
export async function readInboundMail(raw: Buffer, envelopeTo: readonly string[] = []): Promise<InboundMail> {
  return toInboundMail(await parseMime(raw).catch(() => parseMime(withoutStructure(raw))), envelopeTo);
}

/** Reads only the header and the beginning of a mail whose structure cannot be parsed. */
export async function readRoughly(raw: Buffer, envelopeTo: readonly string[] = []): Promise<InboundMail> {
  return toInboundMail(await parseMime(withoutStructure(raw)), envelopeTo);
}

function toInboundMail(mail: Email, envelopeTo: readonly string[]): InboundMail {
  const headers = new Map<string, string>();
  for (const { key, value } of mail.headers) if (!headers.has(key)) headers.set(key, value);
  const named = ['delivered-to', 'x-original-to', 'envelope-to', 'x-failed-recipients'].flatMap(
    (name) => headers.get(name)?.match(/[^\s<>,;"]+@[^\s<>,;"]+/g) ?? [],
  );
  const answered = `${mail.inReplyTo ?? ''} ${(mail.references ?? '').split(/\s+/).reverse().join(' ')}`;
  const written = mail.text?.trim() ? mail.text : htmlToText(mail.html ?? '');
  const text = cutText(written, QUOTING_LIMIT);
  const date = mail.date === undefined ? Number.NaN : Date.parse(mail.date);
  return {
    from: addressesOf(mail.from && [mail.from])[0] ?? headers.get('return-path')?.replace(/[<>]/g, '') ?? '',
    recipients: [...envelopeTo, ...addressesOf(mail.to), ...addressesOf(mail.cc), ...named].map((one) =>
      one.toLowerCase(),
    ),
    subject: cutText(clean(mail.subject ?? ''), 998),
    text: cutText(clean(stripQuotes(text)), TEXT_LIMIT),
    messageId: mail.messageId?.match(MESSAGE_ID)?.[0],
    references: [...new Set(answered.match(MESSAGE_ID) ?? [])].slice(0, 50),
    headers,
    reports: reportsOf(mail.attachments),
    date: Number.isNaN(date) ? undefined : new Date(date),
  };
}

function parseMime(raw: Buffer): Promise<Email> {
  return PostalMime.parse(raw, {
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
    maxNestingDepth: 32,
    maxHeadersSize: HEADERS_LIMIT,
  });
}

/**
 * Keeps the headers that identify a mail, drops those describing its structure, and treats the body as plain
 * text.
 */
function withoutStructure(raw: Buffer): Buffer {
  const text = raw.subarray(0, 4 * HEADERS_LIMIT).toString('latin1');
  const end = text.search(/\r?\n\r?\n/);
  const [head, body] = end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end)];
  const kept = head
    .slice(0, HEADERS_LIMIT / 2)
    .split(/\r?\n(?![ \t])/)
    .filter((field) => /^[!-9;-~]+:/.test(field) && !/^(?:content-|mime-version)/i.test(field));
  return Buffer.from(`${kept.join('\r\n')}\r\n\r\n${body.trimStart().slice(0, TEXT_LIMIT)}`, 'latin1');
}

function addressesOf(list: Address[] | undefined): string[] {
  return (list ?? []).flatMap((one) =>
    one.group === undefined ? one.address : one.group.map(({ address }) => address),
  );
}

function reportsOf(attachments: Attachment[]): Map<string, string> {
  const reports = new Map<string, string>();
  for (const { mimeType, content } of attachments) {
    if (!/^(?:message\/|text\/rfc822-headers|text\/calendar)/.test(mimeType) || typeof content !== 'string')
      continue;
    if (!reports.has(mimeType)) reports.set(mimeType, content.slice(0, 100_000));
  }
  return reports;
}

const REPLY_HEAD = /<hr\b[^<>]*>|<div\b[^<>]*\bid="?[\w-]*(?:divRplyFwdMsg|appendonsend)[^<>]*>/gi;

/** The text of an HTML part, in linear time however it is nested or left unclosed. */
function htmlToText(html: string): string {
  let own = html.slice(0, HTML_LIMIT).replace(/\s+/g, ' ');
  for (const [from, to] of UNSEEN) own = without(own, from, to);
  const text = own
    // Office programs draw a line above the quoted mail.
    .replace(REPLY_HEAD, '\n__________\n')
    .replace(/<br\s*\/?>|<\/(?:p|div|tr|li|h\d)>/gi, '\n')
    .replace(/<[^<>]*>/g, '');
  return decodeHTML(text)
    .replace(/\u00a0/g, ' ')
    .replace(/ ?\n ?/g, '\n');
}

/** The text without the marks and everything between them. */
function without(text: string, from: RegExp, to: RegExp): string {
  let kept = '';
  let at = 0;
  for (;;) {
    from.lastIndex = at;
    const start = from.exec(text);
    if (start === null) return kept + text.slice(at);
    to.lastIndex = from.lastIndex;
    const end = to.exec(text);
    if (end === null) return kept + text.slice(at);
    kept += text.slice(at, start.index);
    at = to.lastIndex;
  }
}

/** Keeps only what PostgreSQL can store. */
function clean(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().trim();
}
