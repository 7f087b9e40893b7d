import { spawn } from 'node:child_process';
import { basename, delimiter, join, sep } from 'node:path';

/** A failed installation; the message is for the user at the terminal. */
export class InstallError extends Error {}

/** Runs the npm that started this process, or else the one in the PATH; resolves with its output. */
export function runNpm(args, cwd) {
  const { file, before, env } = npmThatStays();
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...before, ...args], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        output += chunk;
      });
    }
    // npm and the install scripts that it runs must end with this process, so that they do not interfere with the next
    // start.
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    let endedBy;
    const end = (signal) => {
      if (endedBy !== undefined) return;
      endedBy = signal;
      signalGroup(child.pid, 'SIGTERM');
      setTimeout(() => signalGroup(child.pid, 'SIGKILL'), 1_000).unref();
    };
    for (const signal of signals) process.on(signal, end);
    child.on('error', (error) =>
      reject(
        new InstallError(
          `npm cannot be run (${error.message}). Install npm 10 or newer; it comes with Node.`,
        ),
      ),
    );
    child.on('close', (code) => {
      for (const signal of signals) process.off(signal, end);
      if (endedBy !== undefined) process.kill(process.pid, endedBy);
      else resolve({ code: code ?? 1, output });
    });
  });
}

/**
 * npm with a Node outside of node_modules. `npm start` runs this with the pinned Node, which is inside of node_modules,
 * and npm removes all of it before it installs.
 */
function npmThatStays() {
  const { PATH = '', npm_execpath: running } = process.env;
  const folders = PATH.split(delimiter).filter((folder) => !folder.endsWith(join('node_modules', '.bin')));
  const env = { ...process.env, PATH: folders.join(delimiter) };
  if (running === undefined || basename(running) !== 'npm-cli.js') return { file: 'npm', before: [], env };
  const staysHere = !process.execPath.includes(`${sep}node_modules${sep}`);
  return { file: staysHere ? process.execPath : 'node', before: [running], env };
}

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}

export function say(line) {
  process.stderr.write(`${line}\n`);
}
