import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

// A checkout in small: the real scripts, and as its only dependency a folder that plays the pinned Node.
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'trivium-install-'));
  await cp(import.meta.dirname, join(root, 'scripts'), {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  });
  await mkdir(join(root, 'pinned/bin'), { recursive: true });
  await writeFile(join(root, 'pinned/package.json'), '{"name":"node","version":"1.2.3"}');
  await writeFile(
    join(root, 'pinned/bin/node'),
    `#!/bin/sh\n[ "$1" = --version ] && exec echo v1.2.3\nexec ${process.execPath} "$@"\n`,
  );
  await chmod(join(root, 'pinned/bin/node'), 0o755);
  await writeFile(join(root, 'program.mjs'), 'process.stdout.write(process.argv.slice(2).join());');
  await writeFile(join(root, 'package.json'), '{"name":"small","dependencies":{"node":"file:pinned"}}');
  await writeLock({});
});

afterEach(() => rm(root, { recursive: true, force: true }));

/** The lock file of the small checkout, with further packages. */
async function writeLock(others: Record<string, object>): Promise<void> {
  const packages = {
    '': { name: 'small', dependencies: { node: 'file:pinned' } },
    'node_modules/node': { resolved: 'pinned', link: true },
    pinned: { name: 'node', version: '1.2.3' },
    ...others,
  };
  await writeFile(
    join(root, 'package-lock.json'),
    JSON.stringify({ name: 'small', lockfileVersion: 3, packages }),
  );
}

function run(...args: string[]) {
  return runBy('node', process.env, ...args);
}

async function runBy(node: string, env: NodeJS.ProcessEnv, ...args: string[]) {
  const child = spawn(node, ['scripts/run.mjs', 'program.mjs', ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let told = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    told += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, out, told };
}

test('the first start installs and says so in two lines, the second says nothing', async () => {
  const first = await run('a', '--help');
  expect(first).toMatchObject({ code: 0, out: 'a,--help' });
  expect(first.told).toMatch(/^Installing dependencies \(first start only\)\.\nInstalled in \d+ s\.\n$/);
  expect(await run('b')).toEqual({ code: 0, out: 'b', told: '' });
});

test('an installation made by hand is left as it is', async () => {
  const npm = spawn('npm', ['ci', '--offline', '--loglevel=error'], { cwd: root, stdio: 'ignore' });
  await once(npm, 'close');
  expect(await run()).toEqual({ code: 0, out: '', told: '' });
});

test('a changed lock file is installed again', async () => {
  await run();
  await writeLock({ 'node_modules/extra': { resolved: 'extra', link: true }, extra: { version: '1.0.0' } });
  await mkdir(join(root, 'extra'));
  await writeFile(join(root, 'extra/package.json'), '{"name":"extra","version":"1.0.0"}');
  const again = await run();
  expect(again.told).toMatch(/^Dependencies have changed: installing them\./);
  expect(again.code).toBe(0);
});

test('a changed lock file is installed again when the Node that runs the start is itself replaced', async () => {
  await run();
  // After it has replaced everything, npm is run once more for the scripts of packages that may run theirs.
  const small = { name: 'small', dependencies: { node: 'file:pinned' }, allowScripts: { node: true } };
  await writeFile(join(root, 'package.json'), JSON.stringify(small));
  const bin = join(root, 'node_modules/.bin');
  await mkdir(bin, { recursive: true });
  await cp(process.execPath, join(bin, 'node'));
  await writeLock({ 'node_modules/extra': { resolved: 'extra', link: true }, extra: { version: '1.0.0' } });
  await mkdir(join(root, 'extra'));
  await writeFile(join(root, 'extra/package.json'), '{"name":"extra","version":"1.0.0"}');
  const npm = await realpath(execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim());
  const PATH = [bin, process.env.PATH].join(delimiter);
  const again = await runBy(join(bin, 'node'), { ...process.env, PATH, npm_execpath: npm });
  expect(again.told).toMatch(/^Dependencies have changed: installing them\.\nInstalled in/);
  expect(again.code).toBe(0);
});

test('starts at the same time install once and all run', async () => {
  const all = await Promise.all([run('1'), run('2'), run('3')]);
  expect(all.map(({ code, out }) => ({ code, out }))).toEqual(
    ['1', '2', '3'].map((out) => ({ code: 0, out })),
  );
  expect(all.filter(({ told }) => told.includes('Installing dependencies'))).toHaveLength(1);
});

test('a failed installation shows what npm said and what to do', async () => {
  await writeFile(
    join(root, 'package.json'),
    '{"name":"small","dependencies":{"node":"file:pinned","extra":"file:extra"}}',
  );
  const failed = await run();
  expect(failed.code).toBe(1);
  expect(failed.told).toMatch(/npm error code EUSAGE/);
  expect(failed.told).toMatch(
    /The installation failed\. package\.json and package-lock\.json disagree: run `npm install`/,
  );
});
