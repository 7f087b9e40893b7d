import { createHash } from 'node:crypto';
import PostalMime from 'postal-mime';
import { cutText } from '../../../../kit/cut-text.ts';
import type { SandboxHandlers } from '../../../../kit/sandbox/index.ts';
import type { ShownMail } from '../../mail/sandbox/show-mail.ts';
import { classifyMail } from './classify-mail.ts';
import { type Classified, classifyReply } from './classify-reply.ts';
import { findReturnDate } from './find-return-date.ts';
import { type InboundMail, readInboundMail, readRoughly } from './inbound-mail.ts';
import type { Bounce, Complaint } from './read-report.ts';
import { stripQuotes } from './strip-quotes.ts';

/** Mail tasks of the sandbox. Results are returned as JSON. */
export interface MailTasks {
  /** Parses and classifies a mail: a `ReadMail`. */
  read: { input: ReadInput; output: string };
  /** The same using only headers and the beginning, for mail that cannot be parsed. */
  readRoughly: { input: ReadInput; output: string };
  /** Classifies just the text of an answer: a `JudgedText`. */
  judge: { input: JudgeInput; output: string };
  /** A mail as its reader would see it: a `ShownMail`. */
  show: { input: Uint8Array; output: string };
}

export type ReadInput = {
  /** Bytes, also in blocks; a string with any line endings when it did not arrive as bytes. */
  raw: Uint8Array | readonly Uint8Array[] | string;
  /** Envelope recipients. */
  envelopeTo: readonly string[];
  nowMs: number;
};

export type JudgeInput = {
  subject: string;
  text: string;
  /** As JSON, with lower-case names. */
  headers: string;
  nowMs: number;
};

export interface JudgedText {
  classification: Classified['classification'];
  confidence: number;
  /** ISO 8601. */
  awayUntil: string | null;
  /** The author's own text, without quotes. */
  text: string;
}

/** An inbound mail with the rules' verdict. Times are Unix milliseconds. */
export interface ReadMail {
  from: string;
  recipients: string[];
  subject: string;
  text: string;
  /** Message-IDs it replies to, nearest first. */
  references: string[];
  /** Identifies the mail; hexadecimal. */
  fingerprint: string;
  classification: Classified['classification'];
  confidence: number;
  awayUntilMs: number | null;
  /** The return date it mentions, whatever its class. */
  returnDateMs: number | null;
  report: Bounce | Complaint | null;
}

/** How many of a mail's recipients are looked at. */
const MAX_RECIPIENTS = 1_000;

export const sandboxHandlers: SandboxHandlers<MailTasks> = {
  async read(input) {
    const raw = bytesOf(input.raw);
    return JSON.stringify(judge(await readInboundMail(raw, input.envelopeTo), raw, input.nowMs));
  },
  async readRoughly(input) {
    const raw = bytesOf(input.raw);
    return JSON.stringify(judge(await readRoughly(raw, input.envelopeTo), raw, input.nowMs));
  },
  judge({ subject, text: whole, headers, nowMs }) {
    const text = stripQuotes(whole);
    const answer = {
      from: '',
      recipients: [],
      subject,
      text,
      messageId: undefined,
      references: [],
      headers: new Map(Object.entries(JSON.parse(headers) as Record<string, string>)),
      reports: new Map(),
      date: undefined,
    };
    const { classification, confidence, awayUntil } = classifyReply(answer, new Date(nowMs));
    const judged: JudgedText = {
      classification,
      confidence,
      awayUntil: awayUntil?.toISOString() ?? null,
      text,
    };
    return JSON.stringify(judged);
  },
  async show(raw) {
    const mail = await PostalMime.parse(raw);
    const shown: ShownMail = {
      from: mail.from?.address ?? '',
      to: mail.to?.map((one) => one.address ?? '').join(', ') ?? '',
      text: mail.text ?? '',
      html: mail.html ?? null,
      headers: mail.headers.map(({ originalKey, key, value }) => ({ name: originalKey ?? key, value })),
    };
    return JSON.stringify(shown);
  },
};

function bytesOf(raw: ReadInput['raw']): Buffer {
  if (typeof raw === 'string') return Buffer.from(raw.replace(/\r?\n/g, '\r\n'));
  if (!(raw instanceof Uint8Array)) return Buffer.concat(raw);
  return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
}

function judge(mail: InboundMail, raw: Buffer, nowMs: number): ReadMail {
  const now = new Date(nowMs);
  const { report, classified } = classifyMail(mail, now);
  const { classification, confidence, awayUntil } = classified;
  return {
    from: cutText(mail.from, 320),
    recipients: [...new Set(mail.recipients)].slice(0, MAX_RECIPIENTS),
    subject: mail.subject,
    text: mail.text,
    references: mail.references,
    fingerprint: fingerprintOf(mail, raw),
    classification,
    confidence,
    awayUntilMs: awayUntil?.getTime() ?? null,
    returnDateMs: findReturnDate(mail.text, now)?.getTime() ?? null,
    report: report ?? null,
  };
}

/** A Message-ID identifies a mail, except when two mails share it; author and text tell those apart. */
function fingerprintOf(mail: InboundMail, raw: Buffer): string {
  const hash = createHash('sha256').update(`${mail.messageId ?? ''}\0${mail.from}\0${mail.subject}\0`);
  // Hashed as Latin-1, as always, so that fingerprints stay the same.
  return hash.update(mail.messageId === undefined ? raw.toString('latin1') : mail.text).digest('hex');
}
