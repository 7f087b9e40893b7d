import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimFolder } from './claim-folder.ts';
import { makeDataDir, removeDataDir } from './test-data-dir.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await makeDataDir();
  file = join(folder, 'in-use.json');
  await writeFile(file, JSON.stringify({ host: 'elsewhere', pid: 7, scope: 'another boot' }));
});

afterEach(() => removeDataDir(folder));

test('a folder that another machine or container is using is refused, with its name', async () => {
  let seconds = 0;
  const beat = setInterval(() => {
    seconds += 1;
    void utimes(file, new Date(), new Date(Date.now() + seconds * 1_000));
  }, 50);
  try {
    await expect(claimFolder(folder)).rejects.toThrow(
      /another machine or container \(elsewhere, pid 7 there\)/,
    );
  } finally {
    clearInterval(beat);
  }
});

test('an abandoned claim is taken over, and a released one leaves nothing', async () => {
  const claim = await claimFolder(folder, 300);
  await claim.release();
  const again = await claimFolder(folder, 60_000);
  await again.release();
});
