import assert from 'node:assert/strict';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Installation } from '../../packages/server/test/reliability/harness/installation.ts';
import { sleep } from '../../packages/server/test/reliability/harness/publisher.ts';
import {
  type CommandResult,
  runCommand,
  startCommand,
} from '../../packages/server/test/reliability/harness/run-command.ts';
import { newPrefix, type TestStore } from './test-store.ts';
import { openUnsteadyProxy, type UnsteadyProxy } from './unsteady-proxy.ts';

const MIB = 1_048_576;
const AWAY_MS = 4_000;
/** A backup here is some MB: it takes some seconds so. */
const SLOW_BYTES_PER_SECOND = 2 * MIB;

/**
 * Backups and restores while the store goes away, comes back, or is slow, and while the command is killed: nothing half
 * written is ever taken for a backup, and nothing half restored for a database.
 */
export function badDayChecks(store: TestStore): {
  checks: [string, () => Promise<void>][];
  close(): Promise<void>;
} {
  const story = new BadDays(store);
  return {
    checks: [
      ['a backup through a slow connection is whole', () => story.slow()],
      ['a backup waits while the store starts anew', () => story.waits()],
      ['a store that stays away ends the backup with one line, and nothing of it counts', () => story.away()],
      [
        'a backup that is killed in mid-upload does not count, and the next one is sound',
        () => story.killed(),
      ],
      ['a restore whose store goes away leaves the folder as it was', () => story.restoreAway()],
      ['a restore that is killed is no database, and is made anew', () => story.restoreKilled()],
    ],
    close: () => story.close(),
  };
}

class BadDays {
  readonly #store: TestStore;
  readonly #place: string;
  readonly #made: Installation[] = [];
  #proxy: UnsteadyProxy | undefined;

  constructor(store: TestStore) {
    this.#store = store;
    this.#place = `s3://${store.bucket}/${newPrefix()}`;
  }

  /** A service at work, and the way to its store. */
  async #ready(): Promise<{ first: Installation; proxy: UnsteadyProxy }> {
    const endpoint = this.#store.settings.S3_ENDPOINT ?? '';
    assert.ok(
      endpoint.startsWith('http://127.0.0.1'),
      'only a store of this machine is reached through a proxy',
    );
    this.#proxy ??= await openUnsteadyProxy(endpoint);
    const [first = await this.#make()] = this.#made;
    if (!first.address) await first.start();
    return { first, proxy: this.#proxy };
  }

  async #make(): Promise<Installation> {
    const made = await Installation.make();
    this.#made.push(made);
    return made;
  }

  /** As the commands get them; `way`: over the proxy. */
  #settings(dataDir: string, way?: UnsteadyProxy): Record<string, string> {
    return {
      ...this.#store.settings,
      ...(way && { S3_ENDPOINT: way.address }),
      DATA_DIR: dataDir,
      BACKUP_TO: this.#place,
    };
  }

  async #backups(): Promise<string[]> {
    const { first } = await this.#ready();
    const { output, code } = await runCommand(
      ['backup', 'list', '--json'],
      this.#settings(first.directory.path),
    );
    assert.equal(code, 0, output);
    return output
      .trim()
      .split('\n')
      .flatMap((line) => JSON.parse(line).id ?? []);
  }

  async #assertSound(): Promise<void> {
    const { first } = await this.#ready();
    const { output } = await runCommand(['backup', 'verify'], this.#settings(first.directory.path));
    assert.match(output, /SOUND\n$/);
  }

  async slow(): Promise<void> {
    const { first, proxy } = await this.#ready();
    proxy.slowDown(SLOW_BYTES_PER_SECOND);
    const { code, output } = await runCommand(['backup'], this.#settings(first.directory.path, proxy));
    proxy.slowDown(Number.POSITIVE_INFINITY);
    assert.equal(code, 0, output);
    await this.#assertSound();
  }

  async waits(): Promise<void> {
    const { first, proxy } = await this.#ready();
    const before = await this.#backups();
    const passed = proxy.passed('up', MIB);
    const { ended } = startCommand(['backup'], this.#settings(first.directory.path, proxy));
    await passed;
    proxy.goAway();
    await sleep(AWAY_MS);
    await proxy.comeBack();
    const { code, output } = await ended;
    assert.equal(code, 0, output);
    assert.equal((await this.#backups()).length, before.length + 1);
    await this.#assertSound();
  }

  async away(): Promise<void> {
    const { first, proxy } = await this.#ready();
    const before = await this.#backups();
    const passed = proxy.passed('up', MIB);
    const { ended } = startCommand(['backup'], this.#settings(first.directory.path, proxy));
    await passed;
    proxy.goAway();
    assertToldAway(await ended);
    await proxy.comeBack();
    assert.deepEqual(await this.#backups(), before);
  }

  async killed(): Promise<void> {
    const { first, proxy } = await this.#ready();
    const before = await this.#backups();
    proxy.slowDown(SLOW_BYTES_PER_SECOND);
    const passed = proxy.passed('up', MIB);
    const { child, ended } = startCommand(['backup'], this.#settings(first.directory.path, proxy));
    await passed;
    child.kill('SIGKILL');
    await ended;
    proxy.slowDown(Number.POSITIVE_INFINITY);
    assert.deepEqual(await this.#backups(), before);
    const { code, output } = await runCommand(['backup'], this.#settings(first.directory.path));
    assert.equal(code, 0, output);
    await this.#assertSound();
  }

  async #empty(): Promise<Installation> {
    const { first } = await this.#ready();
    const made = await Installation.makeEmpty();
    this.#made.push(made);
    const key = 'encryption.key';
    await copyFile(join(first.directory.path, key), join(made.directory.path, key));
    return made;
  }

  async restoreAway(): Promise<void> {
    const { proxy } = await this.#ready();
    const other = await this.#empty();
    const { path } = other.directory;
    const passed = proxy.passed('down', MIB);
    const { ended } = startCommand(['restore'], this.#settings(path, proxy));
    await passed;
    proxy.goAway();
    assertToldAway(await ended);
    await proxy.comeBack();
    assert.deepEqual(await readdir(path), ['encryption.key']);
    const { output } = await runCommand(['restore'], this.#settings(path, proxy));
    assert.match(output, /SOUND\n$/);
  }

  async restoreKilled(): Promise<void> {
    const { proxy } = await this.#ready();
    const other = await this.#empty();
    const { path } = other.directory;
    proxy.slowDown(SLOW_BYTES_PER_SECOND);
    const passed = proxy.passed('down', MIB);
    const { child, ended } = startCommand(['restore'], this.#settings(path, proxy));
    await passed;
    child.kill('SIGKILL');
    await ended;
    proxy.slowDown(Number.POSITIVE_INFINITY);
    const start = await runCommand(['serve'], { DATA_DIR: path, PORT: '0' });
    assert.match(start.output, /restore/);
    assert.notEqual(start.code, 0);
    const { output } = await runCommand(['restore'], this.#settings(path, proxy));
    assert.match(output, /SOUND\n$/);
    await other.start();
  }

  async close(): Promise<void> {
    this.#proxy?.[Symbol.dispose]();
    for (const one of this.#made) await one.remove();
  }
}

function assertToldAway({ code, output }: CommandResult): void {
  assert.match(
    output,
    /^s3:\/\/\S+ cannot be used\. \S+ does not answer [^\n]+: check S3_ENDPOINT and the network\.\n$/,
  );
  assert.equal(code, 1);
}
