import type { Pool } from 'pg';
import { queryPool } from '../../kit/db/index.ts';
import { type ErasedEntry, type LogEntry, verifyLog } from '../../kit/merkle/index.ts';
import { readNotesOfLogs } from './checkpoint.repository.ts';
import { readPublicKeys } from './checkpoint-key.repository.ts';
import { logOrigin, verifierKey } from './checkpoint-signer.ts';
import { createEventReader, type EventReader } from './event-reader.repository.ts';
import { recordOf } from './event-rows.ts';

/** The result of comparing a log's records with its signed checkpoints. */
export interface VerifiedLog {
  orgId: string;
  events: number;
  /** How many of them, from the first on, a signed checkpoint covers. */
  proven: number;
  checkpoints: number;
  /** The first problems found. */
  problems: string[];
}

/** A younger log may not have a checkpoint yet: one is signed each second while a service runs. */
const UNSIGNED_MS = 10_000;
const MAX_PROBLEMS = 20;
/** The newest of each log: a checkpoint covers everything that older ones do. */
const MAX_CHECKPOINTS = 1_000;

/** Reads every event of every log in a database, as `verify-log` does for an export. */
export async function* verifyStoredLogs(pool: Pool): AsyncGenerator<VerifiedLog> {
  const query = queryPool(pool);
  const keys = await readPublicKeys(query);
  const logs = await readNotesOfLogs(query, MAX_CHECKPOINTS);
  const reader = createEventReader({ pool });
  for (const { orgId, isErased, notes } of logs) {
    const events = await reader.sizeOf(orgId);
    // Nothing was published, so nothing was signed.
    if (events === 0 && notes.length === 0) {
      yield { orgId, events, proven: 0, checkpoints: 0, problems: [] };
      continue;
    }
    const span = { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
    const report = await verifyLog({
      entries: entriesOf(reader, orgId, { end: events, isErased, span }),
      checkpoints: notes,
      verifierKeys: keys.map((key) => verifierKey(orgId, key)),
      origin: logOrigin(orgId),
      maxProblems: MAX_PROBLEMS,
    });
    const isYoung = notes.length === 0 && span.last - span.first < UNSIGNED_MS;
    const found = report.problems.filter(({ kind }) => !(isYoung && kind === 'no_checkpoint'));
    yield {
      orgId,
      events,
      proven: report.provenSize,
      checkpoints: notes.length,
      problems: found.map(({ kind, message }) => `${kind}: ${message}`),
    };
  }
}

/** Only the hashes of an erased organization's records are left, so only their positions are checked. */
async function* entriesOf(
  reader: EventReader,
  orgId: string,
  { end, isErased, span }: { end: number; isErased: boolean; span: { first: number; last: number } },
): AsyncGenerator<LogEntry | ErasedEntry> {
  for (let position = 0; position < end; ) {
    const { events, next } = await reader.readRange(orgId, position, end);
    for (const event of events) {
      const { position: index, leafHash, occurredAt } = event;
      span.first = Math.min(span.first, occurredAt);
      span.last = Math.max(span.last, occurredAt);
      yield isErased ? { index, isErased, leafHash } : { index, record: recordOf(event), leafHash };
    }
    position = next;
  }
}
