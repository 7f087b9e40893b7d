import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'vitest';
import { expectFlows } from '../testing/expect-flows.ts';

const folder = new URL('../testing/fixtures/', import.meta.url);

describe('data followed through what a language and its frameworks offer', () => {
  test.each(readdirSync(folder))('%s: findings stand on the marked lines and on no other', async (name) => {
    await expectFlows({ [name.replace(/\.txt$/, '')]: readFileSync(new URL(name, folder), 'utf8') });
  });
});
