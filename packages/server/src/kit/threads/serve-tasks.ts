import { flushCompileCache, getCompileCacheDir } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { required } from '../required.ts';
import type { Thrown } from './thread-failure.ts';
import type { TaskTable, ThreadReply, ThreadRequest } from './thread-messages.ts';

type Handlers<Tasks extends TaskTable<Tasks>> = {
  [Name in keyof Tasks]: (
    input: Tasks[Name]['input'],
  ) => Tasks[Name]['output'] | Promise<Tasks[Name]['output']>;
};

/**
 * Makes this module the entry of a pool's threads. `buffersOf` names what of an output is handed over
 * instead of copied.
 */
export function serveTasks<Tasks extends TaskTable<Tasks>>(
  handlers: Handlers<Tasks>,
  buffersOf: (output: unknown) => ArrayBuffer[] = () => [],
): void {
  const port = required(parentPort, 'the thread that gives the tasks');
  const hasCache = getCompileCacheDir() !== undefined;
  const seen = new Set<PropertyKey>();
  port.on('message', async ({ id, name, input }: ThreadRequest) => {
    try {
      const output = await handlers[name as keyof Tasks](input);
      port.postMessage({ id, output } satisfies ThreadReply, buffersOf(output));
    } catch (error) {
      const { message } = error as Error;
      port.postMessage({ id, message, thrown: fieldsOf(error) } satisfies ThreadReply);
    }
    // Each thread has modules, and so a cache of them, of its own; what one has compiled the next need not.
    if (hasCache && !seen.has(name)) flushCompileCache();
    seen.add(name);
  });
}

/** What of an error crosses between threads; whatever else is thrown has no fields. */
export function fieldsOf(thrown: unknown): Thrown {
  if (!(thrown instanceof Error)) return { name: 'Error' };
  const plain = Object.entries(thrown).filter(([, value]) => /string|number|boolean/.test(typeof value));
  return { ...Object.fromEntries(plain), name: thrown.name };
}
