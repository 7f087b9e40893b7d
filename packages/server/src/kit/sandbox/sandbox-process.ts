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
  /** It ended, asked or not. */
  lose(): void;
}

/** A process of the sandbox as its owner sees it. */
export interface SandboxProcess {
  readonly pid: number | undefined;
  post(turn: readonly Item[]): void;
  ref(): void;
  unref(): void;
  end(): Promise<void>;
}

const HOST = fileURLToPath(new URL('./sandbox.host.ts', import.meta.url));
/** Of the host's own heap: it only hands over. */
const HOST_HEAP_MB = 128;

/**
 * A process that may hang, die or hoard. It is given nothing of the service's environment, reads no files but modules,
 * writes none, starts no processes, and makes no code from texts. It ends with this process, however that ends.
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
      // As many threads of V8 as there are cores to spare: more of them would take turns with the service's.
      '--v8-pool-size=0',
    ],
    env: {
      ...strippedEnvironment(settings.stripped),
      ...passedOn(),
    },
    serialization: 'advanced',
    // What V8 says at its end is nobody's business: the failure is told by name.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  /** What is long crosses in parts, in turns with what others ask of this thread. */
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
    // What a process that is gone cannot take is told by its end.
    post: (turn) => void postParts(turn),
    ...forkedHandle(child),
  };
}
