import { hostname } from 'node:os';
import type { Clock } from '../../kit/clock.ts';
import { bareAddress, domainOf, envelopeAddress, isInternational } from './address.ts';
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
  /** Where mail goes: the operator's relay, or the sandbox, which is opened for the first mail. */
  target: { relay: SmtpRelay } | { openSandbox(): Promise<SandboxMailbox> };
}

interface Server {
  pool: ConnectionPool;
  sandbox: SandboxMailbox | undefined;
}

/** Connections to the sandbox, which runs in this process. */
const SANDBOX_CONNECTIONS = 16;

/** Sends over a pool of connections to one server; the caller decides what may be retried. */
export class PooledMailer implements Mailer {
  readonly mode: Mailer['mode'];
  readonly relay: string;
  readonly maxConnections: number;
  readonly #options: MailerOptions;
  #server: Promise<Server> | undefined;
  #isStopped = false;
  #takesInternational: boolean | undefined;

  constructor(options: MailerOptions) {
    this.#options = options;
    const { target } = options;
    this.mode = 'relay' in target ? 'smtp' : 'sandbox';
    this.relay = 'relay' in target ? `${target.relay.host}:${target.relay.port}` : 'sandbox';
    this.maxConnections = 'relay' in target ? target.relay.maxConnections : SANDBOX_CONNECTIONS;
    if (this.mode === 'sandbox') this.#takesInternational = true;
  }

  get takesInternational(): boolean | undefined {
    return this.#takesInternational;
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
    const { pool, sandbox } = await this.#open();
    const sent = sandbox === undefined ? raw : sandbox.address(message.orgId, raw);
    const envelope = {
      from: envelopeAddress(bareAddress(message.envelopeFrom ?? message.from)),
      to: envelopeAddress(bareAddress(message.to)),
    };
    let hasBegun = false;
    const response = await pool.use(async (connection) => {
      this.#takesInternational = connection.takesInternational;
      if (isInternational(envelope.to) && !connection.takesInternational) throw lacksInternational();
      if (!hasBegun) await begin?.();
      hasBegun = true;
      return connection.send(envelope, sent);
    });
    return { messageId: message.messageId, response };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const server = await this.#server?.catch(() => undefined);
    server?.pool.close();
    await server?.sandbox?.stop();
  }

  /** If opening fails, the next mail tries again. */
  #open(): Promise<Server> {
    this.#server ??= this.#connect().catch((error) => {
      this.#server = undefined;
      throw new MailError('unreachable', (error as Error).message, { stage: 'connection', cause: error });
    });
    return this.#server;
  }

  async #connect(): Promise<Server> {
    if (this.#isStopped) throw new Error('the service stops');
    const { target } = this.#options;
    if ('relay' in target)
      return { pool: new ConnectionPool(target.relay, clientName()), sandbox: undefined };
    const sandbox = await target.openSandbox();
    const relay = { ...sandbox.relay, maxConnections: SANDBOX_CONNECTIONS };
    return { pool: new ConnectionPool(relay, clientName()), sandbox };
  }
}

function lacksInternational(): MailError {
  const text =
    'The mail server does not announce SMTPUTF8, which an address with letters beyond ASCII before the @ needs.';
  return new MailError('refused', text, { stage: 'connection', lacks: 'SMTPUTF8' });
}

/** The service's name in EHLO: a name with a dot, or an address literal. */
function clientName(): string {
  const name = hostname();
  return name.includes('.') ? name : '[127.0.0.1]';
}
