import { Readable } from 'node:stream';
import { readExportLines, verifyLog } from '../../../src/kit/merkle/index.ts';
import { type ApiClient, Unanswered } from './api-client.ts';
import { sleep } from './publisher.ts';

const INTERVAL_MS = 200;

/** Asks for signed checkpoints all along and keeps them: the log can never go back behind one. */
export class Auditor {
  /** Signed notes, each once. */
  readonly checkpoints = new Set<string>();
  readonly #api: ApiClient;
  readonly #everyMs: number;
  readonly #publicKeys = new Set<string>();
  #stopped = false;
  #running: Promise<void> | undefined;

  constructor(api: ApiClient, everyMs = INTERVAL_MS) {
    this.#api = api;
    this.#everyMs = everyMs;
  }

  start(): this {
    this.#running = this.#collect();
    return this;
  }

  /** Ends the collection with a last checkpoint; resolves with what the log as exported breaks of them. */
  async verify(): Promise<string[]> {
    this.#stopped = true;
    await this.#running;
    await this.#ask();
    const exported = await this.#api.text('/v1/events/export');
    const report = await verifyLog({
      entries: readExportLines(Readable.from([Buffer.from(exported)])),
      checkpoints: [...this.checkpoints],
      verifierKeys: [...this.#publicKeys],
    });
    return report.ok ? [] : report.problems.map(({ kind, message }) => `${kind}: ${message}`);
  }

  async #collect(): Promise<void> {
    while (!this.#stopped) {
      await this.#ask().catch((error) => {
        if (!(error instanceof Unanswered)) throw error;
      });
      await sleep(this.#everyMs);
    }
  }

  async #ask(): Promise<void> {
    const { status, body } = await this.#api.call('GET', '/v1/events/checkpoint');
    if (status !== 200) return;
    this.checkpoints.add(body.checkpoint);
    for (const key of body.public_keys) this.#publicKeys.add(key);
  }
}
