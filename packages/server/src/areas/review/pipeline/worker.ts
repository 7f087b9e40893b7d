import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { runTask } from './run-task.ts';
import type { WorkerReply, WorkerRequest } from './worker-protocol.ts';

// On Linux a priority is a thread's own, so this lets requests, which another thread serves, go first. Not by
// much: beside other processes the work must still get on.
const NICENESS = 5;
try {
  setPriority(0, NICENESS);
} catch {
  // Where a thread may not say so, it only takes its share.
}

const port = parentPort!;

port.on('message', async (request: WorkerRequest) => {
  const reply = await answer(request);
  const transfer = 'output' in reply ? buffersOf(reply.output) : [];
  port.postMessage(reply, transfer);
});

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  try {
    return { id: request.id, output: await runTask(request) };
  } catch (error) {
    const { name, message, reason } = error as Error & { reason?: unknown };
    return {
      id: request.id,
      error: { name, message, ...(typeof reason === 'string' && { reason }) },
    };
  }
}

/** The index is handed over, not copied. */
function buffersOf(output: unknown): ArrayBuffer[] {
  const { index } = output as { index?: unknown };
  return index instanceof Uint8Array && index.byteLength === index.buffer.byteLength
    ? [index.buffer as ArrayBuffer]
    : [];
}
