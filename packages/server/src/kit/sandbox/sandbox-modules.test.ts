import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { required } from '../required.ts';
import { type FixtureTasks, sandboxHandlers } from './sandbox.fixture.ts';
import { Sandbox } from './sandbox.ts';
import { keepStripped, strippedFolder } from './sandbox-modules.ts';
import { SandboxTasks } from './sandbox-tasks.ts';
import { nameOfStripped } from './stripped-modules.mjs';

const modules = ['./sandbox.fixture.ts', './sandbox.worker.ts'].map((path) => new URL(path, import.meta.url));

async function hasStripper(): Promise<boolean> {
  const sandbox = new Sandbox();
  try {
    const [entry] = modules;
    const tasks = new SandboxTasks<FixtureTasks>(required(entry, 'the entry'), sandbox);
    return await tasks.run('hasStripper', null, { owner: 'a' });
  } finally {
    await sandbox.stop();
  }
}

test('types that a sandbox process had to strip are cached, and the next process does not load the stripper', async () => {
  // This loads the stripper here, which the fixture detects.
  stripTypeScriptTypes('let a: 1');
  expect(sandboxHandlers.hasStripper(null)).toBe(true);
  await hasStripper();
  const folder = required(strippedFolder(), 'the folder');
  for (const module of modules) {
    const kept = join(folder, nameOfStripped(readFileSync(module)));
    await expect.poll(() => existsSync(kept)).toBe(true);
  }
  await expect.poll(hasStripper).toBe(false);
});

test('nothing is cached for addresses outside of the packages', async () => {
  const folder = required(strippedFolder(), 'the folder');
  const own = new URL('../../../../../scripts/verify.ts', import.meta.url);
  keepStripped([own.href, modules[0]?.href ?? '']);
  await hasStripper();
  expect(existsSync(join(folder, nameOfStripped(readFileSync(own))))).toBe(false);
});
