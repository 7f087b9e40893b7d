import { fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { ownTurn } from '../own-turn.ts';
import { forkedHandle, passedOn } from '../processes/index.ts';
import { YIELDING_FILES } from '../threads/index.ts';
import { takeApart } from './crossing-parts.ts';
import { INPUT_PIPE, type Item, type ProcessSettings, type Report } from './sandbox-messages.ts';
import { permissionsFor, STRIPPED_MODULES, strippedEnvironment } from './sandbox-permissions.ts';

export interface ProcessOwner {
  take(report: Report): void;
  /** It exited, expected or not. */
  lose(): void;
}

/** A sandbox process as seen by its owner. */
export interface SandboxProcess {
  readonly pid: number | undefined;
  post(turn: readonly Item[]): void;
  ref(): void;
  unref(): void;
  end(): Promise<void>;
}

const HOST = fileURLToPath(new URL('./sandbox.host.ts', import.meta.url));
/** Heap of the host thread, which only passes work on. */
const HOST_HEAP_MB = 128;

/**
 * A process that may hang, crash or hog memory. It gets nothing of the service's environment, reads only
 * modules, writes no files, starts no processes, and cannot compile code from strings. It ends when this
 * process does, however that happens.
 */
export function openSandboxProcess(settings: ProcessSettings, owner: ProcessOwner): SandboxProcess {
  const child = fork(HOST, [JSON.stringify(settings)], {
    execPath: process.execPath,
    execArgv: [
      ...permissionsFor([...settings.readable, ...YIELDING_FILES.read]),
      ...YIELDING_FILES.write.map((path) => `--allow-fs-write=${path}`),
      '--allow-worker',
      STRIPPED_MODULES,
      '--no-warnings',
      '--disallow-code-generation-from-strings',
      `--max-old-space-size=${HOST_HEAP_MB}`,
      // 0 sizes V8's thread pool to the available cores: more threads would only compete with the service's.
      '--v8-pool-size=0',
    ],
    env: {
      ...strippedEnvironment(settings.stripped),
      ...passedOn(),
    },
    serialization: 'advanced',
    // V8's dying output concerns nobody: the failure is reported by name.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
    // In a session of its own, whose scheduling group it can yield with.
    detached: true,
  });
  const pipe = child.stdio[INPUT_PIPE] as Socket;
  // If the process is gone, its exit is what reports that.
  pipe.on('error', () => undefined);
  // Whether the process keeps this one alive is decided by `ref` and `unref`.
  pipe.unref();
  const post = async (turn: readonly Item[]) => {
    const apart = turn.map(takeApart);
    child.send(
      apart.map(({ announced }) => announced),
      () => undefined,
    );
    for (const { slices } of apart) {
      for (const { head, content, encoding } of slices) {
        // One at a time, so that this thread serves other work in between. A pipe makes no copies of buffers: the
        // channel would, and collecting tens of megabytes of garbage stops this thread.
        await ownTurn();
        if (pipe.destroyed) return;
        pipe.write(head);
        await new Promise<void>((resolve) => {
          if (typeof content !== 'string') pipe.write(content, () => resolve());
          else pipe.write(content, encoding as BufferEncoding, () => resolve());
        });
      }
    }
  };
  child.on('message', (report: Report) => owner.take(report));
  child.on('error', () => owner.lose());
  child.on('exit', () => owner.lose());
  return {
    pid: child.pid,
    post: (turn) => void post(turn),
    ...forkedHandle(child),
  };
}
