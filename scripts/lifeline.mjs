// Loaded before the program by hand-over.mjs: stops it in order when the process that started it has ended.
import { Socket } from 'node:net';
import { isMainThread } from 'node:worker_threads';

// Worker threads load this too. When one ended, it would close the pipe's descriptor for the whole process, and the
// next connection that the program accepts would get the same number and be read here.
if (isMainThread) {
  const pipe = new Socket({ fd: 3, readable: true, writable: false });
  pipe.on('error', () => {});
  pipe.on('close', () => process.kill(process.pid, 'SIGTERM'));
  pipe.resume();
  pipe.unref();
}
