// For tests: hands over like run.mjs, without installing anything.
import { fileURLToPath } from 'node:url';
import { handOver } from './hand-over.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.exitCode = await handOver(process.argv[2], process.argv.slice(3), root);
