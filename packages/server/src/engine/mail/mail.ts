/** A mail to send. Addresses are bare (`a@b.example`) or with a name (`Ann <a@b.example>`). */
export interface MailMessage {
  /** UUID of the organization it is sent for. */
  orgId: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html?: string | undefined;
  /** Additional headers, by name. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Including angle brackets; the same on every attempt. */
  messageId: string;
  replyTo?: string | undefined;
  /** Where bounces go; the `from` address by default. */
  envelopeFrom?: string | undefined;
  /** An invitation to attach, as iCalendar text. */
  calendar?: { method: string; content: string } | undefined;
  /** The complete mail, already composed and signed, sent byte for byte. */
  raw?: Buffer | undefined;
}

export interface MailReceipt {
  messageId: string;
  /** The server's response on accepting the mail. */
  response: string;
}

export type MailFailure =
  /** The server refused permanently (5xx), or the mail cannot be sent as it is. */
  | 'refused'
  /** The server refused temporarily (4xx). */
  | 'deferred'
  /** No server was reached, or the connection was lost before the mail's data: nothing was handed over. */
  | 'unreachable'
  /** The connection was lost after the data had begun: whether the server accepted it is unknown. */
  | 'unknown';

/** How far the transaction got: to the server itself, the sender, the recipient, or the data. */
export type MailStage = 'connection' | 'sender' | 'recipient' | 'text';

export class MailError extends Error {
  readonly failure: MailFailure;
  readonly stage: MailStage;
  /** The SMTP reply code. */
  readonly code: number | undefined;
  /** What the server does not support, when the mail was not even offered to it. */
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

/** Sends mail, each message once: a failure says whether it may be sent again. */
export interface Mailer {
  /** `smtp` reaches real people; `sandbox` keeps everything in the embedded mailbox. */
  readonly mode: 'smtp' | 'sandbox';
  /** The server that accepts the mail, without credentials. */
  readonly relay: string;
  /** Maximum mails handed over at once. */
  readonly maxConnections: number;
  /** Whether the server accepts addresses with a non-ASCII local part; undefined until it was asked. */
  readonly takesInternational: boolean | undefined;
  /**
   * Resolves when the server has accepted the mail; rejects with `MailError`. `begin` is called once a
   * connection is ready and before anything of the mail is sent; if it rejects, so does this, and nothing is
   * sent.
   */
  send(message: MailMessage, begin?: () => Promise<void>): Promise<MailReceipt>;
  /** The mail as bytes, signed if there is a key for the sender's domain. */
  compose(message: MailMessage): Promise<Buffer>;
}
