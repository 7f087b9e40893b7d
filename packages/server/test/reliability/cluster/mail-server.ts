import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import type { Mail } from './history.ts';

export const MAIL_PORT = 2525;

/** A mail server that accepts every mail, and records recipients and times. */
export class MailServer {
  readonly mails: Mail[] = [];
  readonly #server: SMTPServer;

  private constructor() {
    this.#server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      logger: false,
      closeTimeout: 100,
      onData: (stream, { envelope }, done) => {
        // Recorded when the text is complete: an interrupted mail does not count.
        stream.on('end', () => {
          const at = performance.now();
          this.mails.push(...envelope.rcptTo.map(({ address }) => ({ to: address, at })));
          done();
        });
        stream.resume();
      },
    });
    this.#server.on('error', () => {});
  }

  static async open(address: string): Promise<MailServer> {
    const mail = new MailServer();
    const listening = once(mail.#server.server, 'listening');
    mail.#server.listen(MAIL_PORT, address);
    await listening;
    return mail;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
