export { type FailureOfSandbox, SandboxFailure } from './sandbox-failure.ts';
export type { SandboxHandlers } from './sandbox-messages.ts';
export { type SandboxRunOptions, SandboxTasks } from './sandbox-tasks.ts';
