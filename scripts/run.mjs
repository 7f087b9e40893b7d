#!/usr/bin/env node
// The first file that runs in a fresh clone, on any Node from 20 on: it installs what is missing and hands over to the
// pinned Node. Therefore it is plain JavaScript without dependencies.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { handOver } from './hand-over.mjs';
import { ensureInstalled } from './install.mjs';
import { nodeArguments } from './node-settings.mjs';
import { InstallError } from './run-npm.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const pinnedNode = join(root, 'node_modules/node/bin/node');

/** The arguments of each task; any other word is a command of the service (`serve`, `keys list`). */
const tasks = {
  test: ['node_modules/vitest/vitest.mjs', 'run'],
};

/** Files that users of the service run; all other files are for development. */
const userFiles = ['scripts/tour.ts', 'packages/scanner/bin/scan.mjs'];

/** Translates `node scripts/run.mjs <task | file | command> [args]` to arguments for the pinned Node. */
function chooseProgram([first, ...rest]) {
  if (isTask(first)) return [...tasks[first], ...rest];
  if (isFile(first)) return [first, ...rest];
  return [...nodeArguments, 'packages/server/src/main.mjs', ...(first === undefined ? [] : [first]), ...rest];
}

/** The packages that it needs. */
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
  // Paths on the command line are relative to the user's folder; npm changes to the checkout before it starts this.
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
