export {
  defineJob,
  type GivenUp,
  handleJob,
  type JobContext,
  type JobHandler,
  type JobKind,
  type JobOptions,
} from './job.ts';
export { jobGauges } from './job-gauges.repository.ts';
export { JobRunner, type JobRunnerOptions, migrateJobs } from './job-runner.ts';
export { type AddOptions, createJobs, type Jobs } from './jobs.ts';
export { waitingJobs } from './waiting-jobs.repository.ts';
