import { hostname } from 'node:os';
import type { Clock } from '../../kit/clock.ts';
import { bareAddress, domainOf } from './address.ts';
import { composeMail } from './compose-mail.ts';
import { ConnectionPool } from './connection-pool.ts';
import { MailError, type Mailer, type MailMessage, type MailReceipt } from './mail.ts';
import type { SandboxMailbox } from './sandbox/sandbox-mailbox.ts';
import { signDkim } from './sign-dkim.ts';
import type { SigningKeys } from './signing-keys.ts';
import type { SmtpRelay } from './smtp-relay.ts';

export interface MailerOptions {
  clock: Clock;
  keys: SigningKeys;
  /** Where mail goes: a relay of the operator's, or the sandbox. */
  target: { relay: SmtpRelay } | { sandbox: SandboxMailbox };
}

/** Sends over a pool of connections to one server; whoever calls decides what may be tried again. */
export class PooledMailer implements Mailer {
  readonly mode: Mailer['mode'];
  readonly relay: string;
  readonly maxConnections: number;
  readonly #options: MailerOptions;
  readonly #sandbox: SandboxMailbox | undefined;
  readonly #pool: ConnectionPool;

  constructor(options: MailerOptions) {
    this.#options = options;
    const { target } = options;
    this.#sandbox = 'sandbox' in target ? target.sandbox : undefined;
    const relay = 'sandbox' in target ? target.sandbox.relay : target.relay;
    this.mode = this.#sandbox === undefined ? 'smtp' : 'sandbox';
    this.relay = `${relay.host}:${relay.port}`;
    this.maxConnections = relay.maxConnections;
    this.#pool = new ConnectionPool(relay, clientName());
  }

  async compose(message: MailMessage): Promise<Buffer> {
    const { clock, keys } = this.#options;
    const mail = await composeMail(message, new Date(clock.now()));
    const key = await keys.find(message.orgId, domainOf(message.from));
    return key === undefined ? mail : signDkim(mail, key, clock.now());
  }

  async send(message: MailMessage, begin?: () => Promise<void>): Promise<MailReceipt> {
    let raw: Buffer;
    try {
      raw = message.raw ?? (await this.compose(message));
    } catch (error) {
      const text = `The mail could not be composed: ${(error as Error).message}`;
      throw new MailError('refused', text, { stage: 'connection', cause: error });
    }
    const sent = this.#sandbox === undefined ? raw : this.#sandbox.address(message.orgId, raw);
    const envelope = {
      from: bareAddress(message.envelopeFrom ?? message.from),
      to: bareAddress(message.to),
    };
    const response = await this.#pool.use(async (connection) => {
      await begin?.();
      return connection.send(envelope, sent);
    });
    return { messageId: message.messageId, response };
  }

  stop(): void {
    this.#pool.close();
  }
}

/** What the service calls itself to other servers: a name with a dot, or an address literal. */
function clientName(): string {
  const name = hostname();
  return name.includes('.') ? name : '[127.0.0.1]';
}
