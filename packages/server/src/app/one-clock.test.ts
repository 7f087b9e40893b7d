import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');

/** What means the machine's own clock, or that of a program beside us on it. */
const ownClock = new Set([
  // Of files that this machine has just written.
  'engine/backups/back-up-files.ts',
  'engine/backups/back-up-rows.ts',
  'engine/backups/wal-archive.ts',
  // A date in the answer of a server that nobody shares.
  'engine/models/to-model-error.ts',
  // Runs on the same machine.
  'areas/contracts/chains/chain/embedded/anvil-process.ts',
]);

test('the engine and the areas take the time that all nodes share, and never that of the machine', async () => {
  const found: string[] = [];
  for (const tier of ['engine', 'areas']) {
    for (const path of await readdir(join(source, tier), { recursive: true })) {
      if (!path.endsWith('.ts') || /\.(test|fixture)\.ts$|(^|\/)testing\//.test(path)) continue;
      const name = `${tier}/${path}`;
      if (ownClock.has(name)) continue;
      const text = await readFile(join(source, name), 'utf8');
      if (/\bDate\.now\(\)|\bnew Date\(\)/.test(text)) found.push(name);
    }
  }
  expect(found).toEqual([]);
});
