// Hands over as run.mjs does, without looking whether anything is to install: for tests.
import { fileURLToPath } from 'node:url';
import { handOver } from './hand-over.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.exitCode = await handOver(process.argv[2], process.argv.slice(3), root);
