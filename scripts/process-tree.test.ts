import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { ProcessTree } from './process-tree.ts';

const busy = 'const end = process.cpuUsage().user + 2e5; while (process.cpuUsage().user < end);';

test.runIf(process.platform === 'linux')(
  'the time of what was started counts while it runs, when it has ended, and when its parent went before it',
  async () => {
    const tree = new ProcessTree();
    const before = tree.look();
    const child = spawn(process.execPath, ['-e', busy]);
    await once(child, 'exit');
    expect(tree.look() - before).toBeGreaterThanOrEqual(0.2);

    const orphan = `const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', ${JSON.stringify(`${busy} process.stdin.resume();`)}],
        { stdio: ['inherit', 'ignore', 'ignore'], detached: true });
      console.log(child.pid);
      process.stdin.once('data', () => process.exit());`;
    const parent = spawn(process.execPath, ['-e', orphan], { stdio: ['pipe', 'pipe', 'inherit'] });
    const [line] = await once(parent.stdout, 'data');
    const atStart = tree.look();
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    await expect.poll(() => tree.look() - atStart, { interval: 20 }).toBeGreaterThanOrEqual(0.2);
    const last = tree.look();
    process.kill(Number(line), 'SIGKILL');
    await expect.poll(() => tree.look(), { interval: 20 }).toBeGreaterThanOrEqual(last);
  },
);
