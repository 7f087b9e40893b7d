import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { uptime } from 'node:os';

/** A time on a clock that cannot be set and that runs while no process does. */
export interface BootTime {
  /** Identifies the clock: one boot of one machine. */
  id: string;
  /** Milliseconds since the boot. */
  ms: number;
}

let id: string | undefined | null = null;

/** Now; undefined if the system cannot tell one boot from another. */
export function bootTime(): BootTime | undefined {
  if (id === null) id = readBootId();
  return id === undefined ? undefined : { id, ms: Math.round(uptime() * 1_000) };
}

function readBootId(): string | undefined {
  try {
    if (process.platform === 'darwin')
      return execFileSync('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid'], { encoding: 'utf8' }).trim();
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // A container may have a time namespace, which shifts the uptime.
    return `${boot} ${readlinkSync('/proc/self/ns/time')}`;
  } catch {
    return undefined;
  }
}
