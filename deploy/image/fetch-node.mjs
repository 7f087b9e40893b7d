// `node fetch-node.mjs <file>`: puts the pinned Node into the file, by the same code as `npm start`.
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePinnedNode } from '../../scripts/pinned-node.mjs';

const root = join(import.meta.dirname, '../..');
const program = join(root, 'node_modules/node/bin/node');
await ensurePinnedNode(root, program);
renameSync(program, process.argv[2]);
