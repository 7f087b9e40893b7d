import { cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { findProcesses, readCommandLine } from '../processes/index.ts';
import type { ClusterSettings } from './cluster-settings.ts';
import { withClient } from './prepare-database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';
import { keepLog, makeDataDir, makeSeed, quickSettings, removeDataDir } from './test-data-dir.ts';

let seed: string;
let dataDir: string;
let running: EmbeddedPostgres | undefined;

beforeAll(async () => {
  seed = await makeSeed();
});

afterAll(() => removeDataDir(seed));

beforeEach(async () => {
  dataDir = await makeDataDir(seed);
});

afterEach(async () => {
  await running?.stop();
  running = undefined;
  await removeDataDir(dataDir);
});

async function start(folder = dataDir, settings: ClusterSettings = quickSettings): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({ dataDir: folder, log: keepLog().log, settings });
  return running;
}

test('the first start makes a durable, checksummed UTF-8 database that is only reachable by a socket', async () => {
  const { connection } = await start(join(dataDir, 'new'), {});
  const wanted = {
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    listen_addresses: '',
    password_encryption: 'scram-sha-256',
    server_encoding: 'UTF8',
    synchronous_commit: 'on',
    TimeZone: 'UTC',
  };
  const found = await withClient(connection, async (client) => {
    const { rows } = await client.query('SELECT name, setting FROM pg_settings WHERE name = ANY ($1)', [
      Object.keys(wanted),
    ]);
    return Object.fromEntries(rows.map((row) => [row.name, row.setting]));
  });
  expect(found).toEqual(wanted);
});

test('the service uses a role that owns nothing, is in no other role and has no rights on the server', async () => {
  const { connection, owner } = await start();
  const { rows } = await withClient(connection, (client) =>
    client.query(`SELECT current_user AS role, rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls AS may,
        (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS memberships,
        (SELECT count(*)::int FROM pg_shdepend WHERE refobjid = r.oid AND deptype = 'o') AS owned,
        has_schema_privilege('public', 'CREATE') AS creates
      FROM pg_roles r WHERE rolname = current_user`),
  );
  expect(rows).toEqual([{ role: 'trivium_service', may: false, memberships: 0, owned: 0, creates: false }]);
  const database = await withClient(owner, (client) =>
    client.query(`SELECT rolsuper, datdba::regrole::text AS owner, datlocprovider, datlocale
      FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`),
  );
  expect(database.rows).toEqual([
    { rolsuper: false, owner: 'trivium', datlocprovider: 'b', datlocale: 'C.UTF-8' },
  ]);
});

test('a database from before the service had its own role gets one at the next start', async () => {
  const first = await start();
  await withClient(first.owner, (client) => client.query('CREATE TABLE kept AS SELECT 7 AS n'));
  await withClient(first.superuser, (client) => client.query('DROP ROLE trivium_service'));
  await first.stop();
  const second = await start();
  await withClient(second.connection, (client) => client.query('SELECT 1'));
  const { rows } = await withClient(second.owner, (client) => client.query('SELECT n FROM kept'));
  expect(rows).toEqual([{ n: 7 }]);
});

