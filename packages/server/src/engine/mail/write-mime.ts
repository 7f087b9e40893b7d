import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { bareAddress, domainOf } from './address.ts';
import type { MailMessage } from './mail.ts';

const CRLF = '\r\n';
/** RFC 5322 section 2.1.1: at most 998 characters per line, preferably 78. */
const SOFT_LINE = 76;

/** Whether this writer supports the mail; others are left to the library. */
export function isPlainMail({ calendar, from, to }: MailMessage): boolean {
  const names = [from, to].every(
    (address) => isIP(domainOf(address)) === 0 && /^[\x20-\x7e]*$/.test(bareAddress(address)),
  );
  return calendar === undefined && names;
}

/**
 * A plain-text mail, with or without HTML, as RFC 5322 bytes. The general-purpose library takes several times
 * as long for this kind, which is nearly all that is sent.
 */
export function writeMime(message: MailMessage, date: Date): Buffer {
  const { text, html } = message;
  const boundary = `=_${randomBytes(12).toString('hex')}`;
  const lines: string[] = [];
  for (const [name, value] of Object.entries(message.headers ?? {})) lines.push(foldHeader(name, value));
  lines.push(foldHeader('From', encodeAddress(message.from)));
  lines.push(foldHeader('To', encodeAddress(message.to)));
  if (message.replyTo !== undefined) lines.push(foldHeader('Reply-To', encodeAddress(message.replyTo)));
  lines.push(`Subject: ${encodeText(message.subject)}`);
  lines.push(`Message-ID: ${message.messageId}`);
  lines.push(`Date: ${date.toUTCString().replace('GMT', '+0000')}`);
  lines.push('MIME-Version: 1.0');
  if (html === undefined) {
    lines.push(writePart('text/plain', text));
  } else {
    lines.push(`Content-Type: multipart/alternative; boundary="${boundary}"`, '');
    lines.push(`--${boundary}`, writePart('text/plain', text));
    lines.push(`--${boundary}`, writePart('text/html', html));
    lines.push(`--${boundary}--`);
  }
  return Buffer.from(lines.join(CRLF) + CRLF, 'latin1');
}

function writePart(type: string, content: string): string {
  const lines = content.replace(/\r\n?/g, '\n').split('\n');
  const isPlain = lines.every(
    (line) => line.length <= SOFT_LINE && /^[\x20-\x7e\t]*$/.test(line) && !/[ \t]$/.test(line),
  );
  const [encoding, body] = isPlain ? ['7bit', lines.join(CRLF)] : encodeLines(lines);
  const head = `Content-Type: ${type}; charset=utf-8`;
  return [head, `Content-Transfer-Encoding: ${encoding}`, '', body].join(CRLF);
}

/**
 * Uses the shorter of the two encodings (RFC 2045 section 6): for scripts where each byte is escaped,
 * quoted-printable triples the length and takes thirty times the CPU time of base64.
 */
function encodeLines(lines: readonly string[]): [encoding: string, body: string] {
  const bytes = Buffer.from(lines.join(CRLF), 'utf8');
  // Two extra bytes per escape, against a third more overall.
  if (6 * countEscapes(bytes) <= bytes.length) return ['quoted-printable', lines.map(quoteLine).join(CRLF)];
  const text = bytes.toString('base64');
  const rows: string[] = [];
  for (let at = 0; at < text.length; at += SOFT_LINE) rows.push(text.slice(at, at + SOFT_LINE));
  return ['base64', rows.join(CRLF)];
}

/** Bytes that quoted-printable must escape, not counting line ends. */
function countEscapes(bytes: Buffer): number {
  let count = 0;
  // By index: an iterator takes four times as long.
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (byte > 0x7e || byte === 0x3d) count++;
  }
  return count;
}

/** Encodes a line as quoted-printable (RFC 2045 section 6.7), with soft line breaks. */
function quoteLine(line: string): string {
  const bytes = Buffer.from(line, 'utf8').toString('latin1');
  const quoted = bytes
    // biome-ignore lint/suspicious/noControlCharactersInRegex: everything but tab and printable ASCII
    .replace(/[\x00-\x08\x0b-\x1f=\x7f-\xff]/g, hex)
    .replace(/[ \t]$/, hex);
  if (quoted.length <= SOFT_LINE) return quoted;
  let broken = '';
  let start = 0;
  while (quoted.length - start > SOFT_LINE) {
    let end = start + SOFT_LINE - 1;
    // Do not split an escape.
    if (quoted[end - 1] === '=') end -= 1;
    else if (quoted[end - 2] === '=') end -= 2;
    broken += `${quoted.slice(start, end)}=${CRLF}`;
    start = end;
  }
  return broken + quoted.slice(start);
}

/** Every byte as an escape, precomputed: text in other scripts has many non-ASCII bytes. */
const ESCAPES = Array.from(
  { length: 256 },
  (_, byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
);

function hex(character: string): string {
  return ESCAPES[character.charCodeAt(0)] ?? character;
}

/** Text of a header: as it is, or as RFC 2047 words, each of whole characters. */
function encodeText(text: string): string {
  const line = text.replace(/[\r\n]+/g, ' ');
  if (/^[\x20-\x7e]*$/.test(line) && line.length <= 900 && !line.includes('=?')) return foldWords(line);
  const words: string[] = [];
  let word = '';
  for (const character of line) {
    // 75 characters per word; 45 bytes make 60 of base64.
    if (Buffer.byteLength(word) + Buffer.byteLength(character) > 42) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  if (word !== '') words.push(word);
  return words.map((one) => `=?UTF-8?B?${Buffer.from(one).toString('base64')}?=`).join(`${CRLF} `);
}

function encodeAddress(address: string): string {
  const bare = bareAddress(address);
  const name = /^\s*"?(.*?)"?\s*<[^<>]*>\s*$/.exec(address)?.[1]?.replace(/\\(.)/g, '$1');
  if (name === undefined || name === '') return bare;
  if (/^[\x20-\x7e]*$/.test(name) && !name.includes('=?'))
    return `"${name.replace(/["\\]/g, '\\$&')}" <${bare}>`;
  return `${encodeText(name)} <${bare}>`;
}

function foldHeader(name: string, value: string): string {
  const line = value.replace(/\r\n(?![ \t])|\r(?!\n)|(?<!\r)\n/g, ' ');
  return `${name}: ${line.includes(CRLF) ? line : foldWords(line, name.length + 2)}`;
}

/** Folds a long line before words, where a reader joins it again. */
function foldWords(text: string, used = 9): string {
  if (text.length + used <= SOFT_LINE) return text;
  let folded = '';
  let length = used;
  for (const word of text.split(/(?= )/)) {
    if (length + word.length > SOFT_LINE && folded.trim() !== '') {
      folded += CRLF;
      length = 0;
    }
    folded += word;
    length += word.length;
  }
  return folded;
}
