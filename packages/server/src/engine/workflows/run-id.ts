import { hash } from 'node:crypto';
import { UUID_BYTES, writeUuid } from '../../kit/db/index.ts';

const TIME_BYTES = 6;

/** The bytes of a UUID. */
export function uuidBytes(uuid: string): Buffer {
  const bytes = Buffer.allocUnsafe(UUID_BYTES);
  writeUuid(bytes, uuid, 0);
  return bytes;
}

/**
 * Writes the id of the only run that a workflow can have for an event: the event's time (Unix milliseconds),
 * then the random parts of both ids combined, as a UUIDv7. No two events give the same id for one workflow.
 */
export function writeRunId(
  target: Buffer,
  at: number,
  { event, occurredAt, workflow }: { event: Buffer; occurredAt: number; workflow: Buffer },
): void {
  target.writeUIntBE(occurredAt, at, TIME_BYTES);
  for (let i = TIME_BYTES; i < UUID_BYTES; i++) target[at + i] = (event[i] ?? 0) ^ (workflow[i] ?? 0);
  target[at + 6] = 0x70 | ((target[at + 6] ?? 0) & 0x0f);
  target[at + 8] = 0x80 | ((target[at + 8] ?? 0) & 0x3f);
}

/**
 * The id of the event that a run's action publishes, derived from its idempotency key (`run_<hex>.<action>`):
 * the same at each attempt.
 */
export function publishedEventId(idempotencyKey: string): string {
  const time = /^run_([0-9a-f]{12})/.exec(idempotencyKey)?.[1];
  if (time === undefined) throw new Error(`not the key of an action: ${idempotencyKey}`);
  return toUuid(time, idempotencyKey);
}

function toUuid(time: string, seed: string): string {
  const digest = hash('sha256', seed, 'hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digest.slice(0, 3)}-8${digest.slice(3, 6)}-${digest.slice(6, 18)}`;
}
