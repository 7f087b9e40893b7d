import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ownTurn } from '../own-turn.ts';
import { forkedHandle, passedOn } from '../processes/index.ts';
import { YIELDING_FILES } from '../threads/index.ts';
import { takeApart } from './crossing-parts.ts';
import type { Item, ProcessSettings, Report } from './sandbox-messages.ts';
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
      ...permissionsFor([...settings.readable, YIELDING_FILES.read]),
      `--allow-fs-write=${YIELDING_FILES.write}`,
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
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  /** Long input is sent in slices, so that this thread can serve other work in between. */
  const postParts = async (turn: readonly Item[]) => {
    const rest: Item[] = [];
    for (const item of turn) {
      const apart = takeApart(item);
      rest.push(apart.rest);
      for (const part of apart.parts) {
        await ownTurn();
        if (!child.connected) return;
        child.send(part, () => undefined);
      }
    }
    child.send(rest, () => undefined);
  };
  child.on('message', (report: Report) => owner.take(report));
  child.on('error', () => owner.lose());
  child.on('exit', () => owner.lose());
  return {
    pid: child.pid,
    // If the process is gone, its exit is what reports that.
    post: (turn) => void postParts(turn),
    ...forkedHandle(child),
  };
}
