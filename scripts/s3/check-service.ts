import assert from 'node:assert/strict';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Installation } from '../../packages/server/test/reliability/harness/installation.ts';
import { query } from '../../packages/server/test/reliability/harness/log-audit.ts';
import { Publisher, sleep } from '../../packages/server/test/reliability/harness/publisher.ts';
import { runCommand } from '../../packages/server/test/reliability/harness/run-command.ts';
import { newPrefix, type TestStore } from './test-store.ts';

/** Checks of a service that keeps its files, its log and its backups in the store. They depend on each other. */
export function serviceChecks(store: TestStore): {
  checks: [string, () => Promise<void>][];
  close(): Promise<void>;
} {
  const story = new Story(store);
  return {
    checks: [
      ['a running service is backed up there', () => story.backUp()],
      ['it is restored to a point in time', () => story.restoreAt()],
      ['it is restored completely', () => story.restoreWhole()],
      ['the rows of its tables are saved there, and restored into an empty database', () => story.moveRows()],
      ['older backups and their WAL are removed, and the rest is intact', () => story.prune()],
      ['doctor checks both places', () => story.examine()],
    ],
    close: () => story.close(),
  };
}

class Story {
  readonly #store: TestStore;
  readonly #place: string;
  readonly #made: Installation[] = [];
  #publisher: Publisher | undefined;
  #chosen = new Date();

  constructor(store: TestStore) {
    this.#store = store;
    this.#place = `s3://${store.bucket}/${newPrefix()}`;
  }

  get #settings(): Record<string, string> {
    return { ...this.#store.settings, S3_BUCKET: this.#store.bucket, BACKUP_TO: this.#place };
  }

  get #first(): Installation {
    return this.#made[0] as Installation;
  }

  get #sent(): Publisher {
    return this.#publisher as Publisher;
  }

  async #command(args: string[], dataDir: string): Promise<string> {
    const { code, output } = await runCommand(args, { ...this.#settings, DATA_DIR: dataDir });
    assert.equal(code, 0, output);
    return output;
  }

  async backUp(): Promise<void> {
    const first = await Installation.make({ ...this.#settings, BACKUP_ARCHIVE_SECONDS: '1' });
    this.#made.push(first);
    await first.start();
    this.#publisher = new Publisher({ api: first.api, clients: 4, ratePerSecond: 60 }).start();
    await this.#sent.acknowledgedAfter(performance.now());
    const { path } = first.directory;
    const output = await this.#command(['backup'], path);
    assert.match(output, /^Backed up to s3:\/\//);
    assert.match(output, /files {7}not in the backup: they are in the bucket/);
    await this.#sent.acknowledgedAfter(performance.now());
    this.#chosen = new Date(performance.timeOrigin + performance.now());
    await this.#sent.acknowledgedAfter(performance.now() + 200);
    await this.#sent.stop();
    await this.#archivedUntil(new Date());
  }

  async #archivedUntil(time: Date): Promise<void> {
    for (let tries = 0; tries < 100; tries++) {
      const output = await this.#command(['backup', 'list', '--json'], this.#first.directory.path);
      if (new Date(JSON.parse(output.split('\n', 1).join()).until) >= time) return;
      await sleep(200);
    }
    throw new Error('the WAL was not archived');
  }

  async #empty(): Promise<Installation> {
    const made = await Installation.make(this.#store.settings);
    this.#made.push(made);
    const key = 'encryption.key';
    await copyFile(join(this.#first.directory.path, key), join(made.directory.path, key));
    return made;
  }

  async #numbersIn(one: Installation): Promise<Set<number>> {
    await one.start();
    const rows = await query<{ n: number }>(
      await one.connection(),
      `select (data::json ->> 'n')::int as n from events where correlation_id = $1`,
      [this.#sent.run],
    );
    await one.stop();
    return new Set(rows.map(({ n }) => n));
  }

  async restoreAt(): Promise<void> {
    const other = await this.#empty();
    const output = await this.#command(['restore', '--at', this.#chosen.toISOString()], other.directory.path);
    assert.match(output, /result +SOUND\n$/);
    const found = await this.#numbersIn(other);
    const timeOf = (at: number) => performance.timeOrigin + at;
    const all = [...this.#sent.acknowledged];
    const before = all.filter(([, { at }]) => timeOf(at) < this.#chosen.getTime());
    const after = all.filter(([, { sentAt }]) => timeOf(sentAt) > this.#chosen.getTime() + 1);
    assert.ok(before.length > 5 && after.length > 5);
    assert.deepEqual(
      before.filter(([n]) => !found.has(n)),
      [],
    );
    assert.deepEqual(
      after.filter(([n]) => found.has(n)),
      [],
    );
  }

  async restoreWhole(): Promise<void> {
    const other = await this.#empty();
    await this.#command(['restore'], other.directory.path);
    const found = await this.#numbersIn(other);
    assert.deepEqual(
      [...this.#sent.acknowledged.keys()].filter((n) => !found.has(n)),
      [],
    );
  }

  async moveRows(): Promise<void> {
    const other = await this.#empty();
    const place = `${this.#place}-rows`;
    await this.#command(['backup', '--rows', '--to', place], this.#first.directory.path);
    await this.#command(['restore', '--from', place], other.directory.path);
    const found = await this.#numbersIn(other);
    assert.deepEqual(
      [...this.#sent.acknowledged.keys()].filter((n) => !found.has(n)),
      [],
    );
  }

  async prune(): Promise<void> {
    const { path } = this.#first.directory;
    const output = await this.#command(['backup', '--keep', '1'], path);
    assert.match(output, /removed +1 backups, and [1-9]\d* older files of the WAL/);
    assert.equal((await this.#command(['backup', 'list'], path)).trim().split('\n').length, 1);
    assert.match(await this.#command(['backup', 'verify'], path), /SOUND\n$/);
  }

  async examine(): Promise<void> {
    const other = await this.#empty();
    await writeFile(join(other.directory.path, 'note'), '');
    const settings = { ...this.#settings, DATA_DIR: other.directory.path, PORT: '0' };
    const { output } = await runCommand(['doctor'], settings);
    assert.match(output, /^ok +files +the bucket \S+ answers$/m);
    assert.match(output, /^ok +backups +1 in s3:\S+, the newest /m);
    const wrong = await runCommand(['doctor'], { ...settings, S3_BUCKET: 'no-such-bucket-of-ours' });
    assert.match(wrong.output, /^WRONG +files .* There is no bucket no-such-bucket-of-ours/m);
    assert.equal(wrong.code, 1);
  }

  async close(): Promise<void> {
    await this.#publisher?.stop();
    for (const one of this.#made) await one.remove();
  }
}
