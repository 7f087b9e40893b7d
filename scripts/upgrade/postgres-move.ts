import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Installation } from '../../packages/server/test/reliability/harness/installation.ts';
import { auditLog } from '../../packages/server/test/reliability/harness/log-audit.ts';
import { Publisher } from '../../packages/server/test/reliability/harness/publisher.ts';
import { runCommand } from '../../packages/server/test/reliability/harness/run-command.ts';

/**
 * Moves an embedded database from one major version of PostgreSQL to that of this release, as described in
 * docs/backup.md.
 */
export class PostgresMove implements AsyncDisposable {
  readonly #earlier: string;
  readonly #old: Installation;
  readonly #new: Installation;
  readonly #place: string;
  readonly #publisher: Publisher;

  private constructor(earlier: string, old: Installation, moved: Installation, place: string) {
    this.#earlier = earlier;
    this.#old = old;
    this.#new = moved;
    this.#place = place;
    this.#publisher = new Publisher({ api: old.api, clients: 8, events: 500 });
  }

  static async begin(earlier: string): Promise<PostgresMove> {
    const place = await mkdtemp(join(tmpdir(), 'trivium-move-'));
    return new PostgresMove(earlier, await Installation.make({}, earlier), await Installation.make(), place);
  }

  steps(): [string, () => Promise<void>][] {
    return [
      ['the previous release accepts events with its PostgreSQL', () => this.#fill()],
      ['this release rejects the files, and says what to do', () => this.#refuse()],
      ['the previous release backs up the rows', () => this.#backUp()],
      ['this release restores them, and everything is intact', () => this.#restore()],
      ['it continues with every event', () => this.#goOn()],
    ];
  }

  get #oldSettings() {
    return { DATA_DIR: this.#old.directory.path };
  }

  async #fill(): Promise<void> {
    await this.#old.start();
    await this.#publisher.start().done();
    assert.equal(this.#publisher.acknowledged.size, 500);
    await this.#old.stop();
  }

  async #refuse(): Promise<void> {
    const words =
      /were made by PostgreSQL \d+, and this release brings \d+.*`trivium backup --rows --to <place>`/;
    for (const command of ['serve', 'doctor']) {
      const { code, output } = await runCommand([command], { ...this.#oldSettings, PORT: '0' });
      assert.match(output, words);
      assert.equal(code, 1);
    }
  }

  async #backUp(): Promise<void> {
    const args = ['backup', '--rows', '--to', this.#place];
    const { code, output } = await runCommand(args, this.#oldSettings, this.#earlier);
    assert.equal(code, 0, output);
  }

  async #restore(): Promise<void> {
    const to = this.#new.directory.path;
    await copyFile(join(this.#old.directory.path, 'encryption.key'), join(to, 'encryption.key'));
    const { output } = await runCommand(['restore', '--from', this.#place], { DATA_DIR: to });
    assert.match(output, /result +SOUND\n$/);
  }

  async #goOn(): Promise<void> {
    await this.#new.start();
    const { lost, gaps, logged } = await auditLog(
      this.#new.api,
      await this.#new.connection(),
      this.#publisher,
    );
    assert.deepEqual({ lost, gaps, logged }, { lost: [], gaps: [], logged: 500 });
    const body = { type: 'a.b', source: 's', data: {} };
    const { eventId } = await this.#new.api.ask('POST', '/v1/events', { body });
    assert.match(eventId, /^evt_/);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const one of [this.#old, this.#new]) await one.remove();
    await rm(this.#place, { recursive: true, force: true });
  }
}
