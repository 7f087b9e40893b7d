#!/usr/bin/env node
// The program behind `npx trivium`. It runs on any Node from 20 on, and hands over to the Node that this version was
// tested with, which is installed as a package. Without a command it starts the service, with its data in ./data of the
// current folder.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { handOver } from '../hand-over.mjs';
import { nodeArguments } from '../node-settings.mjs';
import { ensurePinnedNode } from '../pinned-node.mjs';
import { InstallError } from '../run-npm.mjs';

const own = fileURLToPath(new URL('../..', import.meta.url));
const packageOfNode = dirname(createRequire(import.meta.url).resolve('node/package.json'));
const pinnedNode = join(packageOfNode, 'bin/node');

try {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new InstallError(
      `Node ${process.versions.node} is too old. Install Node 20 or newer (https://nodejs.org).`,
    );
  }
  // If install scripts are turned off, npm has installed the package of Node without its program.
  await ensurePinnedNode(join(packageOfNode, '../..'), pinnedNode);
  const given = process.argv.slice(2);
  const main = join(own, 'packages/server/src/main.mjs');
  process.exitCode = await handOver(
    pinnedNode,
    [...nodeArguments, main, ...(given.length > 0 ? given : ['serve'])],
    own,
  );
} catch (error) {
  process.stderr.write(`${error instanceof InstallError ? error.message : error.stack}\n`);
  process.exitCode = 1;
}
