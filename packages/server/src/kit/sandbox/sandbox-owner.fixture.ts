import type { FixtureTasks } from './sandbox.fixture.ts';
import { SandboxTasks } from './sandbox-tasks.ts';

// A process that owns a sandbox: prints the pid of its process, makes it hang, and continues.
const tasks = new SandboxTasks<FixtureTasks>(new URL('./sandbox.fixture.ts', import.meta.url));
const pid = await tasks.run('pid', null, { owner: 'a' });
const hung = tasks.run('hang', null, { owner: 'a', timeoutMs: 60_000 });
process.send?.(pid);
await hung;
