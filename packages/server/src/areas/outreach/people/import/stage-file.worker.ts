import pg from 'pg';
import { serveTasks } from '../../../../kit/threads/index.ts';
import { analyseRows, countRows, findKnown } from './analyse-rows.repository.ts';
import { openBulkClient } from './bulk-client.ts';
import { ImportRefusal } from './import-refusal.ts';
import type { StageJob, StageOutcome, StagingTasks } from './run-staging.ts';
import { stageFile } from './stage-file.ts';

// On a thread, so that file bytes are never processed where requests are served.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

async function stage(job: StageJob): Promise<StageOutcome> {
  const client = await openBulkClient(job.connection);
  try {
    const detected = await stageFile(client, job);
    const request = { ...job, detected, now: new Date(job.nowMs) };
    await analyseRows(client, request);
    await findKnown(client, request);
    return { detected, counts: await countRows(client, request) };
  } catch (error) {
    if (error instanceof ImportRefusal) return { refusal: error.refusal };
    throw error;
  } finally {
    await client.end();
  }
}

serveTasks<StagingTasks>({ stage });
