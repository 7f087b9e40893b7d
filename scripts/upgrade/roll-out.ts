import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { apiKey } from '../../packages/server/test/reliability/harness/api-client.ts';
import { newEncryptionKey } from '../../packages/server/test/reliability/harness/data-directory.ts';
import { Installation } from '../../packages/server/test/reliability/harness/installation.ts';
import { PostgresServer } from '../../packages/server/test/reliability/harness/postgres-server.ts';
import { Publisher } from '../../packages/server/test/reliability/harness/publisher.ts';
import { runCommand } from '../../packages/server/test/reliability/harness/run-command.ts';
import { killOneOfTwo, type Pair, publishOnBoth } from '../../packages/server/test/reliability/two-nodes.ts';

const ownRoot = join(import.meta.dirname, '../..');

/**
 * An installation whose nodes are replaced one after the other, as described in docs/releases.md. Its steps depend on
 * each other.
 */
export class RollOut implements AsyncDisposable {
  readonly #earlier: string;
  readonly #pair: Pair;
  readonly #shared: Record<string, string>;

  private constructor(earlier: string, pair: Pair, shared: Record<string, string>) {
    this.#earlier = earlier;
    this.#pair = pair;
    this.#shared = shared;
  }

  /** `earlier`: the checkout of the previous release, which creates the database. */
  static async begin(earlier: string): Promise<RollOut> {
    const postgres = await PostgresServer.start();
    const shared = { DATABASE_URL: postgres.url, ENCRYPTION_KEY: newEncryptionKey() };
    const one = await Installation.make(shared, earlier);
    const two = await Installation.make(shared);
    // Nodes on several machines share one place for files.
    const files = join(one.directory.path, 'blobs');
    await mkdir(files);
    await symlink(files, join(two.directory.path, 'blobs'));
    const remove = async () => {
      for (const node of [one, two]) await node.remove();
      await postgres.remove();
    };
    return new RollOut(earlier, { postgres, one, two, remove }, shared);
  }

  steps(): [string, () => Promise<void>][] {
    const { one, two } = this.#pair;
    return [
      ['the previous release creates its database, and runs the tour', () => this.#beginEarlier()],
      ['the schema is migrated while it accepts events, and it rejects none', () => this.#migrate()],
      ['on the newer schema it still runs the tour', () => takeTour(this.#earlier, one)],
      ['this release starts beside it, and runs the tour', () => this.#startBeside()],
      ['the previous release runs the tour beside this one', () => takeTour(this.#earlier, one)],
      ['both accept events and deliver each once', () => this.#publishOnBoth()],
      ['neither logged an error', async () => assert.deepEqual([...errorsOf(one), ...errorsOf(two)], [])],
      [
        'this release takes over the work of the previous release when that is killed',
        () => this.#takeOver(),
      ],
      [
        'a start of the previous release works, or is refused with the name of a migration',
        () => this.#startAgain(),
      ],
      ['a backup of everything is intact', () => this.#verify()],
    ];
  }

  async #beginEarlier(): Promise<void> {
    await this.#pair.one.start();
    await takeTour(this.#earlier, this.#pair.one);
  }

  async #migrate(): Promise<void> {
    const publisher = new Publisher({ api: this.#pair.one.api, clients: 8, ratePerSecond: 100 }).start();
    await publisher.acknowledgedAfter(performance.now());
    const { code, output } = await runCommand(['migrate', '--json'], {
      ...this.#shared,
      DATA_DIR: this.#pair.two.directory.path,
    });
    assert.equal(code, 0, output);
    process.stdout.write(`       ${output.split('\n', 1).join()}\n`);
    await publisher.acknowledgedAfter(performance.now());
    await publisher.stop();
    assert.deepEqual([...publisher.statuses.keys()], [201]);
    assert.equal(publisher.unanswered.size, 0);
  }

  async #startBeside(): Promise<void> {
    await this.#pair.two.start();
    await takeTour(ownRoot, this.#pair.two);
  }

  async #publishOnBoth(): Promise<void> {
    const { logs, sinks, doubleFirstAttempts } = await publishOnBoth(this.#pair, 1_000);
    assert.equal(doubleFirstAttempts, 0);
    for (const { lost, loggedTwice, gaps } of logs) assert.deepEqual([...lost, ...loggedTwice, ...gaps], []);
    for (const sink of sinks)
      assert.deepEqual(sink, { undelivered: 0, renamed: 0, duplicates: 0, forged: 0 });
  }

  async #takeOver(): Promise<void> {
    const { inherited, log, sink, unexplained } = await killOneOfTwo(this.#pair, 300);
    assert.ok(inherited > 20, `${inherited} were with the node`);
    assert.deepEqual([...log.lost, ...log.loggedTwice, ...log.gaps], []);
    assert.equal(sink.undelivered + sink.renamed + sink.forged + unexplained, 0);
  }

  async #startAgain(): Promise<void> {
    const again = this.#pair.one.launch();
    const isUp = await again.ready.then(
      () => true,
      () => false,
    );
    if (isUp) return void (await this.#pair.one.stop());
    assert.match(again.output, /The database was migrated by a newer version \(\d{4}_\w+\.sql\)/);
  }

  async #verify(): Promise<void> {
    const place = await mkdtemp(join(tmpdir(), 'trivium-upgrade-'));
    try {
      const settings = { ...this.#shared, DATA_DIR: this.#pair.two.directory.path, BACKUP_TO: place };
      const made = await runCommand(['backup'], settings);
      assert.equal(made.code, 0, made.output);
      const { output } = await runCommand(['backup', 'verify'], settings);
      assert.match(output, /result +SOUND\n$/);
    } finally {
      await rm(place, { recursive: true, force: true });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pair.remove();
  }
}

/** Uses every platform once, with the tour and the client of the checkout. */
async function takeTour(root: string, node: Installation): Promise<void> {
  const args = ['scripts/tour.ts', '--url', node.address ?? '', '--key', apiKey];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  assert.match(stdout, /The tour took/);
}

function errorsOf(node: Installation): string[] {
  const lines = node.process.output.split('\n').filter((line) => line.startsWith('{'));
  return lines.filter((line) => JSON.parse(line).level >= 50);
}
