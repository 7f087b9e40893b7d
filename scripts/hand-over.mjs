import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { nodeEnvironment } from './node-settings.mjs';

/** Signals that are passed on, and as which signal. A closed terminal (SIGHUP) means an orderly stop. */
const forwarded = { SIGINT: 'SIGINT', SIGTERM: 'SIGTERM', SIGHUP: 'SIGTERM', SIGQUIT: 'SIGQUIT' };

/** Ctrl-C arrives twice: from the terminal, and from npm, which passes it on. */
const REPEAT_WINDOW_MS = 500;

const PARENT_CHECK_MS = 500;

/**
 * Runs `args` with `node` until it ends; resolves with its exit code, or ends this process by the same signal.
 * The program gets its own session, so that a signal to the whole group (Ctrl-C) reaches it only once, through this
 * process. A pipe tells it when this process is killed, so that it does not keep running.
 */
export function handOver(node, args, root) {
  const lifeline = join(root, 'scripts/lifeline.mjs');
  const child = spawn(node, ['--import', lifeline, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: programEnvironment(),
    detached: process.platform !== 'win32',
  });

  const lastSentAt = {};
  const send = (signal) => {
    const now = performance.now();
    if (now - (lastSentAt[signal] ?? Number.NEGATIVE_INFINITY) < REPEAT_WINDOW_MS) return;
    lastSentAt[signal] = now;
    child.kill(signal);
  };
  for (const [received, sent] of Object.entries(forwarded)) process.on(received, () => send(sent));
  watchParent(() => send('SIGTERM'));

  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      for (const received of Object.keys(forwarded)) process.removeAllListeners(received);
      if (signal !== null) process.kill(process.pid, signal);
      resolve(code ?? 1);
    });
  });
}

/** When npm is killed with SIGKILL it cannot pass a signal on; its script must still end. */
function watchParent(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, PARENT_CHECK_MS);
  timer.unref();
}

/**
 * The environment and Node's settings, without the variables that npm adds for its scripts: a nested npm would take
 * them for settings.
 */
function programEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  return { ...nodeEnvironment, ...Object.fromEntries(kept) };
}
