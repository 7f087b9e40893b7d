import { createHash } from 'node:crypto';
import PostalMime from 'postal-mime';
import type { SandboxHandlers } from '../../../../kit/sandbox/index.ts';
import type { ShownMail } from '../../mail/sandbox/show-mail.ts';
import { classifyMail } from './classify-mail.ts';
import { type Classified, classifyReply } from './classify-reply.ts';
import { findReturnDate } from './find-return-date.ts';
import { type InboundMail, readInboundMail, readRoughly } from './inbound-mail.ts';
import type { Bounce, Complaint } from './read-report.ts';
import { stripQuotes } from './strip-quotes.ts';

/** What the sandbox does with mails. What comes back crosses as JSON. */
export interface MailTasks {
  /** Takes a mail apart and says what it is: a `ReadMail`. */
  read: { input: ReadInput; output: string };
  /** The same by its head and its beginning alone, for a mail that cannot be taken apart. */
  readRoughly: { input: ReadInput; output: string };
  /** What a text of an answer is, without the mail around it: a `JudgedText`. */
  judge: { input: JudgeInput; output: string };
  /** A mail as a person would look at it: a `ShownMail`. */
  show: { input: Uint8Array; output: string };
}

export type ReadInput = {
  /** Text where it did not come as bytes; its lines may end in any way. */
  raw: Uint8Array | string;
  /** Recipients of the envelope. */
  envelopeTo: readonly string[];
  nowMs: number;
};

export type JudgeInput = {
  subject: string;
  text: string;
  /** As JSON, by their names in small letters. */
  headers: string;
  nowMs: number;
};

export interface JudgedText {
  classification: Classified['classification'];
  confidence: number;
  /** ISO 8601. */
  awayUntil: string | null;
  /** What the writer wrote, without what was quoted. */
  text: string;
}

/** A mail that came in, with what the rules say of it. Times are Unix milliseconds. */
export interface ReadMail {
  from: string;
  recipients: string[];
  subject: string;
  text: string;
  /** Message-IDs that it answers, the nearest first. */
  references: string[];
  /** Names the mail: hexadecimal. */
  fingerprint: string;
  classification: Classified['classification'];
  confidence: number;
  awayUntilMs: number | null;
  /** The day of return that it names, whatever it is. */
  returnDateMs: number | null;
  report: Bounce | Complaint | null;
}

/** Of the people that a mail names, so many are looked at. */
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

function bytesOf(raw: Uint8Array | string): Buffer {
  if (typeof raw === 'string') return Buffer.from(raw.replace(/\r?\n/g, '\r\n'));
  return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
}

function judge(mail: InboundMail, raw: Buffer, nowMs: number): ReadMail {
  const now = new Date(nowMs);
  const { report, classified } = classifyMail(mail, now);
  const { classification, confidence, awayUntil } = classified;
  return {
    from: mail.from.slice(0, 320),
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

/** A Message-ID names a mail, unless two say the same; the writer and the text tell those apart. */
function fingerprintOf(mail: InboundMail, raw: Buffer): string {
  const hash = createHash('sha256').update(`${mail.messageId ?? ''}\0${mail.from}\0${mail.subject}\0`);
  // Bytes as letters of Latin 1, as they were always counted.
  return hash.update(mail.messageId === undefined ? raw.toString('latin1') : mail.text).digest('hex');
}
