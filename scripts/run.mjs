#!/usr/bin/env node
// The first thing that runs on a fresh clone, on whatever Node (20 or newer) the machine has: it installs
// what is missing and hands over to the pinned Node. Plain JavaScript without dependencies for that reason.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { handOver } from './hand-over.mjs';
import { ensureInstalled } from './install.mjs';
import { nodeArguments } from './node-settings.mjs';
import { InstallError } from './run-npm.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const pinnedNode = join(root, 'node_modules/node/bin/node');

/** What each task runs; everything else is a command of the service (`serve`, `keys list`). */
const tasks = {
  test: ['node_modules/vitest/vitest.mjs', 'run'],
};

/** Files that anybody runs who uses the service; with all other files one works on it. */
const userFiles = ['scripts/tour.ts', 'packages/scanner/bin/scan.mjs'];

/** `node scripts/run.mjs <task | file | command> [args]` as arguments for the pinned Node. */
function chooseProgram([first, ...rest]) {
  if (isTask(first)) return [...tasks[first], ...rest];
  if (isFile(first)) return [first, ...rest];
  return [...nodeArguments, 'packages/server/src/main.mjs', ...(first === undefined ? [] : [first]), ...rest];
}

/** What has to be installed for it. */
function scopeOf([first]) {
  return isTask(first) || (isFile(first) && !userFiles.includes(first)) ? 'all' : 'runtime';
}

function isTask(first) {
  return first !== undefined && Object.hasOwn(tasks, first);
}

function isFile(first) {
  return first !== undefined && /\.(ts|mjs)$/.test(first) && existsSync(join(root, first));
}

function callersFolder() {
  const { INIT_CWD, npm_lifecycle_event } = process.env;
  return (npm_lifecycle_event !== undefined && INIT_CWD) || process.cwd();
}

async function run() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) {
    throw new InstallError(
      `Node ${process.versions.node} is too old. Install Node 20 or newer (https://nodejs.org).`,
    );
  }
  // Paths on the command line are meant from where it was called; npm moves to the checkout before it starts us.
  process.env.TRIVIUM_CWD = callersFolder();
  process.chdir(root);
  const args = process.argv.slice(2);
  await ensureInstalled(root, pinnedNode, scopeOf(args));
  process.exitCode = await handOver(pinnedNode, chooseProgram(args), root);
}

run().catch((error) => {
  process.stderr.write(`${error instanceof InstallError ? error.message : error.stack}\n`);
  process.exitCode = 1;
});
