import type { BootTime } from './boot-time.ts';
import type { NodeRow } from './node-session.repository.ts';

/** The database's clock was set while no node on this machine was running. */
export interface FoundJump {
  /** Milliseconds; negative if it was set back. */
  aheadMs: number;
  /** The newest jump that was known at the last heartbeat from this machine. */
  afterId: string;
}

/** Compares the database's clock with this machine's uptime since the last heartbeat from this machine. */
export function findJump(
  others: readonly NodeRow[],
  now: BootTime,
  databaseMs: number,
): FoundJump | undefined {
  const beats = others.flatMap(({ info, heartbeatAt }) => {
    const { boot, clock_jump: afterId = '0' } = info as { boot?: BootTime; clock_jump?: string };
    return boot?.id === now.id && boot.ms <= now.ms ? [{ ms: boot.ms, heartbeatAt, afterId }] : [];
  });
  const last = beats.toSorted((a, b) => b.ms - a.ms)[0];
  if (last === undefined) return undefined;
  const passedMs = now.ms - last.ms;
  return { aheadMs: databaseMs - last.heartbeatAt.getTime() - passedMs, afterId: last.afterId };
}
