import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { bareEnvironment, runProgram } from '../../../src/kit/processes/index.ts';

/** Problems of frames, the same in both directions. */
export interface SlowLinkQuality {
  /** Delay of each frame. */
  delayMs?: number;
  /** Maximum deviation from the delay, in both directions. */
  jitterMs?: number;
  /** Percentage of frames without a delay, which overtake others. */
  reorderPercent?: number;
  /** Percentage of frames that arrive twice. */
  duplicatePercent?: number;
}

export interface SlowLinkPlace {
  /** The arguments that run a command in the namespace of the bridge. */
  launcher: readonly string[];
  namespace: string;
  bridge: string;
  /** The device of the host, which is a port of the bridge. */
  device: string;
}

/**
 * Whether links can be delayed with this program, which is needed because Linux itself only can if netem is built in.
 */
export async function canSlowLinks(): Promise<boolean> {
  const { code } = await runProgram('python3', ['-c', 'import fcntl, select']);
  const hasTap = await access('/dev/net/tun').then(
    () => true,
    () => false,
  );
  return code === 0 && hasTap;
}

/** A program in user space between a host and the bridge, until it is closed. */
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

  /** Restores the link; frames on the way are lost. */
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
