import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { expectFlows } from '../fixtures/expect-flows.ts';
import { readApplication } from '../fixtures/read-application.ts';

const applications = globSync('*/examples/*/', { cwd: import.meta.dirname }).sort();

describe('data followed through applications of several files', () => {
  test.each(applications)('%s: findings are on the marked lines and on no others', async (application) => {
    await expectFlows(readApplication(join(import.meta.dirname, application)), ['log']);
  });
});
