import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFileDriver } from './file-driver.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trivium-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a folder that cannot be written to is reported as unavailable with its cause, not as a fault', async () => {
  const path = join(folder, 'blobs');
  await writeFile(path, 'a file where the folder should be');
  const error = await createFileDriver(path)
    .write('4ce2a87d', Readable.from([Buffer.from('x')]))
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    code: 'unavailable',
    status: 503,
    message: expect.stringContaining('The store of files cannot be used just now'),
    cause: { code: expect.stringMatching(/^(ENOTDIR|EEXIST)$/) },
  });
});

test('an unknown file is reported as unknown, whatever else is wrong', async () => {
  await expect(createFileDriver(folder).read('4ce2a87d')).rejects.toMatchObject({ code: 'ENOENT' });
});
