import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { GroupCommit } from '../../../kit/batching/index.ts';
import type { Clock } from '../../../kit/clock.ts';
import { newUuid } from '../../../kit/ids.ts';
import { smtpError } from '../smtp-error.ts';
import type { SmtpRelay } from '../smtp-relay.ts';
import { insertSandboxMails, type NewSandboxMail, removeOldSandboxMails } from './sandbox.repository.ts';

const MAX_MAIL_BYTES = 32 * 1_048_576;
const KEEP_DAYS = 30;
const SWEEP_EVERY_MS = 3_600_000;
/** First line of each mail that the service submits; identifies its organization. Removed before storing. */
const TICKET = 'X-Trivium-Sandbox';

/**
 * The embedded mailbox: a real SMTP server on a free loopback port that delivers nowhere. It accepts only
 * mails with a ticket of this process, and answers 250 when the mail is durable in the database.
 */
export class SandboxMailbox {
  readonly #pool: Pool;
  readonly #clock: Clock;
  readonly #secret = randomBytes(32);
  readonly #server: SMTPServer;
  readonly #writes: GroupCommit<NewSandboxMail, void>;
  #sweeper: NodeJS.Timeout | undefined;

  private constructor(pool: Pool, clock: Clock, onError: (error: unknown) => void) {
    this.#pool = pool;
    this.#clock = clock;
    this.#writes = new GroupCommit<NewSandboxMail, void>({
      maxItems: 50,
      run: async (mails) => {
        await insertSandboxMails(pool, mails);
        return mails.map(() => undefined);
      },
    });
    this.#server = new SMTPServer({
      // Only this process connects to it, over loopback.
      disabledCommands: ['AUTH', 'STARTTLS'],
      banner: 'Trivium sandbox mailbox; delivers nowhere',
      closeTimeout: 1_000,
      size: MAX_MAIL_BYTES,
      disableReverseLookup: true,
      logger: false,
      onData: (stream, session, done) => {
        this.#take(stream, session).then(
          () => done(null, 'kept in the sandbox'),
          (error: Error & { responseCode?: number }) => {
            error.responseCode ??= 451;
            done(error);
          },
        );
      },
    });
    this.#server.on('error', onError);
    this.#sweeper = setInterval(() => {
      const before = new Date(clock.now() - KEEP_DAYS * 86_400_000);
      removeOldSandboxMails(pool, before).catch(onError);
    }, SWEEP_EVERY_MS).unref();
  }

  static async start(options: {
    pool: Pool;
    clock: Clock;
    onError(error: unknown): void;
  }): Promise<SandboxMailbox> {
    const mailbox = new SandboxMailbox(options.pool, options.clock, options.onError);
    await new Promise<void>((resolve, reject) => {
      mailbox.#server.server.once('error', reject);
      // Exclusive: with several serving processes, each has its own.
      mailbox.#server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, () => resolve());
    });
    return mailbox;
  }

  /** Connection settings for the mailer. */
  get relay(): Omit<SmtpRelay, 'maxConnections'> {
    const { port } = this.#server.server.address() as AddressInfo;
    return {
      host: '127.0.0.1',
      port,
      isSecure: false,
      requireTls: false,
      user: undefined,
      password: undefined,
    };
  }

  /** The mail with its ticket prepended. */
  address(orgId: string, raw: Buffer): Buffer {
    return Buffer.concat([Buffer.from(`${TICKET}: ${orgId}.${this.#sign(orgId)}\r\n`), raw]);
  }

  async stop(): Promise<void> {
    clearInterval(this.#sweeper);
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await this.#writes.drain();
  }

  #sign(orgId: string): string {
    return createHmac('sha256', this.#secret).update(orgId).digest('hex');
  }

  async #take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    if (stream.sizeExceeded) throw smtpError(552, 'The mail is too large.');
    const mail = Buffer.concat(chunks);
    const lineEnd = mail.indexOf('\r\n');
    const orgId = this.#readTicket(mail.toString('latin1', 0, Math.max(lineEnd, 0)));
    if (orgId === undefined) throw smtpError(550, 'This mailbox takes mail of its own service only.');
    const raw = mail.subarray(lineEnd + 2);
    const { mailFrom, rcptTo } = session.envelope;
    const receivedAt = new Date(this.#clock.now());
    await this.#writes.add({
      orgId,
      id: newUuid(this.#clock.now()),
      messageId: headerOf(raw, 'message-id'),
      envelopeFrom: mailFrom === false ? '' : mailFrom.address,
      envelopeTo: rcptTo.map(({ address }) => address).join(', '),
      subject: decodeSubject(headerOf(raw, 'subject') ?? ''),
      raw,
      receivedAt,
    });
  }

  #readTicket(line: string): string | undefined {
    const [, orgId, signature] = /^X-Trivium-Sandbox: ([0-9a-f-]{36})\.([0-9a-f]{64})$/.exec(line) ?? [];
    if (orgId === undefined || signature === undefined) return undefined;
    return timingSafeEqual(Buffer.from(signature), Buffer.from(this.#sign(orgId))) ? orgId : undefined;
  }
}

function headerOf(raw: Buffer, name: string): string | null {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.toString('utf8', 0, end < 0 ? raw.length : end);
  const [, value] = new RegExp(`^${name}:((?:.|\\r\\n[ \\t])*)`, 'im').exec(head) ?? [];
  return value === undefined ? null : value.replace(/\r\n(?=[ \t])/g, '').trim();
}

/** Decodes RFC 2047 words, as far as our own mails use them. */
function decodeSubject(text: string): string {
  return text
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, encoding: string, word: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : Buffer.from(
            word
              .replaceAll('_', ' ')
              .replace(/=([0-9a-f]{2})/gi, (_hex, digits: string) =>
                String.fromCharCode(Number.parseInt(digits, 16)),
              ),
            'latin1',
          ).toString('utf8'),
    );
}
