export { serveTasks } from './serve-tasks.ts';
export { ThreadFailure } from './thread-failure.ts';
export { type RunOptions, type ThreadHeap, ThreadPool } from './thread-pool.ts';
