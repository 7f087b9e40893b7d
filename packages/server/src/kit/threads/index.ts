export { serveTasks } from './serve-tasks.ts';
export { type FailureKind, ThreadFailure } from './thread-failure.ts';
export { type RunOptions, ThreadPool, type ThreadPoolOptions } from './thread-pool.ts';
