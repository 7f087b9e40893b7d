import { readdir, readFile } from 'node:fs/promises';
import { runProgram } from './run-program.ts';

/**
 * The command line of a live process; undefined when there is none with that pid, or only a zombie. On Linux
 * it reads /proc/<pid>/cmdline, which any user may do, and which is empty for zombies.
 */
export async function readCommandLine(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return text === '' ? undefined : text.replaceAll('\0', ' ').trim();
  }
  const { stdout } = await runProgram('ps', ['-o', 'stat=,command=', '-p', String(pid)]);
  const line = stdout.trim();
  return line === '' || line.startsWith('Z') ? undefined : line;
}

/** The pids of all live processes whose command line `matches`, excluding this one. */
export async function findProcesses(matches: (commandLine: string) => boolean): Promise<number[]> {
  if (process.platform === 'linux') {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
    const lines = await Promise.all(pids.map(readCommandLine));
    return pids.filter((pid, index) => pid !== process.pid && matches(lines[index] ?? ''));
  }
  const { stdout } = await runProgram('ps', ['-A', '-o', 'pid=,command=']);
  const found = stdout.split('\n').filter(matches);
  return found.map((line) => Number.parseInt(line, 10)).filter((pid) => pid > 0 && pid !== process.pid);
}

/** Sends a signal; a process that has already exited is not an error. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {}
}

/** Resolves to true once `condition` holds, or to false after `timeoutMs`. */
export async function waitUntil(
  condition: () => Promise<boolean>,
  timeoutMs: number,
  intervalMs = 15,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
  return true;
}
