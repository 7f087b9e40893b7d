import type { Clock } from '../../../kit/clock.ts';
import { uuidBound } from '../../../kit/ids.ts';
import { RepeatedTask } from '../../../kit/repeated-task.ts';
import type { AccessDatabase } from '../access-tables.ts';
import { deleteOldRequests } from './api-request.repository.ts';

export interface RequestExpiryPorts {
  db: AccessDatabase;
  clock: Clock;
  /** How long requests are kept, and how many per organization at most. */
  requestLog: { retentionDays: number; most: number };
  onError(error: unknown): void;
}

const EVERY_MS = 60_000;
const DAY_MS = 86_400_000;

/** Deletes requests that are too old or too many. Safe to run on every node. */
export async function expireRequests({ db, clock, requestLog }: RequestExpiryPorts): Promise<void> {
  const beforeMs = clock.now() - requestLog.retentionDays * DAY_MS;
  await deleteOldRequests(db, { before: uuidBound(beforeMs, '0'), most: requestLog.most });
}

export function requestExpiryTask(ports: RequestExpiryPorts): RepeatedTask {
  return new RepeatedTask({ everyMs: EVERY_MS, run: () => expireRequests(ports), onError: ports.onError });
}
