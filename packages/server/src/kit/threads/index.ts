export { serveTasks } from './serve-tasks.ts';
export { ThreadFailure } from './thread-failure.ts';
export { type RunOptions, ThreadPool, type ThreadPoolOptions } from './thread-pool.ts';
