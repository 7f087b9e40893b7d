import type { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { cutText } from '../../kit/cut-text.ts';
import { isInternational } from './address.ts';
import { MailError, type MailStage } from './mail.ts';
import type { SmtpRelay } from './smtp-relay.ts';

export interface Envelope {
  from: string;
  to: string;
}

interface SmtpFailure extends Error {
  responseCode?: number;
  response?: string;
  command?: string;
}

/** The library's private knowledge of the server's EHLO response. */
interface Announced {
  _supportedExtensions: readonly string[];
}

const CONNECT_TIMEOUT_MS = 15_000;
/** How long a server may be silent; RFC 5321 section 4.5.3.2 allows minutes while it accepts the mail. */
const SILENCE_TIMEOUT_MS = 300_000;
/** Maximum duration of a step if the server never falls silent: the sum of that section's timeouts. */
const MAIL_LIMIT_MS = 1_500_000;
const LOGIN_LIMIT_MS = 60_000;
/** A connection that is not ready for another mail by then is closed. */
const RESET_LIMIT_MS = 10_000;

/** A connection to a mail server; one mail at a time. */
export class MailConnection {
  readonly #connection: SMTPConnection;
  #isOpen = true;
  /** Mails accepted so far. */
  sent = 0;
  /** When it was last used, by the monotonic clock. */
  usedAt = performance.now();

  private constructor(connection: SMTPConnection) {
    this.#connection = connection;
    connection.on('end', () => {
      this.#isOpen = false;
    });
    connection.on('error', () => {
      this.#isOpen = false;
    });
  }

  /** Whether the server announced SMTPUTF8 (RFC 6531). */
  get takesInternational(): boolean {
    return (this.#connection as unknown as Announced)._supportedExtensions.includes('SMTPUTF8');
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Connects, upgrades to TLS where offered, logs in. Rejects with a `MailError`; nothing was sent then. */
  static async open(relay: SmtpRelay, clientName: string): Promise<MailConnection> {
    const { default: SmtpConnection } = await import('nodemailer/lib/smtp-connection');
    const connection = new SmtpConnection({
      host: relay.host,
      port: relay.port,
      secure: relay.isSecure,
      requireTLS: relay.requireTls,
      name: clientName,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      dnsTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
    });
    const opened = new MailConnection(connection);
    try {
      await opened.#step(LOGIN_LIMIT_MS, (done) => connection.connect(done));
      const { user, password } = relay;
      if (user !== undefined) {
        await opened.#step(LOGIN_LIMIT_MS, (done) => connection.login({ user, pass: password ?? '' }, done));
      }
    } catch (error) {
      opened.destroy();
      throw new MailError('unreachable', describe(error as SmtpFailure), {
        stage: 'connection',
        cause: error,
      });
    }
    return opened;
  }

  /** Hands over one mail; resolves with the server's final response. */
  async send(envelope: Envelope, raw: Buffer): Promise<string> {
    this.usedAt = performance.now();
    let hasBegun = false;
    // The connection reads the data only once the server has asked for it.
    const text = new MailText(raw, () => {
      hasBegun = true;
    });
    try {
      // A mail to such an address has UTF-8 in its headers.
      const use8BitMime = isInternational(envelope.to);
      const { from, to } = envelope;
      const info = await this.#step<{ response?: unknown }>(MAIL_LIMIT_MS, (done) =>
        this.#connection.send(
          { from, to: [to], size: raw.length, use8BitMime },
          text as unknown as Readable,
          done,
        ),
      );
      this.sent++;
      return String(info?.response ?? '');
    } catch (error) {
      throw toMailError(error as SmtpFailure, hasBegun);
    } finally {
      this.usedAt = performance.now();
    }
  }

  /** Resets the connection for another mail after a refusal; false when it is no longer usable. */
  async reset(): Promise<boolean> {
    if (!this.#isOpen) return false;
    try {
      await this.#step(RESET_LIMIT_MS, (done) => this.#connection.reset(done));
      return this.#isOpen;
    } catch {
      return false;
    }
  }

  close(): void {
    this.#isOpen = false;
    this.#connection.quit();
  }

  destroy(): void {
    this.#isOpen = false;
    this.#connection.close();
  }

  /**
   * The library leaves most callers hanging when the connection ends, and has no overall timeout for a slow
   * server.
   */
  async #step<T>(
    limitMs: number,
    begin: (done: (error?: Error | null, value?: T) => void) => void,
  ): Promise<T | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
    const onEnd = () => reject(new Error('The server closed the connection.'));
    const timer = setTimeout(() => {
      reject(new Error(`The server took more than ${limitMs / 1_000} s.`));
      this.destroy();
    }, limitMs);
    this.#connection.once('error', reject);
    this.#connection.once('end', onEnd);
    try {
      begin((error, value) => (error ? reject(error) : resolve(value)));
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#connection.off('error', reject);
      this.#connection.off('end', onEnd);
    }
  }
}

/**
 * The bytes of a mail in the form the connection accepts: it calls `pipe` once the server has asked for the
 * data, not before. A real stream would do the same at several times the cost.
 */
class MailText {
  readonly #raw: Buffer;
  readonly #onBegin: () => void;

  constructor(raw: Buffer, onBegin: () => void) {
    this.#raw = raw;
    this.#onBegin = onBegin;
  }

  pipe<T extends NodeJS.WritableStream>(destination: T): T {
    this.#onBegin();
    destination.end(this.#raw);
    return destination;
  }

  // The rest of the stream interface has nothing to do: the bytes are there, and nothing can fail.
  on(): this {
    return this;
  }

  removeListener(): this {
    return this;
  }

  unpipe(): this {
    return this;
  }

  destroy(): this {
    return this;
  }
}

function toMailError(error: SmtpFailure, hasBegun: boolean): MailError {
  const code = error.responseCode;
  const detail = { stage: stageOf(error.command ?? '', hasBegun), code, cause: error };
  const text = describe(error);
  if (code !== undefined && code >= 500) return new MailError('refused', text, detail);
  if (code !== undefined && code >= 400) return new MailError('deferred', text, detail);
  return new MailError(hasBegun ? 'unknown' : 'unreachable', text, detail);
}

function stageOf(command: string, hasBegun: boolean): MailStage {
  if (hasBegun || command.startsWith('DATA')) return 'text';
  if (command.startsWith('RCPT')) return 'recipient';
  return command.startsWith('MAIL') ? 'sender' : 'connection';
}

function describe(error: SmtpFailure): string {
  return cutText((error.response ?? error.message).replace(/\s+/g, ' '), 500);
}
