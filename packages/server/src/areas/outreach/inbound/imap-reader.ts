import { ImapFlow } from 'imapflow';
import type { SendingPorts } from '../communications/sending-ports.ts';
import { processInbound } from './process-inbound.ts';

export interface ImapReaderOptions {
  /** Such as `imaps://user:password@mail.example.com/INBOX`. */
  url: string;
  /** Of several nodes one reads. */
  isLeader(): boolean;
}

const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** Servers end a silent IDLE after half an hour; some sooner. */
const IDLE_LIMIT_MS = 5 * 60_000;
const MAX_MAIL_BYTES = 10 * 1_048_576;

/**
 * Reads what comes into a mailbox as it comes (IDLE), marks it as seen once it is committed, and connects
 * again when the connection is lost.
 */
export class ImapReader {
  readonly #ports: SendingPorts;
  readonly #options: ImapReaderOptions;
  #client: ImapFlow | undefined;
  #stopping = false;
  #running: Promise<void> | undefined;
  #wakeUp: (() => void) | undefined;

  constructor(ports: SendingPorts, options: ImapReaderOptions) {
    this.#ports = ports;
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wakeUp?.();
    this.#client?.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    let retryMs = MIN_RETRY_MS;
    while (!this.#stopping) {
      if (!this.#options.isLeader()) {
        await this.#sleep(MIN_RETRY_MS);
        continue;
      }
      const startedAt = performance.now();
      try {
        await this.#follow();
      } catch (error) {
        if (!this.#stopping) this.#ports.log.warn({ err: error }, 'reading the IMAP mailbox');
      }
      if (performance.now() - startedAt > MAX_RETRY_MS) retryMs = MIN_RETRY_MS;
      if (!this.#stopping) await this.#sleep(retryMs);
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
    }
  }

  /** Follows the mailbox until the connection or the leadership is lost. */
  async #follow(): Promise<void> {
    const url = new URL(this.#options.url);
    const isSecure = url.protocol === 'imaps:';
    const client = new ImapFlow({
      host: url.hostname,
      port: url.port === '' ? (isSecure ? 993 : 143) : Number(url.port),
      secure: isSecure,
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      logger: false,
      maxIdleTime: IDLE_LIMIT_MS,
    });
    this.#client = client;
    let isOpen = true;
    client.on('error', () => {
      isOpen = false;
      this.#wakeUp?.();
    });
    client.on('close', () => {
      isOpen = false;
      this.#wakeUp?.();
    });
    let hasNews = true;
    client.on('exists', () => {
      hasNews = true;
      this.#wakeUp?.();
    });
    try {
      await client.connect();
      const path = decodeURIComponent(url.pathname.slice(1)) || 'INBOX';
      const lock = await client.getMailboxLock(path);
      try {
        while (isOpen && !this.#stopping && this.#options.isLeader()) {
          if (hasNews) {
            hasNews = false;
            await this.#readUnseen(client);
            continue;
          }
          // The client idles by itself as soon as nothing is asked of it; news wake us.
          await this.#sleep(IDLE_LIMIT_MS);
          hasNews = true;
        }
      } finally {
        lock.release();
      }
    } finally {
      this.#client = undefined;
      client.close();
    }
  }

  async #readUnseen(client: ImapFlow): Promise<void> {
    const found = await client.search({ seen: false }, { uid: true });
    for (const uid of found || []) {
      if (this.#stopping) return;
      const mail = await client.fetchOne(
        String(uid),
        { source: { maxLength: MAX_MAIL_BYTES } },
        { uid: true },
      );
      if (mail && mail.source !== undefined) {
        await processInbound(this.#ports, { raw: mail.source, source: 'imap' }).catch((error: unknown) => {
          // One mail that cannot be read must not stop the others.
          this.#ports.log.warn({ err: error, uid }, 'reading a mail');
        });
      }
      await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
    }
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      const self = this;
      function done(): void {
        clearTimeout(timer);
        self.#wakeUp = undefined;
        resolve();
      }
      this.#wakeUp = done;
    });
  }
}
