import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createFileDriver } from '../../../../engine/blobs/file-driver.ts';
import { problemOf } from './backup-problem.ts';

const KEY = 'abcdef';

test('a store that cannot be written to is named, with what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backup-problem-'));
  try {
    await writeFile(join(folder, 'ab'), 'a file where a folder should be');
    const error = await createFileDriver(folder)
      .write(KEY, Readable.from(['backup']))
      .catch((reason) => reason);
    const problem = problemOf(error);
    expect(problem.code).toBe('storage_not_writable');
    expect(problem.message).toMatch(/cannot write .* \((?:ENOTDIR|EEXIST)\)/);
    expect(problem.message).not.toContain(folder);
    expect(problem.message).toContain('Make it a folder');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.each([
  ['EACCES', 'storage_not_writable'],
  ['EROFS', 'storage_not_writable'],
  ['ENOSPC', 'storage_full'],
  ['EIO', 'backup_failed'],
])('a failure with %s is reported as %s', (code, told) => {
  const error = Object.assign(new Error('refused'), { code, path: '/nowhere/at/all' });
  expect(problemOf(error)).toMatchObject({ code: told });
});

test('an error outside of the file system has no further details', () => {
  expect(problemOf(new Error('relation "secret" does not exist')).message).not.toContain('secret');
});
