import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { expectFlows } from '../fixtures/expect-flows.ts';

const applications = globSync('*/examples/*/', { cwd: import.meta.dirname }).sort();

describe('data followed through applications of several files', () => {
  test.each(applications)('%s: findings stand on the marked lines and on no other', async (application) => {
    const root = join(import.meta.dirname, application);
    const files = globSync('**/*.txt', { cwd: root });
    await expectFlows(
      Object.fromEntries(
        files.map((file) => [file.replace(/\.txt$/, ''), readFileSync(join(root, file), 'utf8')]),
      ),
      ['log'],
    );
  });
});
