import pg from 'pg';
import { serveTasks } from '../../../../kit/threads/index.ts';
import { openBulkClient } from '../import/bulk-client.ts';
import { scoreImportRows } from './score-import-rows.ts';
import type { ScoringTasks } from './scoring-threads.ts';

// On a thread: scoring a million leads takes seconds of computing.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

serveTasks<ScoringTasks>({
  async score(job) {
    const reader = await openBulkClient(job.connection);
    const writer = await openBulkClient(job.connection);
    try {
      return await scoreImportRows(reader, writer, job);
    } finally {
      await Promise.all([reader.end(), writer.end()]);
    }
  },
});
