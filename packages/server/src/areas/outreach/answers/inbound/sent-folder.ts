import type { ImapFlow } from 'imapflow';
import { rowsIn } from '../../../../kit/db/index.ts';
import { RepeatedTask } from '../../../../kit/repeated-task.ts';
import { resolveUnknown } from '../../mail/communications/sender/resolve-unknown.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { boundImap, type ImapBounds } from './bound-imap.ts';
import { openImap } from './imap-account.ts';
import { listUnknown, type UnknownMessage } from './inbound.repository.ts';

export interface SentFolderOptions {
  /** The mailbox, as for the reply reader. */
  url: string;
  /** The folder; undefined for the one the server marks as Sent. */
  folder: string | undefined;
  /** Only one of several nodes looks. */
  isLeader(): boolean;
}

const ASK_EVERY_MS = 5_000;
/** Servers file sent mail at once or within the hour; what is missing after a day will not appear. */
const SEARCH_WINDOW_MS = 24 * 3_600_000;
const AT_ONCE = 500;
/** Limits for one look: some thousand envelopes. */
const SEARCH_BOUNDS: ImapBounds = { maxBytes: 32 * 1_048_576, limitMs: 300_000 };
/** Message-IDs per search; servers limit the line length. */
const IN_ONE_SEARCH = 20;

/**
 * Looks for messages with an unknown SMTP outcome in the folder where the mail server files sent mail. One
 * found there by Message-ID was accepted and counts as sent. Others stay as they are; nothing is sent again.
 */
export class SentFolderWatch {
  readonly #ports: SendingPorts;
  readonly #options: SentFolderOptions;
  readonly #task: RepeatedTask;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #lacksFolder = false;

  constructor(ports: SendingPorts, options: SentFolderOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#task = new RepeatedTask({
      everyMs: ASK_EVERY_MS,
      run: () => this.#look(),
      onError: (error) => ports.log.warn({ err: error }, 'looking into the folder of sent mail'),
    });
  }

  start(): void {
    this.#task.start();
    this.#task.wake();
  }

  stop(): Promise<void> {
    return this.#task.stop();
  }

  async #look(): Promise<void> {
    if (!this.#options.isLeader()) return;
    const unknown = await this.#readUnknown();
    const [newest] = unknown;
    if (newest === undefined) return;
    if (performance.now() - this.#lookedAt < restAfter(this.#ports.clock.now() - newest.since.getTime()))
      return;
    this.#lookedAt = performance.now();
    const found = await this.#findFiled(unknown.map(({ messageId }) => messageId));
    await resolveUnknown(
      this.#ports,
      unknown.filter(({ messageId }) => found.has(messageId)),
      'found in the folder of sent mail',
    );
  }

  /** The newest first. */
  #readUnknown(): Promise<UnknownMessage[]> {
    const since = new Date(this.#ports.clock.now() - SEARCH_WINDOW_MS);
    return listUnknown(rowsIn(this.#ports.db), since, AT_ONCE);
  }

  async #findFiled(messageIds: readonly string[]): Promise<Set<string>> {
    const { client } = openImap(this.#options.url);
    client.on('error', () => {});
    try {
      return await boundImap(client, SEARCH_BOUNDS, () => this.#search(client, messageIds));
    } finally {
      client.close();
    }
  }

  async #search(client: ImapFlow, messageIds: readonly string[]): Promise<Set<string>> {
    await client.connect();
    const folder = this.#options.folder ?? (await findSentFolder(client));
    if (folder === undefined) {
      if (!this.#lacksFolder) {
        this.#lacksFolder = true;
        this.#ports.log.warn('no folder of the IMAP mailbox is the one of sent mail; set IMAP_SENT_FOLDER');
      }
      return new Set();
    }
    const lock = await client.getMailboxLock(folder, { readOnly: true });
    try {
      return await searchMessageIds(client, messageIds);
    } finally {
      lock.release();
    }
  }
}

/** Pause between two looks; it grows with the age of the youngest message being looked for. */
function restAfter(ageMs: number): number {
  if (ageMs < 120_000) return ASK_EVERY_MS;
  return ageMs < 3_600_000 ? 60_000 : 900_000;
}

async function findSentFolder(client: ImapFlow): Promise<string | undefined> {
  const folders = await client.list();
  return folders.find(({ specialUse }) => specialUse === '\\Sent')?.path;
}

/** Those of the Message-IDs that exist in the open folder. */
async function searchMessageIds(client: ImapFlow, messageIds: readonly string[]): Promise<Set<string>> {
  const wanted = new Set(messageIds);
  const found = new Set<string>();
  for (let start = 0; start < messageIds.length; start += IN_ONE_SEARCH) {
    const some = messageIds
      .slice(start, start + IN_ONE_SEARCH)
      .map((id) => ({ header: { 'Message-ID': id } }));
    const [first, ...others] = some;
    if (first === undefined) break;
    const uids = await client.search(others.length === 0 ? first : { or: some }, { uid: true });
    if (!uids || uids.length === 0) continue;
    // IMAP search matches substrings; only whole ids count.
    for (const { envelope } of await client.fetchAll(
      uids.slice(0, AT_ONCE),
      { envelope: true },
      { uid: true },
    )) {
      if (envelope?.messageId !== undefined && wanted.has(envelope.messageId)) found.add(envelope.messageId);
    }
  }
  return found;
}
