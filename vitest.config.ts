import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// As the service does for itself: what TypeScript was stripped to is kept, here for the workers and all that tests start.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');

/** Most tests wait for something half of the time. With two for each core the whole took no less, and more tests met each other. */
const WORKERS_PER_CORE = 1.5;
/** A worker holds what its files imported and made, and what runs beside it: services, chains, sandboxes. */
const MEMORY_PER_WORKER = 2 ** 31;

/** Those that take three quarters of a minute and more, the longest first: one that begins last would be waited for alone. */
const LONGEST = [
  'hostile/hostile',
  'console/accessibility',
  'docs/guides',
  'reliability/backup',
  'console/webhooks',
  'reliability/several-processes',
  'console/console',
  'console/review',
  'console/contracts',
  'review/review-crash',
  'app/scaling',
];

/** Its place among the longest; that of all others is behind them. */
function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return place === -1 ? LONGEST.length : place;
}

/**
 * The long ones early, by turns with short ones, so that no worker is left with one at the end, and few run side by side:
 * what starts whole services and kills them. A file's size, the usual measure, says nothing of that.
 */
class LongOnesEarly extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = (file: TestSpecification) =>
      placeOf(file) < LONGEST.length || /\/packages\/server\/(test|src\/app)\//.test(file.moduleId);
    const sorted = await super.sort(files);
    const long = sorted.filter(isLong).toSorted((a, b) => placeOf(a) - placeOf(b));
    const short = sorted.filter((file) => !isLong(file));
    return [...long.flatMap((file, i) => [file, ...short.slice(i, i + 1)]), ...short.slice(long.length)];
  }
}

export default defineConfig({
  test: {
    globalSetup: ['packages/server/src/app/testing/vitest-global-setup.ts'],
    include: ['scripts/*.test.ts', 'packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    maxWorkers: Math.max(
      2,
      Math.floor(Math.min(WORKERS_PER_CORE * availableParallelism(), totalmem() / MEMORY_PER_WORKER)),
    ),
    sequence: { sequencer: LongOnesEarly },
    // The files of a worker share what they import: loading the service anew for each took a fifth of the time.
    // So nothing of a file may outlast it, such as a changed environment or a spy.
    isolate: false,
    // Node loads what is tested, as in production: no module is rewritten for the tests, and none can be mocked.
    // Vitest, whose version is pinned, calls this experimental; without the line all tests run as well, and slower.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // They end a hang, and judge no speed: no other test takes a third of it on two quiet cores. A slow one names its own.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
