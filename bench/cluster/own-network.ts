import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { runProgram } from '../../packages/server/src/kit/processes/index.ts';

const MARK = 'TRIVIUM_BENCH_OWN_NETWORK';

/** Whether this process has a network of its own, in which packets can be dropped without harm to others. */
export const hasOwnNetwork = process.env[MARK] !== undefined;

/** Runs this program once more in a network of its own where that is possible (Linux, root); its exit code. */
export async function runInOwnNetwork(): Promise<number | undefined> {
  if (hasOwnNetwork || (await runProgram('unshare', ['--net', 'true'])).code !== 0) return undefined;
  const lifeline = join(import.meta.dirname, '../../scripts/lifeline.mjs');
  const program = [process.execPath, '--import', lifeline, ...process.argv.slice(1)];
  const child = spawn('unshare', ['--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...program], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, [MARK]: '1' },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** From now on no packet to that port or from it arrives, and nobody is told. Returns what ends it; undefined: not possible here. */
export async function silencePort(port: number): Promise<(() => Promise<void>) | undefined> {
  if (!hasOwnNetwork) return undefined;
  const change = async (action: '-A' | '-D') => {
    for (const side of ['--dport', '--sport']) {
      const rule = ['-w', action, 'INPUT', '-p', 'tcp', side, String(port), '-j', 'DROP'];
      const { code, stderr, startError } = await runProgram('iptables', rule);
      if (code !== 0) throw new Error(`iptables: ${startError?.message ?? stderr}`);
    }
  };
  await change('-A');
  return () => change('-D');
}
