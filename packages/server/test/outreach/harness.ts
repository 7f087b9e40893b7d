import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, vi } from 'vitest';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { smtpError } from '../../src/engine/mail/index.ts';
import { type Answer, callerOf } from '../../src/kit/http/testing/call-api.ts';
import { required } from '../../src/kit/required.ts';

export interface OutreachService extends TestService {
  get(path: string, key?: string): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body: unknown): Promise<Answer>;
  /** Every event of the matching types, oldest first. */
  events(type: string): Promise<{ type: string; data: Record<string, unknown> }[]>;
}

/** The whole service, with calls below `/v1/outreach`. */
export async function startOutreach(
  settings: NodeJS.ProcessEnv = {},
  options: Parameters<typeof startTestService>[1] = {},
): Promise<OutreachService> {
  const service = await startTestService(settings, options);
  return { ...service, ...clientOf(service.address, service.key) };
}

export function clientOf(address: string, ownKey: string) {
  const ask = (method: string, path: string, body?: unknown, headers = {}, key = ownKey) =>
    callerOf(address, key)(method, path.startsWith('/') ? path : `/v1/outreach/${path}`, body, headers);
  return {
    get: (path: string, key?: string) => ask('GET', path, undefined, {}, key),
    post: (path: string, body?: unknown, headers?: Record<string, string>) =>
      ask('POST', path, body, headers),
    put: (path: string, body: unknown) => ask('PUT', path, body),
    async events(type: string) {
      const found: { type: string; data: Record<string, unknown> }[] = [];
      // With a cursor, so that new events do not move the pages.
      for (let cursor = ''; ; ) {
        const { body } = await ask('GET', `/v1/events?type=${type}&limit=100${cursor}`);
        found.push(...body.events);
        if (body.next_cursor === undefined) return found.reverse();
        cursor = `&cursor=${body.next_cursor}`;
      }
    },
  };
}

/** Waits until the assertions in `look` hold. */
export function eventually(look: () => Promise<void> | void, timeoutMs = 20_000): Promise<void> {
  return vi.waitFor(look, { timeout: timeoutMs, interval: 50 });
}

export interface SinkMail {
  from: string;
  to: string[];
  raw: string;
}

type Behaviour = 'take' | 'refuse' | 'defer' | 'refuse-text' | 'drop-after-data' | 'full' | 'no-relay';

/** A real SMTP server that keeps the mails it accepts, and treats each recipient as a test says. */
export class SmtpSink {
  readonly mails: SinkMail[] = [];
  /** By recipient; accepted by default. */
  readonly behaviour = new Map<string, Behaviour>();
  /** Recipients whose mail text was received, whether it was accepted or not. */
  readonly texts: string[] = [];
  /** Delay of the response to each text. */
  delayMs = 0;
  readonly #server: SMTPServer;

  private constructor(options: SMTPServerOptions) {
    this.#server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      logger: false,
      closeTimeout: 100,
      ...options,
      onRcptTo: ({ address }, _session, done) => {
        const behaviour = this.behaviour.get(address);
        if (behaviour === 'refuse') return done(smtpError(550, '5.1.1 No such user'));
        if (behaviour === 'full') return done(smtpError(552, '5.2.2 Mailbox full'));
        if (behaviour === 'no-relay') return done(smtpError(554, '5.7.1 Relay access denied'));
        if (behaviour === 'defer') return done(smtpError(450, '4.2.1 Greylisted, try again later'));
        done();
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const to = session.envelope.rcptTo.map(({ address }) => address);
          const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
          this.texts.push(...to);
          const behaviour = this.behaviour.get(required(to[0], 'the first of to'));
          if (behaviour === 'refuse-text') return done(smtpError(554, '5.7.1 Refused by policy'));
          this.mails.push({ from, to, raw: Buffer.concat(chunks).toString('utf8') });
          if (behaviour === 'drop-after-data') {
            // The server has the mail, but the sender will never know.
            for (const connection of this.#server.connections) {
              if (connection.session.id === session.id) connection.close();
            }
            return;
          }
          if (this.delayMs === 0) done();
          else setTimeout(done, this.delayMs * (0.5 + Math.random()));
        });
      },
    });
    this.#server.on('error', () => {});
  }

  static async start(options: SMTPServerOptions = {}): Promise<SmtpSink> {
    const sink = new SmtpSink(options);
    await new Promise<void>((resolve) => sink.#server.listen(0, '127.0.0.1', () => resolve()));
    return sink;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  to(address: string): SinkMail[] {
    return this.mails.filter(({ to }) => to.includes(address));
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

/** A sending window that is always open. */
export const anyTime = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  start: '00:00',
  end: '23:59',
  timezone: 'UTC',
};

/** Makes leads with these addresses, by means of a message that is scheduled a year ahead. Returns their ids. */
export async function addLeads(
  service: OutreachService,
  count: number,
  name = 'lead',
  { timezone = '' } = {},
): Promise<string[]> {
  const csv = [
    'email,first_name,timezone',
    ...Array.from({ length: count }, (_, i) => `${name}${i}@${name}.example,Lead${i},${timezone}`),
  ];
  const form = new FormData();
  form.append('file', new Blob([csv.join('\n')], { type: 'text/csv' }), 'leads.csv');
  const { status, body: job } = await service.post('leads/import', form);
  expect(status).toBe(202);
  await eventually(async () => {
    expect((await service.get(`imports/${job.import_job_id}`)).body.status).toBe('completed');
  });
  const { body } = await service.get(`leads?q=${name}&limit=100`);
  return body.leads.map(({ id }: { id: string }) => id);
}
