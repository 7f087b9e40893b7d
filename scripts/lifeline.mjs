// Loaded before the program by hand-over.mjs: ends it in good order when the process that started it is gone.
import { Socket } from 'node:net';
import { isMainThread } from 'node:worker_threads';

// A worker thread loads this as well, and would close the pipe's descriptor under the program when it ends:
// the next connection that the program accepts would get its number and be read here.
if (isMainThread) {
  const pipe = new Socket({ fd: 3, readable: true, writable: false });
  pipe.on('error', () => {});
  pipe.on('close', () => process.kill(process.pid, 'SIGTERM'));
  pipe.resume();
  pipe.unref();
}
