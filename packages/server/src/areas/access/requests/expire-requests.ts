import type { Clock } from '../../../kit/clock.ts';
import { uuidBound } from '../../../kit/ids.ts';
import { RepeatedTask } from '../../../kit/repeated-task.ts';
import type { AccessDatabase } from '../access-tables.ts';
import { deleteOldRequests } from './api-request.repository.ts';

export interface RequestExpiryPorts {
  db: AccessDatabase;
  clock: Clock;
  /** For how long requests are kept, and how many of one organization at most. */
  requestLog: { retentionDays: number; most: number };
  onError(error: unknown): void;
}

const EVERY_MS = 60_000;
const DAY_MS = 86_400_000;

/** Deletes requests whose time is over, and those that are too many. Every node may do so. */
export async function expireRequests({ db, clock, requestLog }: RequestExpiryPorts): Promise<void> {
  const beforeMs = clock.now() - requestLog.retentionDays * DAY_MS;
  await deleteOldRequests(db, { before: uuidBound(beforeMs, '0'), most: requestLog.most });
}

export function requestExpiryTask(ports: RequestExpiryPorts): RepeatedTask {
  return new RepeatedTask({ everyMs: EVERY_MS, run: () => expireRequests(ports), onError: ports.onError });
}
