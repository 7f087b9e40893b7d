import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { uptime } from 'node:os';

/** A moment by a clock that nobody sets, and that goes on while no process runs. */
export interface BootTime {
  /** Which clock: of one start of one machine. */
  id: string;
  /** Milliseconds since the machine was started. */
  ms: number;
}

let id: string | undefined | null = null;

/** Now, by the time since the machine was started; undefined where the system does not tell one start from another. */
export function bootTime(): BootTime | undefined {
  if (id === null) id = readBootId();
  return id === undefined ? undefined : { id, ms: Math.round(uptime() * 1_000) };
}

function readBootId(): string | undefined {
  try {
    if (process.platform === 'darwin')
      return execFileSync('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid'], { encoding: 'utf8' }).trim();
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // Containers may have the time since the start moved.
    return `${boot} ${readlinkSync('/proc/self/ns/time')}`;
  } catch {
    return undefined;
  }
}
