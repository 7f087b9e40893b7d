import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDir } from './lock-data-dir.ts';
import { makeDataDir, removeDataDir } from './test-data-dir.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await makeDataDir();
});

afterEach(() => removeDataDir(dataDir));

test('a locked directory is refused under any of its names, until it is released', async () => {
  await mkdir(join(dataDir, 'one'));
  await symlink(join(dataDir, 'one'), join(dataDir, 'two'));
  const lock = await lockDataDir(join(dataDir, 'one'));
  const refusal = new RegExp(`pid ${process.pid}.*${join(dataDir, 'one')}`);
  await expect(lockDataDir(join(dataDir, 'one'))).rejects.toThrow(refusal);
  await expect(lockDataDir(join(dataDir, 'two'))).rejects.toThrow(refusal);
  const other = await lockDataDir(join(dataDir, 'three'));
  await lock.release();
  const again = await lockDataDir(join(dataDir, 'two'));
  await Promise.all([again.release(), other.release()]);
});

test('of many concurrent processes exactly one gets the directory', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(dataDir)));
  const held = tries.filter((result) => result.status === 'fulfilled');
  expect(held).toHaveLength(1);
  for (const { value } of held) await value.release();
});

test('the lock ends with its process, however that ends', async () => {
  const source = `
    const { lockDataDir } = await import(process.argv[1]);
    await lockDataDir(process.argv[2]);
    console.log('locked');
    setInterval(() => {}, 1000);`;
  const module = join(import.meta.dirname, 'lock-data-dir.ts');
  const child = spawn(process.execPath, ['--input-type=module', '-e', source, module, dataDir]);
  await once(child.stdout, 'data');
  await expect(lockDataDir(dataDir)).rejects.toThrow(`pid ${child.pid}`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const lock = await lockDataDir(dataDir);
  await lock.release();
});

test('a directory that cannot be created is refused with what to do', async () => {
  const folder = join(dataDir, 'a-file', 'data');
  await writeFile(join(dataDir, 'a-file'), '');
  await expect(lockDataDir(folder)).rejects.toThrow(/a-file\/data cannot be created .* Set DATA_DIR/);
});
