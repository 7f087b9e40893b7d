import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { warmUpTask } from './warm-up-task.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trivium-test-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

test('a warm-up runs a complete analysis, and leaves nothing behind', async () => {
  await expect(warmUpTask()).resolves.toBeNull();
  expect(await readdir(folder)).toEqual([]);
});
