import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');

/** Files that need the machine's own clock, or the clock of a program on the same machine. */
const ownClock = new Set([
  // These compare times of files that this machine has just written.
  'engine/backups/back-up-files.ts',
  'engine/backups/back-up-rows.ts',
  'engine/backups/wal-archive.ts',
  // A date in the answer of a server outside of the installation.
  'engine/models/to-model-error.ts',
  // Anvil runs on the same machine.
  'areas/contracts/chains/chain/embedded/anvil-process.ts',
]);

test("the engine and the areas use the clock that all nodes share, never the machine's own", async () => {
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
