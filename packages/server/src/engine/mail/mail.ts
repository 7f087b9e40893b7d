/** A mail to send. Addresses are bare (`a@b.example`) or with a name (`Ann <a@b.example>`). */
export interface MailMessage {
  /** UUID of the organization in whose name it is sent. */
  orgId: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html?: string | undefined;
  /** Further headers, by their name. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** With its angle brackets; the same on every attempt. */
  messageId: string;
  replyTo?: string | undefined;
  /** Where bounces go; the address of `from` unless told. */
  envelopeFrom?: string | undefined;
  /** An invitation to add, as iCalendar text. */
  calendar?: { method: string; content: string } | undefined;
  /** The whole mail as composed and signed before, sent byte for byte. */
  raw?: Buffer | undefined;
}

export interface MailReceipt {
  messageId: string;
  /** What the server said when it took the mail. */
  response: string;
}

export type MailFailure =
  /** The server said no for good (5xx), or the mail cannot be sent as it is. */
  | 'refused'
  /** The server said not now (4xx). */
  | 'deferred'
  /** No server was reached, or the connection was lost before the mail's text: nothing was handed over. */
  | 'unreachable'
  /** The connection was lost after the text had begun: whether the server took it, nobody knows. */
  | 'unknown';

/** How far a mail came: to the server itself, to the sender's name, to the recipient's, or to its text. */
export type MailStage = 'connection' | 'sender' | 'recipient' | 'text';

export class MailError extends Error {
  readonly failure: MailFailure;
  readonly stage: MailStage;
  /** The SMTP reply code. */
  readonly code: number | undefined;
  /** What the server lacks, where the mail was not even offered to it. */
  readonly lacks: 'SMTPUTF8' | undefined;

  constructor(
    failure: MailFailure,
    message: string,
    detail: { stage: MailStage; code?: number | undefined; lacks?: 'SMTPUTF8'; cause?: unknown },
  ) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'MailError';
    this.failure = failure;
    this.stage = detail.stage;
    this.code = detail.code;
    this.lacks = detail.lacks;
  }
}

/** Sends mail, each message once: a failure tells whether it may be sent again. */
export interface Mailer {
  /** `smtp` reaches real people; `sandbox` keeps everything in the embedded mailbox. */
  readonly mode: 'smtp' | 'sandbox';
  /** The server that takes the mail, without credentials. */
  readonly relay: string;
  /** Mails that are handed over at once, at most. */
  readonly maxConnections: number;
  /** Whether the server takes addresses with letters beyond ASCII before the @; undefined before it was asked. */
  readonly takesInternational: boolean | undefined;
  /**
   * Resolves when the server took the mail; rejects with `MailError`. `begin` is called when a connection
   * is at hand and nothing of the mail was said yet; when it rejects, so does this, and nothing is sent.
   */
  send(message: MailMessage, begin?: () => Promise<void>): Promise<MailReceipt>;
  /** The mail as its bytes, signed when there is a key for the sender's domain. */
  compose(message: MailMessage): Promise<Buffer>;
}
