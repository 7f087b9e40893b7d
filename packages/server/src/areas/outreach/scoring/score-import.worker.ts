import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { openBulkClient } from '../import/bulk-client.ts';
import { type ScoreJob, scoreImportRows } from './score-import-rows.ts';

// A thread of its own: scoring a million leads is seconds of computing.
const job = workerData as ScoreJob;
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const client = await openBulkClient(job.connection);
try {
  parentPort!.postMessage(await scoreImportRows(client, job));
} finally {
  await client.end();
}
