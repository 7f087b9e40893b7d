import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { SandboxHandlers } from './sandbox-messages.ts';

/** Tasks of the test sandbox. */
export interface FixtureTasks {
  double: { input: number; output: number };
  upper: { input: string; output: string };
  digest: { input: { text: string; bytes: Uint8Array }; output: string };
  pid: { input: null; output: number };
  hang: { input: null; output: null };
  fail: { input: string; output: null };
  hoard: { input: null; output: null };
  hoardBuffers: { input: null; output: null };
  endThread: { input: null; output: null };
  killProcess: { input: null; output: null };
  breakV8: { input: null; output: null };
  repeat: { input: number; output: string };
  spin: { input: number; output: null };
  environment: { input: null; output: string[] };
  hasStripper: { input: null; output: boolean };
  reach: { input: string; output: string[] };
}

export const sandboxHandlers: SandboxHandlers<FixtureTasks> = {
  double: (input) => input * 2,
  upper: (input) => input.toUpperCase(),
  digest: ({ text, bytes }) => createHash('sha256').update(text).update(bytes).digest('hex'),
  pid: () => process.pid,
  hang() {
    for (;;);
  },
  fail(message) {
    throw Object.assign(new RangeError(message), { position: 7, inner: { secret: true } });
  },
  hoard() {
    const all: number[][] = [];
    for (;;) all.push(new Array(100_000).fill(1.5));
  },
  hoardBuffers() {
    const all: Buffer[] = [];
    for (;;) all.push(Buffer.alloc(1_000_000, 1));
  },
  endThread: () => process.exit(3),
  killProcess() {
    process.kill(process.pid, 'SIGKILL');
    for (;;);
  },
  breakV8() {
    let text = 'x'.repeat(1_040_000);
    for (let i = 0; i < 8; i++) text += text;
    text.split('x');
    return null;
  },
  repeat: (count) => 'x'.repeat(count),
  spin(ms) {
    const until = performance.now() + ms;
    while (performance.now() < until);
    return null;
  },
  environment: () => Object.keys(process.env),
  // Node lists the internal modules that a thread has loaded, but has no type for that.
  hasStripper: () => (process as unknown as { moduleLoadList: string[] }).moduleLoadList.some(isStripper),
  reach: (path) =>
    [
      () => readFileSync(path, 'utf8'),
      () => writeFileSync(`${path}.new`, 'x'),
      () => execFileSync('true'),
      () => new Function('return 1')(),
    ].map((attempt) => {
      try {
        attempt();
        return 'allowed';
      } catch (error) {
        return (error as { code?: string }).code ?? (error as Error).name;
      }
    }),
};

const isStripper = (name: string) => name.includes('amaro');
