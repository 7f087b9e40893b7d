// A program for tests of hand-over.mjs: prints its pid, its npm variables and each signal that it gets, one per line.
// After the first signal it waits a little for more, then ends with code 7. As in the service, a worker thread has
// started and ended before, and the program prints what it did to the file descriptors that they share.
import { once } from 'node:events';
import { fstatSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

const pipeBefore = inodeOf(3);
await once(new Worker(new URL('data:text/javascript,')), 'exit');
const keepsPipe = inodeOf(3) === pipeBefore;

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    process.stdout.write(`${signal}\n`);
    setTimeout(() => process.exit(7), 300);
  });
}
const npmVariables = Object.keys(process.env).filter((name) => name.startsWith('npm_'));
process.stdout.write(`${JSON.stringify({ pid: process.pid, npmVariables, keepsPipe })}\n`);
setInterval(() => {}, 60_000);

function inodeOf(descriptor) {
  try {
    return fstatSync(descriptor).ino;
  } catch {
    return undefined;
  }
}
