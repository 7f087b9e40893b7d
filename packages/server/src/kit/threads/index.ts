export { type AskOwner, fieldsOf, serveTasks } from './serve-tasks.ts';
export { compileCacheEnvironment } from './thread.ts';
export { type FailureKind, ThreadFailure, type Thrown } from './thread-failure.ts';
export { type RunOptions, ThreadPool, type ThreadPoolOptions } from './thread-pool.ts';
export { lowerPriority, YIELDING_FILES, yieldToOthers } from './yield-to-others.ts';
