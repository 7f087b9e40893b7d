import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { bareEnvironment, runProgram } from '../../../src/kit/processes/index.ts';

/** What happens to frames on their way, each way alike. */
export interface SlowLinkQuality {
  /** Each waits so long. */
  delayMs?: number;
  /** Give or take so much. */
  jitterMs?: number;
  /** So many in a hundred wait for nothing, and so overtake others. */
  reorderPercent?: number;
  /** So many in a hundred come twice. */
  duplicatePercent?: number;
}

export interface SlowLinkPlace {
  /** The words that run a command where the bridge is. */
  launcher: readonly string[];
  namespace: string;
  bridge: string;
  /** What leads to the host, and is a port of the bridge. */
  device: string;
}

/** Whether links can be made slow: Linux has no way of its own where netem is not built in. */
export async function canSlowLinks(): Promise<boolean> {
  const { code } = await runProgram('python3', ['-c', 'import fcntl, select']);
  const hasTap = await access('/dev/net/tun').then(
    () => true,
    () => false,
  );
  return code === 0 && hasTap;
}

/** A program in user space that lies between a host and the bridge, until it is closed. */
export class SlowLink {
  readonly #place: SlowLinkPlace;
  readonly #child: ChildProcess;

  private constructor(place: SlowLinkPlace, child: ChildProcess) {
    this.#place = place;
    this.#child = child;
  }

  static async open(place: SlowLinkPlace, quality: SlowLinkQuality): Promise<SlowLink> {
    const { launcher, namespace, bridge, device } = place;
    const [near, far, own] = [`${device}-near`, `${device}-far`, `${device}-own`];
    const [file = '', ...before] = launcher;
    const program = [join(import.meta.dirname, 'slow-link.py'), near, far, JSON.stringify(quality)];
    const child = spawn(file, [...before, 'python3', ...program], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: bareEnvironment,
    });
    const link = new SlowLink(place, child);
    try {
      await Promise.race([
        once(child.stdout, 'data'),
        once(child, 'exit').then(() => Promise.reject(new Error('slow-link.py ended'))),
      ]);
      await ip('-n', namespace, 'link', 'add', own, 'type', 'bridge');
      await ip('-n', namespace, 'link', 'set', own, 'up');
      await ip('-n', namespace, 'link', 'set', near, 'master', own, 'up');
      await ip('-n', namespace, 'link', 'set', far, 'master', bridge, 'up');
      await ip('-n', namespace, 'link', 'set', device, 'master', own);
      return link;
    } catch (error) {
      await link.close();
      throw error;
    }
  }

  /** The link is as good as before; what was on its way is lost. */
  async close(): Promise<void> {
    const { namespace, bridge, device } = this.#place;
    await runProgram('ip', ['-n', namespace, 'link', 'set', device, 'master', bridge]);
    await runProgram('ip', ['-n', namespace, 'link', 'del', `${device}-own`]);
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.stdin?.end();
    await once(this.#child, 'exit');
  }
}

async function ip(...args: string[]): Promise<void> {
  const { code, stderr } = await runProgram('ip', args);
  if (code !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr.trim()}`);
}
