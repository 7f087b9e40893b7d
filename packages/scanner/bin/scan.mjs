#!/usr/bin/env node
// Plain JavaScript, so that the cache of compiled code stands before the first file of TypeScript is read.
import * as nodeModule from 'node:module';

if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `Node ${process.versions.node} is too old for this: use Node 24, or \`npm run scan -- <folder>\`, which brings it.\n`,
  );
  process.exit(2);
}
nodeModule.enableCompileCache();

const { runScan } = await import('../src/scan/scan-command.ts');
process.exitCode = await runScan(process.argv.slice(2), process);
