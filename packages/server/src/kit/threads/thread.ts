import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ThreadFailure } from './thread-failure.ts';
import type { ThreadReply, ThreadRequest } from './thread-messages.ts';

/** A thread as its pool sees it, in this process or in one of its own. */
export interface Thread {
  /** Throws when the request holds what cannot be copied. */
  post(request: ThreadRequest): void;
  /** Processor time that it has used so far, in milliseconds. */
  processorMs(): Promise<number>;
  ref(): void;
  unref(): void;
  end(): Promise<unknown>;
}

export interface ThreadOwner {
  take(reply: ThreadReply): void;
  /** It ended without being asked to. May be told more than once. */
  lose(failure: ThreadFailure): void;
}

/** What a thread is opened with. Plain values, which cross to another process as JSON. */
export interface ThreadSettings {
  /** The address of the thread's module. */
  entry: string;
  memoryMb: number;
  stackMb: number;
  youngMb: number | undefined;
  isSilent: boolean;
}

/** Where what one thread compiled is found by the next. */
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
    // Nothing else that the environment holds is for code that reads what strangers wrote. The cache serves from
    // the first file on, or each thread would load the stripper of TypeScript (15 MB) for that one alone.
    env: compileCacheEnvironment(),
    execArgv: [],
    stdout: isSilent,
    stderr: isSilent,
  });
}

/** Has the owner told of all that a worker says, and of its end. */
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
