import type { BootTime } from './boot-time.ts';
import type { NodeRow } from './node-session.repository.ts';

/** The database's clock was set while no node on this machine was running. */
export interface FoundJump {
  /** Milliseconds; negative if it was set back. */
  aheadMs: number;
  /** The newest jump that was known at the last heartbeat from this machine. */
  afterId: string;
}

/** What a heartbeat says of the clocks of its machine. */
export interface MachineTime {
  boot?: BootTime | undefined;
  /** The machine's own clock, Unix milliseconds. */
  clock_ms: number;
}

interface HeardBeat extends Partial<MachineTime> {
  host?: string;
  clock_jump?: string;
}

/** How the database's clock was set since the last heartbeat from this machine; undefined if nothing shows it. */
export function findJump(
  others: readonly NodeRow[],
  now: MachineTime & { host?: unknown },
  databaseMs: number,
): FoundJump | undefined {
  return sinceBoot(others, now.boot, databaseMs) ?? beforeBoot(others, now, databaseMs);
}

/** Compares the database's clock with this machine's uptime, which nobody can set. */
function sinceBoot(
  others: readonly NodeRow[],
  now: BootTime | undefined,
  databaseMs: number,
): FoundJump | undefined {
  const last = newest(others, ({ boot }) =>
    boot !== undefined && boot.id === now?.id && boot.ms <= now.ms ? boot.ms : undefined,
  );
  if (now === undefined || last === undefined) return undefined;
  return jumpSince(last, now.ms, databaseMs);
}

/**
 * The uptime knows nothing of the time before a boot. The machine's own clock does, but may have been set itself: if the two
 * clocks differ in how much time has passed, the shorter one counts, so that nothing expires early. A node that ran all the
 * time has recorded any change itself.
 */
function beforeBoot(
  others: readonly NodeRow[],
  now: MachineTime & { host?: unknown },
  databaseMs: number,
): FoundJump | undefined {
  const last = newest(others, ({ host, clock_ms }) =>
    host !== undefined && host === now.host ? clock_ms : undefined,
  );
  if (last === undefined || last.ms > now.clock_ms) return undefined;
  const ranSince = ({ startedAt, ageMs, hasLeft }: NodeRow) =>
    !hasLeft && Math.abs(ageMs) < RECENT_MS && startedAt <= last.heartbeatAt;
  const jump = jumpSince(last, now.clock_ms, databaseMs);
  return jump.aheadMs > 0 && !others.some(ranSince) ? jump : undefined;
}

/** The age of a living node's heartbeat. */
const RECENT_MS = 5_000;

interface LastBeat {
  ms: number;
  heartbeatAt: Date;
  afterId: string;
}

function newest(
  others: readonly NodeRow[],
  msOf: (beat: HeardBeat) => number | undefined,
): LastBeat | undefined {
  const beats = others.flatMap(({ info, heartbeatAt }): LastBeat[] => {
    const beat = info as HeardBeat;
    const ms = msOf(beat);
    return ms === undefined ? [] : [{ ms, heartbeatAt, afterId: beat.clock_jump ?? '0' }];
  });
  return beats.toSorted((a, b) => b.ms - a.ms)[0];
}

function jumpSince({ ms, heartbeatAt, afterId }: LastBeat, nowMs: number, databaseMs: number): FoundJump {
  return { aheadMs: databaseMs - heartbeatAt.getTime() - (nowMs - ms), afterId };
}
