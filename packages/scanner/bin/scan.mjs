#!/usr/bin/env node
// Plain JavaScript, so that the cache of compiled code stands before the first file of TypeScript is read.
import { enableCompileCache } from 'node:module';

enableCompileCache();

const { runScan } = await import('../src/scan/scan-command.ts');
process.exitCode = await runScan(process.argv.slice(2), process);
