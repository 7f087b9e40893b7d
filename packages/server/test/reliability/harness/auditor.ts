import { Readable } from 'node:stream';
import { readExportLines, verifyLog } from '../../../src/kit/merkle/index.ts';
import { type ApiClient, Unanswered } from './api-client.ts';
import { sleep } from './publisher.ts';

const INTERVAL_MS = 200;
const EXPORTED_WITHIN_MS = 90_000;
const RETRY_MS = 1_000;

/** Repeatedly reads signed checkpoints and keeps them: the log must contain everything that they cover. */
export class Auditor {
  /** Distinct signed notes. */
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

  /**
   * Reads a last checkpoint and stops; resolves with the contradictions between the exported log and the checkpoints.
   */
  async verify(): Promise<string[]> {
    this.#stopped = true;
    await this.#running;
    const exported = await this.#insist(async () => {
      await this.#ask();
      return this.#api.text('/v1/events/export');
    });
    const report = await verifyLog({
      entries: readExportLines(Readable.from([Buffer.from(exported)])),
      checkpoints: [...this.checkpoints],
      verifierKeys: [...this.#publicKeys],
    });
    return report.ok ? [] : report.problems.map(({ kind, message }) => `${kind}: ${message}`);
  }

  /** Repeats requests that a busy service refuses or does not answer, for a while. */
  async #insist<T>(work: () => Promise<T>): Promise<T> {
    for (const since = performance.now(); ; await sleep(RETRY_MS)) {
      try {
        return await work();
      } catch (error) {
        if (performance.now() - since > EXPORTED_WITHIN_MS) throw error;
      }
    }
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
