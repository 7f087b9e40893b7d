// Loaded before the program by hand-over.mjs: ends it in good order when the process that started it is gone.
import { Socket } from 'node:net';

const pipe = new Socket({ fd: 3, readable: true, writable: false });
pipe.on('error', () => {});
pipe.on('close', () => process.kill(process.pid, 'SIGTERM'));
pipe.resume();
pipe.unref();
