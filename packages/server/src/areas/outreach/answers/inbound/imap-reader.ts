import { setTimeout as pause } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';
import { boundImap, type ImapBounds } from './bound-imap.ts';
import { openImap } from './imap-account.ts';
import type { InboundPorts } from './inbound-ports.ts';
import { processInbound } from './process-inbound.ts';
import { UnreadableMail } from './read-mail.ts';

export interface ImapReaderOptions {
  /** Such as `imaps://user:password@mail.example.com/INBOX`. */
  url: string;
  /** Only one of several nodes reads. */
  isLeader(): boolean;
}

const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** Servers end an idle IDLE after half an hour, some sooner. */
const IDLE_LIMIT_MS = 5 * 60_000;
/** Messages covered by one search, whose response lists every hit. */
const SEARCHED = 50_000;
/** Minimum interval between scans of a mailbox, however often its server announces changes. */
const PAUSE_MS = 100;
const MAX_MAIL_BYTES = 10 * 1_048_576;
/** Limits for a step that returns lines, and for one that fetches a mail. */
const STEP: ImapBounds = { maxBytes: 1_048_576, limitMs: 60_000 };
const MAIL: ImapBounds = { maxBytes: MAX_MAIL_BYTES + 1_048_576, limitMs: 120_000 };
/** Limits while idle: only announcements of mail, which are lines. */
const IDLE: ImapBounds = { maxBytes: 1_048_576, limitMs: 2 * IDLE_LIMIT_MS };

/**
 * Reads mail as it arrives (IDLE), marks it as seen once processing is committed, and reconnects when the
 * connection is lost.
 */
export class ImapReader {
  readonly #ports: InboundPorts;
  readonly #options: ImapReaderOptions;
  #client: ImapFlow | undefined;
  #stopping = false;
  #running: Promise<void> | undefined;
  #wakeUp: (() => void) | undefined;

  constructor(ports: InboundPorts, options: ImapReaderOptions) {
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

  /** Follows the mailbox until the connection or leadership is lost. */
  async #follow(): Promise<void> {
    const { client, folder } = openImap(this.#options.url, { maxIdleTime: IDLE_LIMIT_MS });
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
      await boundImap(client, STEP, () => client.connect());
      const lock = await boundImap(client, STEP, () => client.getMailboxLock(folder));
      let againMs = MIN_RETRY_MS;
      try {
        while (isOpen && !this.#stopping && this.#options.isLeader()) {
          if (hasNews) {
            hasNews = false;
            await pause(PAUSE_MS);
            if (await this.#readUnseen(client)) {
              againMs = MIN_RETRY_MS;
              continue;
            }
            // Mail that could not be processed stays unseen and is retried.
            await this.#sleep(againMs);
            againMs = Math.min(againMs * 2, MAX_RETRY_MS);
            hasNews = true;
            continue;
          }
          // The client would start IDLE only after some seconds; announcements wake us.
          void client.idle().catch(() => {});
          await boundImap(client, IDLE, () => this.#sleep(IDLE_LIMIT_MS));
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

  /** Returns whether everything was processed. A mail is marked as seen once its effects are committed. */
  async #readUnseen(client: ImapFlow): Promise<boolean> {
    const { exists } = client.mailbox || { exists: 0 };
    let isAll = true;
    for (let first = 1; first <= exists; first += SEARCHED) {
      const seq = `${first}:${Math.min(first + SEARCHED - 1, exists)}`;
      const found = await boundImap(client, STEP, () => client.search({ seen: false, seq }, { uid: true }));
      for (const uid of found || []) {
        if (this.#stopping) return true;
        if (await this.#take(client, uid)) await this.#markSeen(client, uid);
        else isAll = false;
      }
      if (this.#stopping) return true;
    }
    return isAll;
  }

  async #markSeen(client: ImapFlow, uid: number): Promise<void> {
    await boundImap(client, STEP, () => client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true }));
  }

  /** A mail that cannot be processed must not block the others; it stays unseen and is retried. */
  async #take(client: ImapFlow, uid: number): Promise<boolean> {
    const source = { maxLength: MAX_MAIL_BYTES };
    const mail = await boundImap(client, MAIL, () => client.fetchOne(String(uid), { source }, { uid: true }));
    if (!mail) return true;
    if (mail.source === undefined) return false;
    try {
      await processInbound(this.#ports, { raw: mail.source, source: 'imap' });
      return true;
    } catch (error) {
      this.#ports.log.warn({ err: error, uid }, 'reading a mail');
      // Unreadable mail stays unreadable, so it is not retried.
      return error instanceof UnreadableMail;
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
