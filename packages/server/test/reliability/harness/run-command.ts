import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { nodeArguments, nodeEnvironment } from '../../../../../scripts/node-settings.mjs';

const ownRoot = join(import.meta.dirname, '../../../../..');

export interface CommandResult {
  code: number | null;
  output: string;
}

/** Starts a command of the service, like an operator. `root`: another checkout. */
export function startCommand(
  args: string[],
  settings: Record<string, string>,
  root = ownRoot,
): { child: ChildProcess; ended: Promise<CommandResult> } {
  const main = join(root, 'packages/server/src/main.mjs');
  const child = spawn(process.execPath, [...nodeArguments, main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...nodeEnvironment, PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code, output }));
  return { child, ended };
}

export function runCommand(
  args: string[],
  settings: Record<string, string>,
  root?: string,
): Promise<CommandResult> {
  return startCommand(args, settings, root).ended;
}
