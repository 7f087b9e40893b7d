import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { runProgram } from '../../packages/server/src/kit/processes/index.ts';

const MARK = 'TRIVIUM_BENCH_OWN_NETWORK';

/** Whether this process has its own network namespace, in which it can drop packets without harm to other programs. */
export const hasOwnNetwork = process.env[MARK] !== undefined;

/** Runs this program again in its own network namespace, if possible (Linux, as root). Resolves with its exit code. */
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

/**
 * Drops all packets to and from a port, without an error to either side. Resolves with a function that stops this;
 * undefined if it is not possible here.
 */
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
