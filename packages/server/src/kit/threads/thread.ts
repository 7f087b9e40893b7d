import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ThreadFailure } from './thread-failure.ts';
import type { ThreadReply, ThreadRequest } from './thread-messages.ts';

/** A thread as seen by its pool, in this process or in its own. */
export interface Thread {
  /** Throws when the request contains something that cannot be cloned. */
  post(request: ThreadRequest): void;
  /** Processor time that it has used so far, in milliseconds. */
  processorMs(): Promise<number>;
  ref(): void;
  unref(): void;
  end(): Promise<unknown>;
}

export interface ThreadOwner {
  take(reply: ThreadReply): void;
  /** It ended without being asked to. May be called more than once. */
  lose(failure: ThreadFailure): void;
}

/** How a thread is started. Plain values, which are sent to another process as JSON. */
export interface ThreadSettings {
  /** URL of the thread's module. */
  entry: string;
  memoryMb: number;
  stackMb: number;
  youngMb: number | undefined;
  isSilent: boolean;
}

/** Shares compiled code between threads. */
export function compileCacheEnvironment(): Record<string, string> {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

export function openWorker({ entry, memoryMb, stackMb, youngMb, isSilent }: ThreadSettings): Worker {
  return new Worker(new URL(entry), {
    resourceLimits: {
      maxOldGenerationSizeMb: memoryMb,
      stackSizeMb: stackMb,
      ...(youngMb !== undefined && { maxYoungGenerationSizeMb: youngMb }),
    },
    // Code that reads input from strangers gets nothing else of the environment. The cache must work from the
    // first file on, or each thread would load the TypeScript stripper (15 MB) for that one file.
    env: compileCacheEnvironment(),
    execArgv: [],
    stdout: isSilent,
    stderr: isSilent,
  });
}

/** Passes the worker's messages and its end on to the owner. */
export function attend(worker: Worker, { memoryMb }: ThreadSettings, owner: ThreadOwner): void {
  worker.on('message', (reply: ThreadReply) => owner.take(reply));
  worker.on('error', (error: Error & { code?: string }) => {
    const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    owner.lose(
      isMemory
        ? new ThreadFailure('out_of_memory', `It needed more than ${memoryMb} MB of memory.`)
        : new ThreadFailure('crashed', `Its thread died: ${error.message}`),
    );
  });
  worker.on('exit', () => owner.lose(new ThreadFailure('crashed', 'Its thread ended.')));
}

export function openThread(settings: ThreadSettings, owner: ThreadOwner): Thread {
  const worker = openWorker(settings);
  attend(worker, settings, owner);
  return {
    post: (request) => worker.postMessage(request),
    async processorMs() {
      const { user, system } = await worker.cpuUsage();
      return (user + system) / 1_000;
    },
    ref: () => worker.ref(),
    unref: () => worker.unref(),
    end: () => worker.terminate(),
  };
}
