import { flushCompileCache, getCompileCacheDir } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { required } from '../required.ts';
import type { Thrown } from './thread-failure.ts';
import type {
  TaskTable,
  ThreadAnswer,
  ThreadQuestion,
  ThreadRequest,
  ThreadResult,
} from './thread-messages.ts';

/**
 * Asks the owner, which replies through the run option `answer`. Rejects with what that threw: its message
 * and plain fields.
 */
export type AskOwner = (question: unknown) => Promise<unknown>;

type Handlers<Tasks extends TaskTable<Tasks>> = {
  [Name in keyof Tasks]: (
    input: Tasks[Name]['input'],
    ask: AskOwner,
  ) => Tasks[Name]['output'] | Promise<Tasks[Name]['output']>;
};

/**
 * Makes this module the entry of a pool's threads. `buffersOf` lists the buffers of an output to transfer
 * instead of copy.
 */
export function serveTasks<Tasks extends TaskTable<Tasks>>(
  handlers: Handlers<Tasks>,
  buffersOf: (output: unknown) => ArrayBuffer[] = () => [],
): void {
  const port = required(parentPort, 'the thread that gives the tasks');
  const hasCache = getCompileCacheDir() !== undefined;
  const seen = new Set<PropertyKey>();
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let asked = 0;
  const askFor =
    (id: number): AskOwner =>
    (question) => {
      const answer = Promise.withResolvers<unknown>();
      waiting.set(++asked, answer);
      port.postMessage({ id, asks: asked, question } satisfies ThreadQuestion);
      return answer.promise;
    };
  port.on('message', async (request: ThreadRequest) => {
    if ('asked' in request) return settle(request, waiting);
    const { id, name, input } = request;
    try {
      const output = await handlers[name as keyof Tasks](input, askFor(id));
      port.postMessage({ id, output } satisfies ThreadResult, buffersOf(output));
    } catch (error) {
      const { message } = error as Error;
      port.postMessage({ id, message, thrown: fieldsOf(error) } satisfies ThreadResult);
    }
    // Each thread has its own modules and so its own compile cache; flushing lets the next thread reuse the
    // result.
    if (hasCache && !seen.has(name)) flushCompileCache();
    seen.add(name);
  });
}

function settle(reply: ThreadAnswer, waiting: Map<number, PromiseWithResolvers<unknown>>): void {
  const answer = waiting.get(reply.asked);
  waiting.delete(reply.asked);
  if ('answer' in reply) answer?.resolve(reply.answer);
  else answer?.reject(Object.assign(new Error(reply.message), reply.thrown));
}

/** The plain fields of an error that are sent between threads; other thrown values have none. */
export function fieldsOf(thrown: unknown): Thrown {
  if (!(thrown instanceof Error)) return { name: 'Error' };
  const plain = Object.entries(thrown).filter(([, value]) => /string|number|boolean/.test(typeof value));
  return { ...Object.fromEntries(plain), name: thrown.name };
}
