import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { openBulkClient } from '../import/bulk-client.ts';
import { type ScoreJob, scoreImportRows } from './score-import-rows.ts';

// A thread of its own: scoring a million leads is seconds of computing.
const job = workerData as ScoreJob;
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const reader = await openBulkClient(job.connection);
const writer = await openBulkClient(job.connection);
try {
  parentPort!.postMessage(await scoreImportRows(reader, writer, job));
} finally {
  await Promise.all([reader.end(), writer.end()]);
}