test('nobody connects without the password, which only its owner can read', async () => {
  const { connection, owner } = await start();
  await expect(withClient({ ...connection, password: 'guess' }, async () => {})).rejects.toThrow(
    /password authentication failed/,
  );
  const file = join(dataDir, 'postgres/credentials.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).toContain(owner.password);
});

test('data survives a stop and a start, even if the directory has moved', async () => {
  const first = await start();
  await withClient(first.owner, (client) => client.query('CREATE TABLE kept AS SELECT 7 AS n'));
  await first.stop();
  const moved = join(dataDir, 'moved');
  await mkdir(moved, { mode: 0o711 });
  await rename(join(dataDir, 'postgres'), join(moved, 'postgres'));
  const second = await start(moved);
  const { rows } = await withClient(second.owner, (client) => client.query('SELECT n FROM kept'));
  expect(rows).toEqual([{ n: 7 }]);
  await second.stop();
  await rename(join(moved, 'postgres'), join(dataDir, 'postgres'));
});

test('a stop leaves no process and no socket, even with open connections', async () => {
  const { connection, pid, stop } = await start();
  await withClient(connection, () => stop());
  running = undefined;
  expect(await findProcesses((line) => line.includes(dataDir))).toEqual([]);
  expect(await readCommandLine(pid)).toBeUndefined();
  await expect(stat(join(dataDir, 'postgres/.s.PGSQL.5432'))).rejects.toThrow(/ENOENT/);
});

test('a path too long for a socket gets its socket elsewhere, and none is left behind', async () => {
  const deep = join(dataDir, 'x'.repeat(60), 'y'.repeat(60));
  await mkdir(deep, { recursive: true, mode: 0o711 });
  await rename(join(dataDir, 'postgres'), join(deep, 'postgres'));
  const { connection, stop } = await start(deep);
  expect(connection.host.startsWith(deep)).toBe(false);
  await withClient(connection, (client) => client.query('SELECT 1'));
  await stop();
  running = undefined;
  await expect(stat(connection.host)).rejects.toThrow(/ENOENT/);
});

test('a stale postmaster.pid does not prevent the start, whichever process has its number now', async () => {
  const file = join(dataDir, 'postgres/data/postmaster.pid');
  for (const pid of [process.pid, 2 ** 22 + 1]) {
    await writeFile(
      file,
      `${pid}\n${dataDir}/postgres/data\n1700000000\n5432\n${dataDir}/postgres\n\n\nready   \n`,
    );
    await start();
    expect(running?.adopted).toBe(false);
    await running?.stop();
  }
});

test('lost passwords are replaced and the data is kept', async () => {
  const first = await start();
  await withClient(first.owner, (client) => client.query('CREATE TABLE kept AS SELECT 7 AS n'));
  await first.stop();
  await rm(join(dataDir, 'postgres/credentials.json'));
  const second = await start();
  expect(second.connection.password).not.toBe(first.connection.password);
  const { rows } = await withClient(second.owner, (client) => client.query('SELECT n FROM kept'));
  expect(rows).toEqual([{ n: 7 }]);
});

test.each(['null', '{"superuserPassword":', '"a"', '\0\0\0'])(
  'a password file that contains %j counts as lost',
  async (text) => {
    await writeFile(join(dataDir, 'postgres/credentials.json'), text);
    const { connection } = await start();
    await withClient(connection, (client) => client.query('SELECT 1'));
  },
);

test('passwords of another database are refused, naming their file', async () => {
  const other = JSON.stringify({ superuserPassword: 'a', password: 'b' });
  await writeFile(join(dataDir, 'postgres/credentials.json'), other);
  await expect(start()).rejects.toThrow(/credentials\.json are not those of the database\. Restore/);
});

test('missing data is reported as lost, and not replaced by an empty database', async () => {
  await rm(join(dataDir, 'postgres/data'), { recursive: true });
  await expect(start()).rejects.toThrow(/has lost its data: .* Restore it, or delete credentials\.json/);
  await rm(join(dataDir, 'postgres/credentials.json'));
  const { connection } = await start();
  await withClient(connection, (client) => client.query('SELECT 1'));
});

test('an interrupted first start is repeated', async () => {
  await rename(join(dataDir, 'postgres/data'), join(dataDir, 'postgres/data.new'));
  await rm(join(dataDir, 'postgres/data.new/PG_VERSION'));
  const { connection } = await start();
  await withClient(connection, (client) => client.query('SELECT 1'));
});

test('the operator’s settings in local.conf take precedence', async () => {
  await writeFile(join(dataDir, 'postgres/data/local.conf'), "work_mem = '13MB'\n", { mode: 0o644 });
  const { connection } = await start();
  const { rows } = await withClient(connection, (client) => client.query('SHOW work_mem'));
  expect(rows).toEqual([{ work_mem: '13MB' }]);
});

test('data of another major version, or a folder without data, is refused with what to do', async () => {
  const version = join(dataDir, 'postgres/data/PG_VERSION');
  await writeFile(version, '17\n');
  await expect(start()).rejects.toThrow(
    /made by PostgreSQL 17, and this release brings 18.*previous release.*backup --rows .*restore --from /,
  );
  await rm(version);
  await expect(start()).rejects.toThrow(/holds no PostgreSQL data .* Restore it, or move it away/);
});

test('a setting the server refuses is named in the error', async () => {
  await writeFile(join(dataDir, 'postgres/data/local.conf'), "work_mem = 'plenty'\n", { mode: 0o644 });
  await expect(start()).rejects.toThrow(/did not start .*work_mem/);
});

test('a copy of the directory is a separate database that does not affect the original', async () => {
  const copy = join(dataDir, 'copy');
  await mkdir(copy, { mode: 0o711 });
  await cp(join(dataDir, 'postgres'), join(copy, 'postgres'), { recursive: true });
  const original = await start();
  const second = await startEmbeddedPostgres({ dataDir: copy, log: keepLog().log, settings: quickSettings });
  expect(second.adopted).toBe(false);
  await withClient(second.owner, (client) => client.query('CREATE TABLE only_in_copy ()'));
  const seen = await withClient(original.connection, (client) =>
    client.query("SELECT to_regclass('only_in_copy') AS found"),
  );
  expect(seen.rows).toEqual([{ found: null }]);
  await second.stop();
});
