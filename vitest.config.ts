import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// As the service does for itself: what TypeScript was stripped to is kept, here for the workers and all that tests start.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');

export default defineConfig({
  test: {
    globalSetup: ['packages/server/src/app/testing/vitest-global-setup.ts'],
    include: ['scripts/*.test.ts', 'packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    // Most tests wait for something most of the time: a receiver, a timer, a process.
    maxWorkers: Math.max(2, availableParallelism()),
    // The files of a worker share what they import: loading the service anew for each took a fifth of the time.
    // So nothing of a file may outlast it, such as a changed environment or a spy.
    isolate: false,
    // Node loads what is tested, as in production: no module is rewritten for the tests, and none can be mocked.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Bounds for a busy machine: they end a hang, and judge no speed.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
