import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, test } from 'vitest';
import { expectFlows } from '../fixtures/expect-flows.ts';

const examples = globSync('*/examples/*.txt', { cwd: import.meta.dirname }).sort();

describe('data followed through what a language and its frameworks offer', () => {
  test.each(examples)('%s: findings are on the marked lines and on no others', async (example) => {
    const text = readFileSync(join(import.meta.dirname, example), 'utf8');
    await expectFlows({ [basename(example, '.txt')]: text });
  });
});
