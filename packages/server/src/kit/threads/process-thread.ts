import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { forkedHandle, passedOn } from '../processes/index.ts';
import { required } from '../required.ts';
import { processorMsOf } from './processor-watch.ts';
import { compileCacheEnvironment, type Thread, type ThreadOwner, type ThreadSettings } from './thread.ts';
import { type FailureKind, ThreadFailure } from './thread-failure.ts';
import type { ThreadReply } from './thread-messages.ts';

/** How a thread's own process reports why it ends. */
export interface ProcessEnd {
  failure: FailureKind;
  message: string;
}

const HOST = fileURLToPath(new URL('./process-thread.host.ts', import.meta.url));
/** Code that makes TLS requests must trust whatever the service trusts. */
const TRUST = ['NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];

/**
 * A thread in its own process, started with its own V8 flags. Crashes of native code or of V8 leave this
 * process alone, and all its memory is returned to the system. It ends when this process does, however that
 * happens.
 */
export function openProcessThread(
  settings: ThreadSettings,
  flags: readonly string[],
  owner: ThreadOwner,
): Thread {
  const output = settings.isSilent ? 'ignore' : 'inherit';
  const child = fork(HOST, [JSON.stringify(settings)], {
    execPath: process.execPath,
    execArgv: [...flags],
    env: { ...compileCacheEnvironment(), ...passedOn(TRUST) },
    serialization: 'advanced',
    stdio: ['ignore', output, output, 'ipc'],
    // In a session of its own, whose scheduling group it can yield with.
    detached: true,
  });
  child.on('message', (said: ThreadReply | ProcessEnd) => {
    if ('failure' in said) owner.lose(new ThreadFailure(said.failure, said.message));
    else owner.take(said);
  });
  child.on('error', (error) => owner.lose(new ThreadFailure('crashed', `No process: ${error.message}`)));
  child.on('exit', (code, signal) =>
    owner.lose(new ThreadFailure('crashed', `Its process ended (${signal ?? code}).`)),
  );
  return {
    // If the process is gone, its exit is what reports that.
    post: (request) => void child.send(request, () => undefined),
    processorMs: async () => processorMsOf(required(child.pid, 'the pid of a process')),
    ...forkedHandle(child),
  };
}
