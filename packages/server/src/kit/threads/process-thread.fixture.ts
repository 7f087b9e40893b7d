import type { FixtureTasks } from './thread-pool.fixture.ts';
import { ThreadPool } from './thread-pool.ts';

// A process that owns a thread in a process of its own: prints its pid, makes it hang, and continues.
const pool = new ThreadPool<FixtureTasks>({
  entry: new URL('./thread-pool.fixture.ts', import.meta.url),
  size: 1,
  memoryMb: 32,
  processFlags: [],
});
const { pid } = await pool.run('process', null);
process.send?.(pid);
await pool.run('hang', null);
