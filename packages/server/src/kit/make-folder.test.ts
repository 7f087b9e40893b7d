import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trivium-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('makes missing folders with their mode, and does not change existing ones', async () => {
  const before = (await stat(folder)).mode;
  await makeFolder(join(folder, 'a/b'), 0o700);
  await makeFolder(join(folder, 'a/b'), 0o711);
  for (const name of ['a', 'a/b']) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o700);
  expect((await stat(folder)).mode).toBe(before);
});

test('many concurrent calls make one', async () => {
  await Promise.all(Array.from({ length: 8 }, () => makeFolder(join(folder, 'x/y/z'))));
  expect((await stat(join(folder, 'x/y/z'))).isDirectory()).toBe(true);
});

test('is refused if there is a file', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(makeFolder(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(folder, 'file/below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test.runIf(process.platform === 'linux')(
  'is refused at once if the file system cannot make folders',
  async () => {
    for (const path of ['/proc/none', '/proc/none/below']) await expect(makeFolder(path)).rejects.toThrow();
  },
);
