import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { formsOf, smtpError } from '../../../../engine/mail/index.ts';
import { BytePace, type PaceBounds } from '../../../../kit/byte-pace.ts';
import { rowsIn } from '../../../../kit/db/index.ts';
import { isMailbox } from '../../mail/mailboxes/mailbox.repository.ts';
import { gatherMail, HostileMail } from './gather-mail.ts';
import { tokenIn } from './inbound-match.repository.ts';
import type { InboundPorts } from './inbound-ports.ts';
import { processInbound } from './process-inbound.ts';
import { UnreadableMail } from './read-mail.ts';
import { SmtpGuests } from './smtp-guests.ts';

/** PEM texts. */
export interface TlsCertificate {
  cert: string;
  key: string;
}

export const MAX_MAIL_BYTES = 10 * 1_048_576;
/**
 * Of one host. Anybody may send here, and a mail of ten megabytes costs the service more than its sender; other
 * requests notice when such mails arrive at the network's speed. Usual mails never wait.
 */
export const MAIL_PACE: PaceBounds = { bytesPerSecond: 4 * 1_048_576, burstBytes: 1_048_576 };
const MAX_CLIENTS = 200;
const MAX_RECIPIENTS = 100;
const CHECK_INTERVAL_MS = 10_000;

/**
 * Receives mail for the service's own addresses: bounce addresses and mailboxes. It does not relay, and
 * rejects any other recipient at RCPT. A mail is accepted once its effects are committed.
 */
export class InboundListener {
  readonly #ports: InboundPorts;
  readonly #server: SMTPServer;
  readonly #guests = new SmtpGuests();
  readonly #pace = new BytePace(MAIL_PACE);
  #sweeper: NodeJS.Timeout | undefined;

  /** With a certificate the listener offers STARTTLS; clients need not use it (RFC 3207). */
  constructor(ports: InboundPorts, tls?: TlsCertificate) {
    this.#ports = ports;
    this.#server = new SMTPServer({
      // Anybody may deliver here; without a certificate there is no TLS to offer.
      disabledCommands: tls === undefined ? ['AUTH', 'STARTTLS'] : ['AUTH'],
      ...(tls !== undefined && { ...tls, minVersion: 'TLSv1.2' }),
      banner: 'Trivium',
      closeTimeout: 1_000,
      size: MAX_MAIL_BYTES,
      maxClients: MAX_CLIENTS,
      disableReverseLookup: true,
      logger: false,
      onConnect: ({ id, remoteAddress }, done) =>
        done(this.#guests.welcome(id, remoteAddress) ? null : smtpError(421, '4.7.0 Too many connections.')),
      onClose: ({ id }) => this.#guests.leave(id),
      onRcptTo: ({ address }, { envelope }, done) => {
        // RFC 5321 section 4.5.3.1.8; the remaining recipients come in another mail.
        if (envelope.rcptTo.length >= MAX_RECIPIENTS)
          return done(smtpError(452, '4.5.3 Too many recipients.'));
        this.#isOurs(address).then(
          (isOurs) => done(isOurs ? null : smtpError(550, '5.1.1 There is no such address here.')),
          () => done(smtpError(451, '4.3.0 Try again later.')),
        );
      },
      onData: (stream, session, done) => {
        this.#take(stream, session).then(
          () => {
            this.#guests.hasDelivered(session.id);
            done(null, 'taken');
          },
          (error: Error & { responseCode?: number }) => {
            if (error instanceof HostileMail) return this.#hangUp(session);
            if (error.responseCode === undefined) ports.log.warn({ err: error }, 'taking a mail');
            done(error.responseCode === undefined ? smtpError(451, '4.3.0 Try again later.') : error);
          },
        );
      },
    });
    this.#server.on('error', (error: Error) => ports.log.warn({ err: error }, 'inbound mail'));
  }

  /** Resolves with the port. */
  async listen(port: number, host: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.server.once('error', reject);
      this.#server.listen(port, host, () => resolve());
    });
    this.#sweeper = setInterval(() => this.#hangUpOverdue(), CHECK_INTERVAL_MS).unref();
    return (this.#server.server.address() as AddressInfo).port;
  }

  stop(): Promise<void> {
    clearInterval(this.#sweeper);
    this.#pace.stop();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #isOurs(address: string): Promise<boolean> {
    if (tokenIn(address, this.#ports.bounceAddress) !== undefined) return true;
    return isMailbox(rowsIn(this.#ports.db), formsOf(address));
  }

  /** A polite refusal would require reading the mail to its end. */
  #hangUp({ id }: SMTPServerSession): void {
    for (const { session, _socket: socket } of this.#server.connections)
      if (session.id === id) socket.destroy();
  }

  #hangUpOverdue(): void {
    const overdue = new Set(this.#guests.overdue());
    if (overdue.size === 0) return;
    for (const { session, _socket: socket } of this.#server.connections) {
      if (overdue.has(session.id)) socket.destroy();
    }
  }

  async #take(stream: SMTPServerDataStream, { envelope, remoteAddress }: SMTPServerSession): Promise<void> {
    const raw = await gatherMail(stream, MAX_MAIL_BYTES, (bytes, goOn) =>
      this.#pace.take(remoteAddress, bytes, goOn),
    );
    if (raw === undefined) throw smtpError(552, '5.3.4 The mail is too large.');
    const envelopeTo = envelope.rcptTo.map(({ address }) => address);
    const sender = `smtp ${remoteAddress}`;
    await processInbound(this.#ports, { raw, source: 'smtp', sender, envelopeTo }).catch((error: unknown) => {
      throw error instanceof UnreadableMail ? smtpError(554, '5.6.0 The mail cannot be taken apart.') : error;
    });
  }
}
