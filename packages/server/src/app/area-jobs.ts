import { contractsOperationsJobs } from '../areas/contracts/index.ts';
import { outreachLeadsJobs, outreachSendingJobs } from '../areas/outreach/index.ts';
import { reviewJobs } from '../areas/review/index.ts';
import { workflowsJobs } from '../areas/workflows/index.ts';
import type { JobHandler } from '../engine/jobs/index.ts';
import type { Areas } from './start-areas.ts';

/** Every area's background jobs. A kind that is not listed here is never run. */
export function areaJobs(areas: Areas): JobHandler[] {
  return [
    ...contractsOperationsJobs(areas.contractsOperations),
    ...outreachLeadsJobs(areas.outreachLeads),
    ...outreachSendingJobs(areas.outreachSending),
    ...reviewJobs(areas.review),
    ...areas.workflows.engine.jobHandlers,
    ...workflowsJobs(areas.workflows),
  ];
}
